"""The judge: what a task and its vectors are, what programs do with them, and what is remembered of it."""
