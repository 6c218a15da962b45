"""Turn Markdown interview notes into atomic flashcards and Anki decks."""

__version__ = "0.1.0"
