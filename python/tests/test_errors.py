"""One class for each code of the catalogue, and the answers of the service that have them."""

import pickle
import time
from email.utils import formatdate

import httpx

from agent_trading import (
    ApiError,
    ContractItemInput,
    Credential,
    InvalidResponse,
    SignatureAuth,
    error_of_graphql,
    error_of_problem,
    errors,
)
from agent_trading.error_base import retry_after, snake_case
from agent_trading.errors import TradeNotFound

from .support import CONFIG, URL, Case, agree, create_party


def class_name(code: str) -> str:
    return "".join(word.capitalize() for word in code.split("_"))


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


class Catalogue(Case):
    def test_is_one_module_with_the_base_class_and_a_class_for_each_code(self) -> None:
        self.assertIs(errors.ApiError, ApiError)
        self.assertIs(errors.TradeNotFound, TradeNotFound)
        names = {class_name(code) for code in CONFIG["catalogue"]}
        self.assertEqual(names - set(errors.__all__), set())

    def test_has_a_class_for_each_code_with_its_members_from_graphql_and_rest(self) -> None:
        self.assertEqual(sorted(ApiError.catalogue), sorted(CONFIG["catalogue"]))
        for code, entry in CONFIG["catalogue"].items():
            kind = getattr(errors, class_name(code))
            members = {name: f"value of {name}" for name in entry["members"]}
            common = {"code": code, "status": entry["status"], "recovery": entry["recovery"], "title": entry["title"]}
            extensions = {**common, "requestId": "r", **{camel(name): value for name, value in members.items()}}
            problem = {**common, "detail": "because", "request_id": "r", "type": "t", "instance": "i", **members}
            for error in (
                error_of_graphql({"message": "because", "extensions": extensions, "path": ["a", 0]}, 200),
                error_of_problem(problem, entry["status"]),
            ):
                with self.subTest(code):
                    self.assertIs(type(error), kind)
                    self.assertEqual(str(error), f"{code}: because")
                    self.assertEqual((error.code, error.status, error.request_id), (code, entry["status"], "r"))
                    self.assertEqual(error.recovery, entry["recovery"])
                    self.assertEqual(error.members, members)
                    for name in set(members) - {"retry_after_seconds", "fields"}:
                        self.assertEqual(getattr(error, name), members[name])
                    self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))

    def test_says_what_to_do_in_its_text(self) -> None:
        for detail in ("because", "because."):
            error = error_of_problem({"code": "rate_limited", "status": 429, "detail": detail, "remedy": "Wait."}, 429)
            self.assertEqual(str(error), "rate_limited: because. Remedy: Wait.")
            self.assertEqual((error.detail, error.remedy), (detail, "Wait."))
            self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))

    def test_has_fields_in_every_error(self) -> None:
        listed = [{"pointer": "/title", "detail": "must be given"}]
        for code in CONFIG["catalogue"]:
            for sent, read in (({}, ()), ({"fields": "no list"}, ()), ({"fields": listed}, listed)):
                with self.subTest(code, sent=sent):
                    self.assertEqual(error_of_problem({"code": code, "detail": "because", **sent}, 400).fields, read)
        self.assertEqual(error_of_problem(None, 502).fields, ())

    def test_says_the_first_errors_of_the_fields_in_its_text(self) -> None:
        def text_of(detail: str, *fields: object) -> str:
            members = {"code": "validation_failed", "remedy": "Correct it.", "fields": list(fields)}
            return str(error_of_problem({**members, "detail": detail}, 400))

        first = {"pointer": "/a", "path": ["input", "a"], "detail": "must be given."}
        hint = {"pointer": "/b/0/c", "path": ["input", "b", 0, "c"], "detail": 'is not known here. Did you mean "d"?'}
        rest = {"pointer": "/e", "detail": "is wrong"}
        texts = {
            text_of("input.a must be given.", first): "input.a must be given.",
            text_of("input.a must be given.", first, hint): (
                'input.a must be given; input.b[0].c is not known here. Did you mean "d"?'
            ),
            text_of("Another text", first): "Another text; input.a must be given.",
            text_of("/e is wrong", rest, rest, rest, rest): "/e is wrong; /e is wrong; /e is wrong; /e is wrong.",
            text_of("/e is wrong", *[rest] * 7): "/e is wrong; /e is wrong; /e is wrong; /e is wrong; and 3 more.",
            text_of("because", "no object", None): "because.",
        }
        for actual, expected in texts.items():
            with self.subTest(expected):
                self.assertEqual(actual, f"validation_failed: {expected} Remedy: Correct it.")

    def test_has_the_base_class_for_a_code_of_a_later_release(self) -> None:
        error = error_of_problem({"code": "of_tomorrow", "status": 418, "detail": "new"}, 418)
        self.assertIs(type(error), ApiError)
        self.assertEqual((error.code, error.status), ("of_tomorrow", 418))

    def test_says_that_an_answer_is_not_from_the_service(self) -> None:
        for body in (None, [], "text", {}):
            error = error_of_problem(body, 502)
            self.assertIsInstance(error, InvalidResponse)
            self.assertRegex(error.detail, "status 502 is not from this service")

    def test_reads_the_forms_of_retry_after(self) -> None:
        at = 1_795_167_000.0
        forms = {
            "5": 5, "0": 0, formatdate(at + 7, usegmt=True): 7, formatdate(at - 7, usegmt=True): 0,
            "Sunday, 06-Nov-94 08:49:37 GMT": 0, "Sun Nov  6 08:49:37 1994": 0, "9" * 17: 365 * 86_400,
            "9" * 19: 365 * 86_400, "9" * 5_000: 365 * 86_400, "0" * 5_000: 0, "0" * 20 + "5": 5,
            "-3": None, "1.5": None, "soon": None, "": None,
        }
        for text, seconds in forms.items():
            with self.subTest(text):
                self.assertEqual(retry_after({"retry-after": text}, at), seconds)

    def test_spells_members_as_rest_does(self) -> None:
        self.assertEqual(snake_case("currentRevisionNo"), "current_revision_no")


