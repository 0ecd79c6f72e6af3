"""Mandates as AP2 open payment mandates, and back (https://ap2-protocol.org/ap2/payment_mandate/).

AP2 counts money, and a mandate counts stamps: the price of a ticket pack converts them. No conversion allows more than its
source: fractions are cut off. In AP2 `amount_range` is in minor units of the currency, and `budget` is in major units.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from typing import Final, Literal, Protocol, TypedDict

from .documents import JsonObject, time_of
from .models import BudgetPeriod

VERSION: Final = "mandate.payment.open.1"

# A mandate has no periods of two weeks, a quarter or a year.
_PERIODS: Final[Mapping[str, BudgetPeriod]] = {
    "DAILY": "DAY",
    "WEEKLY": "WEEK",
    "MONTHLY": "MONTH",
    "ON_DEMAND": "TOTAL",
}
# Members with which a user fixes a part of the payment.
_PRESETS: Final = ("payee", "payment_amount", "payment_instrument", "pisp", "execution_date")
# Decimal places of each currency of the service.
_PLACES: Final[Mapping[str, int]] = {"USD": 2}
_MAX_NUMBER: Final = 2**53 - 1
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=timezone.utc)


class Ap2Error(ValueError):
    """A document that is no open payment mandate, or that limits what a mandate cannot limit."""


class StampPrice(Protocol):
    """The price of a number of stamps. Each ticket pack has it."""

    @property
    def currency(self) -> str: ...

    @property
    def price_minor(self) -> int: ...

    @property
    def ticket_stamps(self) -> int: ...


class Ap2Limits(TypedDict, total=False):
    """The limits of a mandate that AP2 can express: arguments of `put_mandate`."""

    per_trade_stamps: int
    budget_stamps: int
    budget_period: BudgetPeriod
    max_open_trades: int
    counterparties: Sequence[str]
    valid_until: datetime


class Ap2Mandate(TypedDict, total=False):
    """An open payment mandate of AP2, without its signature."""

    vct: Literal["mandate.payment.open.1"]
    constraints: Sequence[JsonObject]
    cnf: JsonObject
    iat: int
    exp: int


class MandateLimits(Protocol):
    """The limits of a mandate that AP2 can express. `Mandate` has them."""

    @property
    def per_trade_stamps(self) -> int | None: ...

    @property
    def budget_stamps(self) -> int | None: ...

    @property
    def budget_period(self) -> BudgetPeriod: ...

    @property
    def counterparties(self) -> Sequence[str] | None: ...

    @property
    def valid_until(self) -> datetime | None: ...


def mandate_from_ap2(
    document: object, *, price: StampPrice, ignore: Collection[str] = (), now: datetime | None = None
) -> Ap2Limits:
    """Reads the limits of an AP2 open payment mandate, for `put_mandate`.

    A mandate without `payment.agent_recurrence` is for one payment: it becomes one open trade and a budget of one payment. The
    signature is not checked: the owner who calls `put_mandate` is the authority. `ignore` names constraints and members
    that need not be enforced, such as `payment.reference`, which every document has. Raises Ap2Error.
    """
    mandate = _object(document, "The document")
    if mandate.get("vct") != VERSION:
        raise Ap2Error(f"The document is no open payment mandate: its vct must be {VERSION}.")
    constraints = mandate.get("constraints")
    if not isinstance(constraints, list):
        raise Ap2Error("The document has no constraints.")
    for preset in _PRESETS:
        if preset in mandate and preset not in ignore:
            raise _not_enforced(preset)
    read, types = _read(constraints, ignore, price, now or datetime.now(timezone.utc))
    if "exp" in mandate:
        end = _time(_number(mandate["exp"], "exp") * 1000, "exp")
        read["valid_until"] = min(end, read.get("valid_until", end))
    if "payment.agent_recurrence" in types:
        if "budget_stamps" not in read:
            raise Ap2Error("payment.agent_recurrence needs payment.budget.")
        return read
    most = [stamps for stamps in (read.get("per_trade_stamps"), read.get("budget_stamps")) if stamps is not None]
    if not most:
        raise Ap2Error("The document limits no amount: it needs payment.amount_range.")
    once: Ap2Limits = {"budget_stamps": min(most), "budget_period": "TOTAL", "max_open_trades": 1}
    read.update(once)
    return read


def mandate_to_ap2(
    mandate: MandateLimits,
    *,
    price: StampPrice,
    cnf: JsonObject,
    conditional_transaction_id: str,
    now: datetime | None = None,
) -> Ap2Mandate:
    """Writes a mandate as an AP2 open payment mandate without a signature.

    `cnf` is the key of the agent as in RFC 7800, and `conditional_transaction_id` the digest of the open checkout mandate. AP2
    cannot express the other limits: bonds, open trades, trade profiles, settled trades and approvals. The service enforces them
    whatever the document says. Raises Ap2Error if the mandate has no budget, which AP2 needs for several payments.
    """
    if mandate.budget_stamps is None:
        raise Ap2Error("The mandate has no budget. AP2 needs one for several payments.")
    budget = _minor(mandate.budget_stamps, price)
    per_trade = mandate.per_trade_stamps
    frequency = next(name for name, period in _PERIODS.items() if period == mandate.budget_period)
    constraints: list[JsonObject] = [
        {"type": "payment.reference", "conditional_transaction_id": conditional_transaction_id},
        {
            "type": "payment.amount_range",
            "currency": price.currency,
            "max": budget if per_trade is None else _minor(per_trade, price),
        },
        {"type": "payment.budget", "currency": price.currency, "max": budget / 10 ** _places(price)},
        {"type": "payment.agent_recurrence", "frequency": frequency},
    ]
    # A merchant needs a name. The key is all that the mandate knows.
    if mandate.counterparties:
        payees = [{"id": key, "name": key} for key in mandate.counterparties]
        constraints.append({"type": "payment.allowed_payees", "allowed": payees})
    document: Ap2Mandate = {
        "vct": VERSION,
        "constraints": constraints,
        "cnf": cnf,
        "iat": _seconds(now or datetime.now(timezone.utc)),
    }
    if mandate.valid_until is not None:
        document["exp"] = _seconds(mandate.valid_until)
    return document


def _read(
    constraints: Sequence[object], ignore: Collection[str], price: StampPrice, now: datetime
) -> tuple[Ap2Limits, frozenset[str]]:
    """Reads the constraints. Returns their limits and their types."""
    limits: Ap2Limits = {}
    types: set[str] = set()
    for one in constraints:
        constraint = _object(one, "A constraint")
        kind = str(constraint.get("type"))
        if kind in ignore:
            continue
        if kind not in _READERS:
            raise _not_enforced(kind)
        if kind in types:
            raise Ap2Error(f"The document has {kind} twice.")
        types.add(kind)
        limits.update(_READERS[kind](constraint, price, now))
    return limits, frozenset(types)


def _amount_range(constraint: JsonObject, price: StampPrice, _now: datetime) -> Ap2Limits:
    _assert_currency(constraint, price)
    if "min" in constraint and _number(constraint["min"], "min") > 0:
        raise Ap2Error("A mandate cannot enforce a smallest amount.")
    return {"per_trade_stamps": _stamps(_number(constraint.get("max"), "max"), price)}


def _budget(constraint: JsonObject, price: StampPrice, _now: datetime) -> Ap2Limits:
    _assert_currency(constraint, price)
    # Rounded to a millionth of a minor unit: 0.29 × 100 is less than 29 in binary.
    minor = float(f"{_number(constraint.get('max'), 'max') * 10 ** _places(price):.6f}")
    return {"budget_stamps": _stamps(minor, price)}


def _recurrence(constraint: JsonObject, _price: StampPrice, _now: datetime) -> Ap2Limits:
    frequency = constraint.get("frequency")
    period = _PERIODS.get(frequency) if isinstance(frequency, str) else None
    if period is None:
        raise Ap2Error(f"A mandate has no period {frequency}.")
    if "max_occurrences" in constraint:
        raise Ap2Error("A mandate cannot enforce a number of payments.")
    return {"budget_period": period}


def _payees(constraint: JsonObject, _price: StampPrice, _now: datetime) -> Ap2Limits:
    allowed = constraint.get("allowed")
    if not isinstance(allowed, list):
        raise Ap2Error("payment.allowed_payees has no list.")
    return {"counterparties": [_principal_key(_object(payee, "A payee").get("id")) for payee in allowed]}


def _execution_date(constraint: JsonObject, _price: StampPrice, now: datetime) -> Ap2Limits:
    if "not_before" in constraint and _time(constraint["not_before"], "not_before") > now:
        raise Ap2Error("A mandate cannot begin later. Import the document when its time has come.")
    return {"valid_until": _time(constraint["not_after"], "not_after")} if "not_after" in constraint else {}


_READERS: Final[Mapping[str, Callable[[JsonObject, StampPrice, datetime], Ap2Limits]]] = {
    "payment.amount_range": _amount_range,
    "payment.budget": _budget,
    "payment.agent_recurrence": _recurrence,
    "payment.allowed_payees": _payees,
    "payment.execution_date": _execution_date,
}


def _not_enforced(name: str) -> Ap2Error:
    return Ap2Error(f"A mandate cannot enforce {name}. If you accept this, add it to `ignore`.")


def _stamps(minor: float, price: StampPrice) -> int:
    """Returns the stamps that an amount in minor units buys."""
    return math.floor(minor) * price.ticket_stamps // price.price_minor


def _minor(stamps: int, price: StampPrice) -> int:
    """Returns the amount in minor units that stamps cost."""
    return stamps * price.price_minor // price.ticket_stamps


def _places(price: StampPrice) -> int:
    places = _PLACES.get(price.currency)
    if places is None:
        raise Ap2Error(f"The minor unit of {price.currency} is unknown.")
    return places


def _assert_currency(constraint: JsonObject, price: StampPrice) -> None:
    currency = constraint.get("currency")
    if currency != price.currency:
        raise Ap2Error(f"An amount is in {currency}, and the price in {price.currency}.")


def _object(value: object, name: str) -> JsonObject:
    if isinstance(value, Mapping):
        return value
    raise Ap2Error(f"{name} must be an object.")


def _number(value: object, name: str) -> float:
    # A truth value is an int in Python.
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= _MAX_NUMBER:
        return float(value)
    raise Ap2Error(f"{name} must be a number from 0.")


def _principal_key(value: object) -> str:
    if isinstance(value, str) and re.fullmatch(r"prn_[0-9a-z]+", value):
        return value
    raise Ap2Error(f"The id of a payee must be the key of a principal, prn_…, and not {value}.")


def _time(value: object, name: str) -> datetime:
    """Reads ISO 8601 or milliseconds since 1970. A time without a zone depends on the machine, so only a date may lack it."""
    try:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return _EPOCH + timedelta(milliseconds=math.floor(value))
        if isinstance(value, str):
            time = time_of(value)
            if time.tzinfo is not None:
                return time.astimezone(timezone.utc)
            if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
                return time.replace(tzinfo=timezone.utc)
    except (ValueError, OverflowError):
        pass
    raise Ap2Error(f"{name} must be a time.")


def _seconds(time: datetime) -> int:
    if time.tzinfo is None:
        raise ValueError("a time needs a time zone, such as datetime.now(timezone.utc)")
    return math.floor(time.timestamp())
