"""Webhooks of the service, and others."""

import base64
import hashlib
import hmac
import threading
import time
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from agent_trading import WebhookError, verify_webhook

from .support import Case, agree, create_party, register_agent, until

SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
NOW = 1_795_167_000
BODY = '{"type":"trade.completed","text":"ø"}'


def signed(body: str = BODY, secret: str = SECRET, sent_at: int = NOW, version: str = "1") -> dict[str, str]:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"evt_1.{sent_at}.{body}".encode(), hashlib.sha256).digest()
    return {
        "Webhook-Id": "evt_1",
        "Webhook-Timestamp": str(sent_at),
        "Webhook-Signature": f"v1,{base64.b64encode(mac).decode()}",
        "X-SVC-Webhook-Key-Version": version,
    }


class Deliveries(Case):
    def test_verifies_the_deliveries_of_the_service(self) -> None:
        received: list[tuple[dict[str, str], bytes]] = []

        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                received.append((dict(self.headers.items()), body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        ann, ben = create_party("Ann"), create_party("Ben")
        url = f"http://127.0.0.1:{server.server_port}/"
        push = register_agent(ann.owner, ann.principal_key, notificationUrl=url, eventTypes=["PROPOSAL_CREATED"])
        secret = push["webhookSigningKey"]["secret"]
        key = agree(replace(ann, agent_id=push["agent"]["agentId"]), ben)
        headers, body = until(lambda: received, bool)[0]
        webhook = verify_webhook(headers, body, {1: secret})
        self.assertEqual(webhook.payload["data"]["proposal_key"], key)
        self.assertEqual((webhook.key_version, webhook.id), ("1", headers["webhook-id"]))
        self.assertLess(abs(webhook.timestamp.timestamp() - time.time()), 300)
        with self.assertRaises(WebhookError) as caught:
            verify_webhook(headers, body + b" ", {1: secret})
        self.assertEqual((caught.exception.code, caught.exception.fault), ("signature_mismatch", "signature_mismatch"))


class Refusals(Case):
    def verify(self, headers: dict[str, str], body: Any = BODY, secrets: Any = None) -> Any:
        return verify_webhook(headers, body, {"1": SECRET} if secrets is None else secrets, now=NOW)

    def test_accepts_text_bytes_and_several_signatures(self) -> None:
        self.assertEqual(self.verify(signed()).payload["text"], "ø")
        self.assertEqual(self.verify(signed(), BODY.encode()).id, "evt_1")
        other = "whsec_" + base64.b64encode(b"another key of 32 bytes for this").decode()
        several = {**signed(), "Webhook-Signature": f"v1a,x v1,!! v1,AAAA {signed()['Webhook-Signature']}"}
        self.assertEqual(self.verify(several).key_version, "1")
        self.assertEqual(self.verify(signed(version="2"), secrets={1: other, 2: SECRET}).key_version, "2")

    def test_refuses_each_error(self) -> None:
        other = "whsec_" + base64.b64encode(b"another key of 32 bytes for this").decode()
        good = signed()
        cases_by_code = {
            "header_missing": [
                {name: value for name, value in good.items() if name != "Webhook-Id"},
                {**good, "webhook-id": "evt_2"},
                {**good, "Webhook-Signature": ""},
            ],
            "header_malformed": [{**good, "Webhook-Timestamp": text} for text in ("soon", "-1", "1.5", "١", "1" * 13)],
            "timestamp_out_of_range": [signed(sent_at=NOW - 301), signed(sent_at=NOW + 301)],
            "key_version_unknown": [signed(version="2")],
            "signature_mismatch": [
                signed(secret=other),
                signed(body="{}"),
                {**good, "Webhook-Id": "evt_2"},
                {**good, "Webhook-Signature": good["Webhook-Signature"].replace("v1,", "v2,")},
            ],
        }
        for code, cases in cases_by_code.items():
            for headers in cases:
                with self.subTest(code, headers=headers), self.assertRaises(WebhookError) as caught:
                    self.verify(headers)
                self.assertEqual(caught.exception.code, code)
        with self.assertRaises(WebhookError) as malformed:
            self.verify(signed(body="no json"), "no json")
        self.assertEqual(malformed.exception.code, "body_malformed")

    def test_refuses_a_secret_that_would_accept_every_signature(self) -> None:
        for secret in ("", "whsec_", "whsec_AAAA", "whsec_!!!", "whsec_ø", SECRET.removeprefix("whsec_")):
            with self.subTest(secret), self.assertRaisesRegex(ValueError, "secret of key version 1 is not .*whsec_ and base64"):
                self.verify(signed(), secrets={1: secret})

    def test_refuses_a_damaged_secret(self) -> None:
        key = SECRET.removeprefix("whsec_")
        short, long = (base64.b64encode(bytes(size)).decode() for size in (23, 65))
        for text in (f"…{key}", f"{key[:20]}!{key[21:]}", f"{key[:20]}{key[21:]}", key[:30], short, long):
            with self.subTest(text), self.assertRaisesRegex(ValueError, "is not .*whsec_ and base64"):
                self.verify(signed(), secrets={1: f"whsec_{text}"})

    def test_says_the_right_shape_of_secrets_whatever_the_delivery_is(self) -> None:
        shape = r'\{1: "whsec_…"\}'
        wrong: list[tuple[type[Exception], Any]] = [
            (TypeError, SECRET),
            (TypeError, [SECRET]),
            (TypeError, {1: None}),
            (TypeError, {1: SECRET.encode()}),
            (TypeError, {SECRET: 1}),
            (TypeError, {"v1": SECRET}),
            (ValueError, {}),
            (ValueError, {1: SECRET, 2: "abc"}),
        ]
        # A forged delivery must not hide the mistake, and the text must not show a secret.
        for error, secrets in wrong:
            for headers in (signed(), signed(version="7"), {}):
                with self.subTest(secrets, headers=headers), self.assertRaisesRegex(error, shape) as caught:
                    self.verify(headers, secrets=secrets)
                self.assertNotIn(SECRET, str(caught.exception))