class Service(Case):
    def test_raises_the_classes_of_its_answers(self) -> None:
        ann, ben = create_party("Ann"), create_party("Ben")
        key = agree(ann, ben)
        with ann.client() as client, ben.client() as other:
            calls = {
                errors.ValidationFailed: lambda: client.reserve_bond(-1),
                errors.QueryRefused: lambda: client.query("{ " + " ".join(f"a{n}: __typename" for n in range(40)) + " }"),
                errors.ProposalNotFound: lambda: client.proposals.accept("prp_01k07ksz0tfd99tfjfb9npz3cy"),
                errors.PlatformOnly: lambda: client.query_or_throw("{ wallet { balanceStamps } }"),
                errors.PrincipalOwnerRequired: lambda: client.mutate(
                    "mutation ($key: ID!) { createCredential(input: {principalKey: $key}) { credential { apiKey } } }",
                    {"key": ann.principal_key},
                ),
                errors.TradeProposalNotFullyAccepted: lambda: client.trades.create(key),
                errors.MatchProposalInvalidResponse: lambda: [client.proposals.accept(key) for _ in range(2)],
                errors.ProposalRevisionConflict: lambda: other.proposals.accept(key, expected_revision_no=7),
                errors.IdempotencyKeyReused: lambda: [client.reserve_bond(n, idempotency_key="k") for n in (1, 2)],
                errors.PrincipalBondInsufficientBalance: lambda: client.reserve_bond(10**9),
            }
            for kind, call in calls.items():
                with self.subTest(kind.__name__), self.assertRaises(kind) as caught:
                    call()
                self.assertIsNotNone(caught.exception.remedy)
                self.assertIsNotNone(caught.exception.request_id)
            self.assertEqual(caught.exception.required_stamps, 10**9)
            self.assertLess(caught.exception.available_stamps, 10**6)
            started = [one.accept_and_start(key) for one in (client, other)][1].trade
            assert started is not None
            with self.assertRaises(errors.TradeStateConflict) as conflict:
                client.trades.create(key)
            self.assertEqual(conflict.exception.trade_key, started.trade_key)
            with self.assertRaises(errors.TradeAccessDenied):
                item = ContractItemInput(item_id="a", description="Not mine", weight=1)
                other.deliveries.publish(started.trade_key, summary="Not mine", items=[item])

    def test_raises_the_class_of_the_code_if_a_read_finds_no_object(self) -> None:
        party, key = create_party("Reader", tickets=False), "trd_01k07ksz0tfd99tfjfb9npz3cy"
        with party.client() as client:
            reads = {
                errors.TradeNotFound: [
                    client.trades.get, client.settlements.get, lambda one: client.settlements.wait(one),
                    lambda one: client.trades.preview(one, "WITHDRAW"),
                ],
                errors.ProposalNotFound: [client.proposals.get, client.accept_and_start],
                errors.ListingNotFound: [client.listings.get],
                errors.AgentNotFound: [client.agents.get, client.agents.mandate, client.agents.deliveries],
            }
            for kind, calls in reads.items():
                for call in calls:
                    with self.subTest(kind.__name__), self.assertRaises(kind) as caught:
                        call(key)
                    error = caught.exception
                    # A program may catch the usual class of Python, too.
                    self.assertIsInstance(error, LookupError)
                    self.assertEqual((error.status, error.recovery), (404, "correctable"))
                    self.assertRegex(str(error), f"_not_found: there is no [a-z]+ {key} of this principal. Remedy: Check the key")
                    self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))

    def test_shows_the_hint_of_the_service_in_its_text(self) -> None:
        party = create_party("Writer", tickets=False)
        document = "mutation ($input: PublishListingInput!) { publishListing(input: $input) { listing { listingKey } } }"
        members = {"agentId": party.agent_id, "side": "PROVIDE", "tradeprofil": "x", "title": "Work", "priceStamps": 1}
        with party.client() as client, self.assertRaises(errors.ValidationFailed) as caught:
            client.mutate(document, {"input": members})
        hint = 'input.tradeProfile must be given; input.tradeprofil is not known here. Did you mean "tradeProfile"? Remedy: '
        self.assertIn(hint, str(caught.exception))
        self.assertEqual([one["pointer"] for one in caught.exception.fields], ["/trade_profile", "/tradeprofil"])

    def test_converts_problems_of_rest(self) -> None:
        party = create_party("Rest", tickets=False)
        response = httpx.get(f"{URL}/api/v1/principals/prn_01k07ksz0tfd99tfjfb9npz3cy", auth=SignatureAuth(party.signer))
        error = error_of_problem(response.json(), response.status_code, response.headers)
        self.assertIsInstance(error, errors.PrincipalAccessDenied)
        self.assertEqual(error.request_id, response.headers["x-request-id"])

    def test_says_which_clock_is_wrong(self) -> None:
        party = create_party("Late", tickets=False)
        with party.client(clock=lambda: time.time() + 1000) as client, self.assertRaises(errors.SignatureExpired):
            client.principal()
        stranger = Credential("ak_live_01jf6w9k3qe8vs2b7n4xgzt5hm", "sk_live_" + "0" * 52)
        with self.assertRaises(errors.CredentialInvalid):
            error = httpx.get(f"{URL}/api/v1/principals/x", auth=SignatureAuth(type(party.signer)(stranger)))
            raise error_of_problem(error.json(), error.status_code, error.headers)
