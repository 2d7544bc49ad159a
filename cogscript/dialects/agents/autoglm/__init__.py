"""AutoGLM and Open-AutoGLM: `do(action="Tap", element=[x,y])` on a phone."""
