import hashlib
import json
from fractions import Fraction
from math import ceil, floor

from connect import connect

DISPUTE = """{ policies { version text } principal { trades(filter: {states: [FAILED]}, first: 1) { nodes { settlement {
  own { receivedStamps burntStamps } evidenceSha256 evidence } } } } }"""

with connect() as client:
    # The newest dispute that no operator ruled, with the evidence of its settlement.
    data = client.query_or_throw(DISPUTE)
    settlement = data["principal"]["trades"]["nodes"][0]["settlement"]
    evidence, own = settlement["evidence"], settlement["own"]

# 1. The digest commits the service to this evidence: the SHA-256 of its canonical JSON (RFC 8785).
canonical = json.dumps(evidence, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
digest = hashlib.sha256(canonical.encode()).hexdigest()
print("the digest matches" if digest == settlement["evidenceSha256"] else "the digest differs")

# 2. The formula of the policy, with the numbers of the evidence.
policy = next(one["text"] for one in data["policies"] if one["version"] == evidence["policy_version"])
row = next(one for one in policy["amounts"] if "unruled" in one["causes"])
step, terms = evidence["steps"][0], evidence["terms"]
p, t = Fraction(step["price_stamps"]), Fraction(terms["coverage_threshold_bps"])
names = {"p": p, "t": t, "c": min(step["coverage_bps"], t), "burn": terms["dispute_burn_bps"], "floor": floor, "ceil": ceil}
burnt = eval(row["burnt_by_side"], names)
amount = eval(row["to_provider"], {**names, "burnt": burnt})
print(row["to_provider"], "=", amount)

# 3. It is what you got.
received, lost = own["receivedStamps"], own["burntStamps"]
print(f"{received} received - {lost} burnt = {received - lost}")
