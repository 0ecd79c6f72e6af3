"""Asynchronous client. `npm run generate` makes the synchronous one from it."""
