// The line to the studio's server: requests with answers, events, pictures; it comes back by itself.
const token = new URLSearchParams(location.search).get("token") ?? "";
const AGAIN = 700;
const listeners = new Map();
const waiting = new Map();
let socket = null;
let number = 0;

export class Refused extends Error {
  constructor({ code, message, advice, ...rest }) {
    super(advice ? `${message} (${advice})` : message);
    Object.assign(this, { code, advice, rest });
  }
}

export function on(event, act) {
  if (!listeners.has(event)) listeners.set(event, []);
  listeners.get(event).push(act);
}

export function emit(event, values) {
  for (const act of listeners.get(event) ?? []) act(values);
}

export function socketAddress(path) {
  return `ws://${location.host}${path}?token=${encodeURIComponent(token)}`;
}

export function pictureAddress(run, path, width = 0) {
  const query = new URLSearchParams({ token, run, path, ...(width ? { width } : {}) });
  return `/picture?${query}`;
}

export function isConnected() {
  return socket?.readyState === WebSocket.OPEN;
}

export function ask(what, values = {}) {
  if (!isConnected()) return Promise.reject(new Refused({ code: "lost", message: "" }));
  const id = ++number;
  socket.send(JSON.stringify({ ...values, do: what, id }));
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

export function tell(what, values = {}) {
  if (isConnected()) socket.send(JSON.stringify({ ...values, do: what }));
}

export function connect() {
  socket = new WebSocket(socketAddress("/link"));
  socket.binaryType = "arraybuffer";
  let opened = false;
  socket.onopen = () => {
    opened = true;
    emit("connected");
  };
  socket.onmessage = ({ data }) => {
    if (typeof data !== "string") return emit("picture", data);
    const message = JSON.parse(data);
    if (message.event) return emit(message.event, message), emit("any", message);
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.error) reject?.(new Refused(message.error));
    else resolve?.(message.ok);
  };
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Refused({ code: "lost", message: "" }));
    waiting.clear();
    emit("lost", { opened });
    setTimeout(connect, AGAIN);
  };
}
