"""GUI-Plus and Qwen-VL: computer_use, mobile_use and browser_use."""
