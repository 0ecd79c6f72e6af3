import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from agent_trading import WebhookError, verify_webhook
from connect import FOLDER, existing

SECRETS: dict[str, str] = json.loads(existing(FOLDER / "webhook-secrets.json").read_text(encoding="utf-8"))
handled: set[str] = set()


class Receiver(BaseHTTPRequestHandler):
    # Seconds, after which an idle connection ends.
    timeout = 15

    def do_POST(self) -> None:
        length = self.headers["content-length"] or ""
        if not (length.isascii() and length.isdigit()):
            self.answer(411)
            return
        body = self.rfile.read(int(length))
        try:
            webhook = verify_webhook(dict(self.headers), body, SECRETS)
        except WebhookError as error:
            self.answer(400)
            print("refused:", error.code, flush=True)
            return
        # A program of your own stores the event here: after the answer, nothing sends it again.
        self.answer(204)
        # A delivery can arrive twice, with the same id.
        if webhook.id not in handled:
            handled.add(webhook.id)
            print(webhook.payload["type"], webhook.payload["subject_key"], flush=True)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Logs no requests."""


print("waiting for webhooks", flush=True)
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("WEBHOOK_PORT", "4010"))), Receiver).serve_forever()
