import hashlib
import json
from fractions import Fraction
from math import ceil, floor

from connect import connect

with connect() as client:
    # The newest dispute that no operator ruled, with the evidence of its settlement.
    trade_key = client.trades.list(states=["FAILED"], first=1)[0].trade_key
    settlement = client.trades.settlement(trade_key)
    stored = client.trades.evidence(trade_key)
    policies = client.service.policies()
assert settlement is not None and settlement.own is not None and stored is not None
assert settlement.failure_cause == "UNRULED", "run the program of the dispute first"
evidence, own = stored.evidence, settlement.own

# 1. The digest commits the service to this evidence: the SHA-256 of its canonical JSON (RFC 8785).
canonical = json.dumps(evidence, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
digest = hashlib.sha256(canonical.encode()).hexdigest()
print("the digest matches" if digest == stored.evidence_sha256 else "the digest differs")

# 2. The formula of the policy, with the numbers of the evidence.
policy = next(one.text for one in policies if one.version == evidence["policy_version"])
row = next(one for one in policy["amounts"] if "unruled" in one["causes"])
step, terms = evidence["steps"][0], evidence["terms"]
p, t = Fraction(step["price_stamps"]), Fraction(terms["coverage_threshold_bps"])
names = {"p": p, "t": t, "c": min(step["coverage_bps"], t), "burn": terms["dispute_burn_bps"], "floor": floor, "ceil": ceil}
burnt = eval(row["burnt_by_side"], names)
amount = eval(row["to_provider"], {**names, "burnt": burnt})
print(row["to_provider"], "=", amount)

# 3. It is what you got.
received, lost = own.received_stamps, own.burnt_stamps
print(f"{received} received - {lost} burnt = {received - lost}")
