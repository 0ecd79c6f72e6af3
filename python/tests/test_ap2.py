"""Mandates of AP2, by the vectors that the clients of all languages hold to."""

import dataclasses
import json
import typing
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from agent_trading import Ap2Error, Client, mandate_from_ap2, mandate_to_ap2, models
from agent_trading.documents import camel_case, json_of, time_of

from .support import CONFIG, URL, Case, create_party, credential_of

VECTORS: dict[str, Any] = json.loads(Path(CONFIG["ap2"]).read_text(encoding="utf-8"))
NOW = time_of(VECTORS["now"])


@dataclass(frozen=True)
class Price:
    currency: str
    price_minor: int
    ticket_stamps: int


@dataclass(frozen=True)
class Limits:
    per_trade_stamps: int | None
    budget_stamps: int | None
    budget_period: models.BudgetPeriod
    counterparties: list[str] | None
    valid_until: datetime | None


def price_of(json: dict[str, Any]) -> Price:
    return Price(json["currency"], json["priceMinor"], json["ticketStamps"])


def limits_of(json: dict[str, Any]) -> Limits:
    end = json["validUntil"]
    return Limits(
        json["perTradeStamps"],
        json["budgetStamps"],
        json["budgetPeriod"],
        json["counterparties"],
        None if end is None else time_of(end),
    )


class Vectors(Case):
    def test_reads_the_limits_of_each_document(self) -> None:
        for vector in VECTORS["imports"]:
            with self.subTest(vector["title"]):
                limits = mandate_from_ap2(
                    vector["document"], price=price_of(vector["price"]), ignore=VECTORS["ignore"], now=NOW
                )
                read = {camel_case(name): json_of(value) for name, value in limits.items()}
                self.assertEqual(read, vector["limits"])

    def test_refuses_the_same_documents(self) -> None:
        for vector in VECTORS["refusals"]:
            with self.subTest(vector["title"]), self.assertRaises(Ap2Error) as caught:
                mandate_from_ap2(vector["document"], price=price_of(VECTORS["price"]), ignore=VECTORS["ignore"], now=NOW)
            self.assertIn(vector["message"], str(caught.exception))

    def test_refuses_what_a_mandate_cannot_enforce_unless_the_caller_ignores_it(self) -> None:
        document = VECTORS["imports"][0]["document"]
        with self.assertRaisesRegex(Ap2Error, "cannot enforce payment.reference"):
            mandate_from_ap2(document, price=price_of(VECTORS["price"]))

    def test_writes_the_same_documents(self) -> None:
        for vector in VECTORS["exports"]:
            with self.subTest(vector["title"]):
                document = mandate_to_ap2(
                    limits_of(vector["mandate"]),
                    price=price_of(vector["price"]),
                    cnf=VECTORS["cnf"],
                    conditional_transaction_id=VECTORS["conditionalTransactionId"],
                    now=NOW,
                )
                self.assertEqual(json.loads(json.dumps(document)), vector["document"])

    def test_refuses_a_mandate_without_a_budget_and_a_time_without_a_zone(self) -> None:
        limits = limits_of(VECTORS["exports"][0]["mandate"])
        options: Any = {"price": price_of(VECTORS["price"]), "cnf": {}, "conditional_transaction_id": "x"}
        with self.assertRaisesRegex(Ap2Error, "no budget"):
            mandate_to_ap2(dataclasses.replace(limits, budget_stamps=None), **options)
        with self.assertRaisesRegex(ValueError, "time zone"):
            mandate_to_ap2(dataclasses.replace(limits, valid_until=datetime(2026, 12, 1)), **options)
        date = {"type": "payment.execution_date", "not_after": "2026-12-01T00:00:00"}
        document = {**VECTORS["imports"][0]["document"]}
        document["constraints"] = [*document["constraints"], date]
        with self.assertRaisesRegex(Ap2Error, "not_after must be a time"):
            mandate_from_ap2(document, price=options["price"], ignore=VECTORS["ignore"])

    def test_knows_the_minor_unit_of_each_currency_of_the_service(self) -> None:
        document = {
            "vct": "mandate.payment.open.1",
            "constraints": [{"type": "payment.budget", "currency": "XXX", "max": 1}],
        }
        with self.assertRaisesRegex(Ap2Error, "minor unit of XXX"):
            mandate_from_ap2(document, price=Price("XXX", 1, 1))
        for currency in typing.get_args(models.Currency):
            document["constraints"] = [{"type": "payment.budget", "currency": currency, "max": 1}]
            self.assertIn("budget_stamps", mandate_from_ap2(document, price=Price(currency, 1, 1)))


class Service(Case):
    def test_sets_the_mandate_of_a_document_and_writes_it_again(self) -> None:
        ann, ben = create_party("Ann"), create_party("Ben", tickets=False)
        acting = ann.owner.signer.acting
        owner = Client(URL, credential_of(CONFIG["console"]), acting=acting, principal_key=ann.principal_key)
        self.addCleanup(owner.close)
        price = owner.packs()[0]
        end = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(days=1)
        document = {
            "vct": "mandate.payment.open.1",
            "constraints": [
                {"type": "payment.amount_range", "currency": price.currency, "max": price.price_minor},
                {"type": "payment.budget", "currency": price.currency, "max": price.price_minor / 50},
                {"type": "payment.agent_recurrence", "frequency": "MONTHLY"},
                {"type": "payment.allowed_payees", "allowed": [{"id": ben.principal_key, "name": "Ben"}]},
            ],
            "exp": int(end.timestamp()),
        }
        limits = mandate_from_ap2(document, price=price)
        agent = owner.agents.put_mandate(owner.agents.get(ann.agent_id).agent_key, **limits)
        mandate = agent.mandate
        assert mandate is not None
        self.assertEqual((mandate.per_trade_stamps, mandate.budget_stamps), (price.ticket_stamps, 2 * price.ticket_stamps))
        self.assertEqual((mandate.counterparties, mandate.valid_until), ([ben.principal_key], end))
        written = mandate_to_ap2(mandate, price=price, cnf={}, conditional_transaction_id="x")
        self.assertEqual(mandate_from_ap2(written, price=price, ignore=["payment.reference"]), limits)
