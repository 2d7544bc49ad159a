"""OpenAI: computer_call actions."""
