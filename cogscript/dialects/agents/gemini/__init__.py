"""Gemini computer use: function calls in thousandths, `click_at` and its like."""
