"""Answers cases from standard input as JSON lines, in their order.

`{"kind": "trade" | "life", …}` is a case. Each answer is one JSON line on standard output.
"""

import json
import sys

from life import answer_life
from rules import answer_trade

ANSWERS = {"trade": answer_trade, "life": answer_life}

for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps(ANSWERS[case["kind"]](case), separators=(",", ":")))
