"""Signatures, by the published vectors and by the service."""

import dataclasses
import json
from pathlib import Path

import httpx

from agent_trading import Client, Credential, SignatureAuth, Signer, content_digest, errors, read_credential, sign_request
from agent_trading.signing import OPTIONAL_HEADERS

from .support import CONFIG, URL, Case, create_party

VECTORS = json.loads(Path(CONFIG["vectors"]).read_text(encoding="utf-8"))
OWN_ORDER = ["@method", "@authority", "@path", "@query", "content-digest", *OPTIONAL_HEADERS]


def components_of(vector: dict) -> list[str]:
    return [name.strip('"') for name in vector["signature_input"].split("(")[1].split(")")[0].split(" ")]


class Vectors(Case):
    def test_equal_the_vectors_with_the_same_components(self) -> None:
        compared = 0
        for vector in VECTORS["positive"]:
            names = components_of(vector)
            if names != [name for name in OWN_ORDER if name in names]:
                continue
            compared += 1
            request = vector["request"]
            headers = {k: v for k, v in request["headers"].items() if k not in ("host", "content-digest")}
            credential = Credential(vector["keyid"], "".join(vector["secret"]))
            signed = sign_request(
                request["method"], request["url"], Signer(credential), headers=headers, body=request["body"],
                now=vector["now"],
            )
            with self.subTest(vector["name"]):
                self.assertEqual(signed.headers["signature-input"], vector["signature_input"])
                self.assertEqual(signed.headers["signature"], vector["signature"])
        self.assertGreaterEqual(compared, 4)

    def test_refuses_a_header_value_that_cannot_be_signed(self) -> None:
        signer = Signer(Credential("ak", "sk"), agent_id="agt_ø")
        with self.assertRaisesRegex(ValueError, "printable ASCII"):
            sign_request("GET", URL, signer)

    def test_shows_no_secret_in_its_text(self) -> None:
        signer = Signer(Credential("ak_live_shown", "sk_live_hidden"))
        self.assertIn("ak_live_shown", repr(signer))
        self.assertNotIn("sk_live_hidden", repr(signer))


class Service(Case):
    def test_is_accepted_by_rest_and_graphql_for_each_form_of_request(self) -> None:
        party = create_party("Signer")
        auth = SignatureAuth(party.signer)
        path = f"{URL}/api/v1/principals/{party.principal_key}"
        with httpx.Client(auth=auth) as http:
            for request in [
                http.build_request("GET", path),
                http.build_request("GET", f"{path}/trades?limit=2"),
                http.build_request("GET", f"{path}/events?types=trade.completed%2Ctrade.failed"),
                http.build_request(
                    "POST", f"{path}/bond/reserve", json={"amount_stamps": 1}, headers={"Idempotency-Key": "k-1"}
                ),
            ]:
                response = http.send(request)
                with self.subTest(str(request.url)):
                    self.assertNotEqual(response.status_code, 401, response.text)
        with party.client() as client:
            self.assertEqual(client.principal().bond_available_stamps, 1)

    def test_is_refused_with_another_secret_or_an_old_time(self) -> None:
        party = create_party("Signer", tickets=False)
        wrong = dataclasses.replace(party, credential=Credential(party.credential.api_key, "sk_live_wrong"))
        with wrong.client() as client, self.assertRaises(errors.CredentialInvalid):
            client.principal()
        with party.client(clock=lambda: 1_000_000_000.0) as client, self.assertRaises(errors.SignatureExpired) as caught:
            client.principal()
        self.assertGreater(abs(caught.exception.skew_seconds), 300)

    def test_covers_an_authorization_header_and_the_headers_of_a_console(self) -> None:
        party = create_party("Signer", tickets=False)
        with party.client() as client:
            headers = {"Authorization": "Bearer of-a-human", "X-More": "ignored"}
            self.assertEqual(client.query_or_throw("{ principal { displayName } }", headers=headers)["principal"],
                             {"displayName": "Signer"})
        found = party.owner.query_or_throw("{ actingPrincipal { principalKey } }")
        self.assertEqual(found["actingPrincipal"]["principalKey"], party.principal_key)

    def test_names_the_agent_of_the_request_before_the_one_of_the_signer(self) -> None:
        agents: list[str | None] = []

        def answer(request: httpx.Request) -> httpx.Response:
            agents.append(request.headers.get("x-agent-id"))
            self.assertIn('"x-agent-id"', request.headers["signature-input"])
            return httpx.Response(200, json={"data": {"done": True}})

        credential = Credential("ak", "sk")
        transport = httpx.MockTransport(answer)
        with httpx.Client(transport=transport, auth=SignatureAuth(Signer(credential, agent_id="agt_a"))) as http:
            http.get(f"{URL}/api/v1/service")
            http.get(f"{URL}/api/v1/service", headers={"X-Agent-Id": "agt_b"})
        with httpx.Client(transport=transport) as http, Client(URL, credential, agent_id="agt_a", http=http) as client:
            client.mutate("mutation { done }", headers={"X-Agent-Id": "agt_b"})
            client.mutate("mutation { done }", headers={"X-Agent-Id": "agt_b"}, agent_id="agt_c")
            client.mutate("mutation { done }", agent_id="agt_c")
            client.query("{ done }")
        self.assertEqual(agents, ["agt_a", "agt_b", "agt_b", "agt_c", "agt_c", "agt_a"])

    def test_reads_credential_files_of_rest_and_of_graphql(self) -> None:
        file = Path(CONFIG["folder"]) / "credential.json"
        for saved in [
            {"api_key": "a", "signing_secret": "s", "agent_id": "g"},
            {"credential": {"apiKey": "a", "signingSecret": "s", "agentId": "g"}},
            {"data": {"createCredential": {"credential": {"apiKey": "a", "signingSecret": "s", "agentId": "g"}}}},
        ]:
            file.write_text(json.dumps(saved), encoding="utf-8")
            self.assertEqual(read_credential(file), Signer(Credential("a", "s"), agent_id="g"))
        own = {"api_key": "a", "signing_secret": "sk_live_hidden"}
        for text, message in [
            ("{}", "api_key and signing_secret"),
            ('["sk_live_hidden", null, 1]', "api_key and signing_secret"),
            ('{"credential": "sk_live_hidden"}', "api_key and signing_secret"),
            ('{"sk_live_hidden', "is not JSON"),
            (json.dumps([own, {"other": own}]), "several credentials"),
        ]:
            file.write_text(text, encoding="utf-8")
            with self.subTest(message), self.assertRaisesRegex(ValueError, message) as caught:
                read_credential(file)
            self.assertNotIn("sk_live_hidden", str(caught.exception))

    def test_digests_bytes(self) -> None:
        self.assertEqual(content_digest(b""), "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:")
