"""The rules `rules_v1.1` and the policy `slash_policy_v1.1`, written a second time.

This file was written from the text of the rules alone, without the TypeScript of `src/domain`.
It uses the standard library only. Amounts are stamps, shares are basis points, times are seconds.
"""

SCALE = 10_000
GOOD_RECORD = 5_000


def ceil_div(numerator, denominator):
    return -(-numerator // denominator)


# Coverage and contracts


def counted_items(step):
    """The agreed items, or the items of the contract, which then count once each."""
    return step["items"] or [{"id": name, "weight": 1, "must": False} for name in step["contract"]]


def met_ids(step):
    checkpoint = step["checkpoint"]
    if checkpoint["results"] is not None:
        return {result["id"] for result in checkpoint["results"] if result["met"]}
    return {item["id"] for item in counted_items(step)} if checkpoint["status"] == "confirmed" else set()


def misses_must(step):
    met = met_ids(step)
    return any(item["must"] and item["id"] not in met for item in counted_items(step))


def coverage(step):
    """The coverage by the results of the checkpoint, or None without a checkpoint."""
    if step["checkpoint"] is None:
        return None
    if misses_must(step):
        return 0
    met, items = met_ids(step), counted_items(step)
    weight = sum(item["weight"] for item in items)
    return SCALE * sum(item["weight"] for item in items if item["id"] in met) // weight


def claim(step, threshold):
    """The claimed coverage `c`; a failed checkpoint that reaches the threshold claims nothing was met."""
    covered = coverage(step)
    if covered is not None and step["checkpoint"]["status"] == "failed" and covered >= threshold:
        return 0
    return covered


def is_contested(step, threshold):
    if step["checkpoint"] is None:
        return False
    return step["checkpoint"]["status"] == "failed" or claim(step, threshold) < threshold


def contradicts(step, threshold):
    """Whether the status of the checkpoint contradicts its results, which is refused."""
    covered, status = coverage(step), step["checkpoint"]["status"]
    if status == "failed":
        return bool(step["items"]) and covered >= threshold
    return covered == 0 and not misses_must(step)


def contract_fits(agreed, offered):
    """Whether a delivery contract names exactly the agreed items, and adds nothing that is agreed."""
    if not agreed:
        return True
    ids = [item["id"] for item in offered]
    names_differ = len(ids) != len(set(ids)) or set(ids) != set(agreed)
    return not names_differ and not any(item["describes"] or item["weighs"] for item in offered)


# Evaluation: the first row that fits


def situation_of(step, now, threshold):
    """The row of the table that the active step meets, or None if nothing is due."""
    if step["withdrawn"]:
        return "withdrew"
    if step["ruling"] is not None:
        return "ruled"
    if now < step["deadline"]:
        return None
    if step["contract"] is None:
        return "no_contract"
    if step["checkpoint"] is None:
        return "no_checkpoint"
    if not is_contested(step, threshold):
        return None
    rebutted_at = step["rebutted_at"]
    in_time = rebutted_at is not None and rebutted_at < step["deadline"]
    return "unruled" if in_time else "conceded"


def ruled_coverage(step, claimed):
    ruling = step["ruling"]
    return {"pass": SCALE, "fail": claimed}[ruling] if isinstance(ruling, str) else ruling


def discount(record):
    """5000 for a good record: no fault, and three trades without fault with two other owners."""
    is_good = record["faults"] == 0 and record["clean"] >= 3 and record["owners"] >= 2
    return GOOD_RECORD if is_good else SCALE


# Arithmetic: one function for each row


def decide(situation, step, bonds, records, threshold, burn):
    """Who is at fault, as what, and how the price is split."""
    price, provider, consumer = step["price"], step["provider"], step["consumer"]
    result = {"provider": 0, "consumer": price, "burnt": 0, "slash": 0, "fault": None, "passes": False}
    if situation in ("no_contract", "withdrew"):
        failure = "F1" if situation == "no_contract" else "F4"
        return {**result, "class": failure, "cause": situation, "fault": provider, "slash": bonds[provider]}
    if situation in ("no_checkpoint", "not_activated"):
        slash = ceil_div(bonds[consumer] * 5_000 * discount(records[consumer]), 10**8)
        is_paid = situation == "no_checkpoint"
        split = {"provider": price, "consumer": 0} if is_paid else {"provider": 0, "consumer": 0}
        return {**result, **split, "class": "F5", "cause": situation, "fault": consumer, "slash": slash}
    claimed = claim(step, threshold)
    capped = min(claimed, threshold)
    conceded = price * capped // threshold
    if situation == "conceded":
        share = 5_000 * discount(records[provider]) * (threshold - capped)
        slash = ceil_div(bonds[provider] * share, 10**8 * threshold)
        split = {"provider": conceded, "consumer": price - conceded}
        return {**result, **split, **shortfall(claimed), "fault": provider, "slash": slash}
    if situation == "unruled":
        contested = price - conceded
        lost = contested * burn // SCALE
        split = {"provider": conceded + ceil_div(contested, 2) - lost, "consumer": contested // 2 - lost}
        return {**result, **split, **shortfall(claimed), "cause": "unruled", "burnt": 2 * lost}
    return {**result, **ruled(step, bonds, claimed, threshold)}


def shortfall(covered):
    if covered == 0:
        return {"class": "F2", "cause": "delivery_failed"}
    return {"class": "F3", "cause": "coverage_shortfall"}


def ruled(step, bonds, claimed, threshold):
    price, provider, consumer = step["price"], step["provider"], step["consumer"]
    capped = min(claimed, threshold)
    found = min(max(ruled_coverage(step, claimed), capped), threshold)
    won = price * found // threshold
    split = {"provider": won, "consumer": price - won, "passes": False}
    consumer_off, provider_off = found - capped, threshold - found
    if consumer_off == provider_off:
        return {**split, "class": "F3", "cause": "even_ruling"}
    if consumer_off > provider_off:
        slash = ceil_div(bonds[consumer] * (consumer_off - provider_off), threshold)
        verdict = {"class": "F5", "cause": "verdict_overturned", "fault": consumer, "slash": slash}
        return {**split, **verdict, "passes": found == threshold}
    slash = ceil_div(bonds[provider] * (provider_off - consumer_off), threshold)
    return {**split, **shortfall(found), "fault": provider, "slash": slash}


# Compensation: the other role of the step first, the rest downstream


def compensate(case, decision, faulted, parties):
    """The parts of a slash and what is left for the slash pool."""
    at_fault, slash = decision["fault"], decision["slash"]
    if at_fault is None:
        return [], 0
    other = faulted["consumer"] if at_fault == faulted["provider"] else faulted["provider"]
    exposure = exposures(case, faulted)
    if decision["cause"] == "no_checkpoint":
        exposure[other] = 0
    owners = set(parties[at_fault]["owners"])

    def is_related(key):
        return key == at_fault or bool(owners & set(parties[key]["owners"]))

    first = min(slash, exposure.get(other, 0))
    parts = [] if is_related(other) else [(other, first, exposure.get(other, 0), "step_counterparty")]
    shares = {key: basis for key, basis in exposure.items() if key != other and basis > 0 and not is_related(key)}
    for key, amount in split_downstream(slash - first, shares).items():
        parts.append((key, amount, shares[key], "downstream"))
    parts = sorted((part for part in parts if part[1] > 0), key=lambda part: part[0].encode())
    return parts, slash - sum(part[1] for part in parts)


def exposures(case, faulted):
    """The prices of the faulted step and the unreached steps after it, for each of their parties."""
    found = {}
    for step in case["steps"]:
        if step["no"] < faulted["no"]:
            continue
        for key in (step["provider"], step["consumer"]):
            found[key] = found.get(key, 0) + step["price"]
    return found


def split_downstream(amount, shares):
    """Floors first, then one stamp each by the largest remainder; ties by key in byte order."""
    total = sum(shares.values())
    pool = min(amount, total)
    if total == 0:
        return {}
    split = {key: pool * basis // total for key, basis in shares.items()}
    rest = pool - sum(split.values())
    order = sorted(shares, key=lambda key: (-(pool * shares[key] % total), key.encode()))
    for key in order[:rest]:
        split[key] += 1
    return split


# The whole trade


def answer_trade(case):
    """What a sweep at `now` does with the trade."""
    active = next((step for step in case["steps"] if step["state"] == "active"), None)
    pending = [step for step in case["steps"] if step["state"] == "pending"]
    if active is not None:
        situation, faulted = situation_of(active, case["now"], case["threshold"]), active
    elif not pending:
        situation, faulted = "passed", None
    else:
        situation = "not_activated" if case["now"] >= case["idle_deadline"] else None
        faulted = pending[0]
    if situation is None:
        return {"action": "none"}
    return {"action": "settle", **settle(case, situation, faulted)}


def settle(case, situation, faulted):
    parties = {party["key"]: party for party in case["parties"]}
    bonds = {key: party["bond"] for key, party in parties.items()}
    records = {key: party["record"] for key, party in parties.items()}
    if situation == "passed":
        decision = {"class": None, "cause": None, "fault": None, "slash": 0, "burnt": 0}
        parts, pool = [], 0
    else:
        decision = decide(situation, faulted, bonds, records, case["threshold"], case["burn"])
        parts, pool = compensate(case, decision, faulted, parties)
    if situation == "passed":
        outcome = "completed"
    else:
        outcome = "compensated" if parts else "failed"
    return {
        "outcome": outcome,
        "class": decision["class"],
        "cause": decision["cause"],
        "fault": decision["fault"],
        "step": None if faulted is None else faulted["no"],
        "slash": decision["slash"],
        "pool": pool + decision["burnt"],
        "comp": [list(part) for part in parts],
        "steps": [end_of_step(step, situation, faulted, decision) for step in case["steps"]],
        "fees": fees(case),
    }


def end_of_step(step, situation, faulted, decision):
    """State and split of one step at the settlement: [no, state, provider, consumer, burnt]."""
    if step["state"] == "passed":
        return [step["no"], "passed", step["price"], 0, 0]
    if faulted is None or step["no"] != faulted["no"] or situation == "not_activated":
        return [step["no"], "cancelled", 0, 0, 0]
    state = "passed" if decision["passes"] else "failed"
    return [step["no"], state, decision["provider"], decision["consumer"], decision["burnt"]]


def fees(case):
    """The activation fees of each consumer that paid one."""
    paid = {}
    for step in case["steps"]:
        if step["state"] == "pending":
            continue
        fee = ceil_div(step["price"] * case["fee_bps"], SCALE)
        paid[step["consumer"]] = paid.get(step["consumer"], 0) + fee
    return dict(sorted((key, fee) for key, fee in paid.items() if fee > 0))
