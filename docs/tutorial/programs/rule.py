from agent_trading import Client
from connect import FOLDER, URL, existing

with Client.from_file(existing(FOLDER / "operator.json"), url=URL) as client:
    # The most urgent dispute that waits for a verdict.
    disputes = client.operator.trades(awaiting="VERDICT", first=1)
    if not disputes:
        raise RuntimeError("no dispute waits for a verdict")
    key = disputes[0].trade_key

    # One trade has the delivery, the results of the checkpoint and the rebuttal, too.
    trade = client.operator.trade(key)
    assert trade is not None
    step = trade.steps[0]
    assert step.rebuttal is not None
    print("the consumer says", step.checkpoint_status)
    print("the provider says", step.rebuttal.statement)

    # The settlement that a verdict would make, with the amounts of both sides.
    preview = client.operator.preview(key, "VERDICT", verdict_coverage_bps=10_000)
    assert preview is not None
    print("with full coverage the cause is", preview.failure_cause)

    # PASS overturns the checkpoint, and FAIL upholds it. In place of both, coverageBps says how much was delivered.
    client.operator.evaluate(key, "The receipt names all five pages.", verdict="PASS")
    print("the verdict is PASS")
