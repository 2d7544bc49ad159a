// Times as people read them.

export function duration(seconds) {
  if (seconds === null || seconds === undefined || Number.isNaN(seconds)) return "";
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours ? `${hours} h ${minutes} min` : `${minutes} min ${whole % 60} s`;
}

export function moment(seconds, language) {
  if (!seconds) return "";
  return new Date(seconds * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "medium" });
}
