from agent_trading import Client
from connect import FOLDER, URL, existing

DISPUTES = """{
  operatorTrades(filter: { awaiting: VERDICT }, first: 1) {
    nodes { tradeKey steps { checkpointStatus rebuttal { statement } } } } }"""

with Client.from_file(existing(FOLDER / "operator.json"), url=URL) as client:
    # The most urgent dispute that waits for a verdict. An operator also reads the delivery and the evidence.
    disputes = client.query_or_throw(DISPUTES)["operatorTrades"]["nodes"]
    if not disputes:
        raise RuntimeError("no dispute waits for a verdict")
    key, step = disputes[0]["tradeKey"], disputes[0]["steps"][0]
    print("the consumer says", step["checkpointStatus"])
    print("the provider says", step["rebuttal"]["statement"])

    # PASS overturns the checkpoint, and FAIL upholds it. In place of both, coverageBps says how much was delivered.
    client.operator.evaluate(key, "The receipt names all five pages.", verdict="PASS")
    print("the verdict is PASS")
