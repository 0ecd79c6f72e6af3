"""The life of one step: which acts are refused, and how its deadline moves."""

import rules


class Life:
    """A step from its activation at time 0 to its end. Each act gets its time in seconds."""

    def __init__(self, case):
        self.case = case
        self.deadline = case["contract_window"]
        self.has_ended = False
        self.settlement = None
        self.step = {**case["step"], "state": "active", "contract": None, "checkpoint": None, "withdrawn": False}
        self.step.update({"rebutted_at": None, "ruling": None})

    def act(self, act):
        """Does an act. Returns whether the service accepts it."""
        if act["act"] == "sweep":
            self.settle(act["at"])
            return True
        if self.has_ended:
            return False
        return getattr(self, act["act"])(act, act["at"])

    def is_contested(self):
        return rules.is_contested(self.step, self.case["threshold"])

    def contract(self, act, at):
        agreed = [item["id"] for item in self.step["items"] or []]
        if self.step["contract"] is not None or at >= self.deadline or not rules.contract_fits(agreed, act["items"]):
            return False
        self.step["contract"] = [item["id"] for item in act["items"]]
        self.deadline = at + self.case["checkpoint_window"]
        return True

    def checkpoint(self, act, at):
        if self.step["contract"] is None or self.step["checkpoint"] is not None or at >= self.deadline:
            return False
        claimed = {**self.step, "checkpoint": act["checkpoint"]}
        if rules.contradicts(claimed, self.case["threshold"]):
            return False
        self.step = claimed
        if not self.is_contested():
            self.step["state"] = "passed"
            self.has_ended = True
            return True
        windows = [min(self.case["rebuttal_window"], self.case["checkpoint_window"])]
        if self.step["rebutted_at"] is not None:
            windows.append(self.case["evaluation_window"])
        self.deadline = max(self.deadline, at + max(windows))
        return True

    def rebuttal(self, _, at):
        if self.step["rebutted_at"] is not None:
            return False
        self.step["rebutted_at"] = at
        if self.is_contested() and at < self.deadline:
            self.deadline = max(self.deadline, at + self.case["evaluation_window"])
        return True

    def ruling(self, act, at):
        if not self.is_contested() or self.step["ruling"] is not None or at >= self.deadline:
            return False
        self.step["ruling"] = act["ruling"]
        return True

    def withdraw(self, _, at):
        if at >= self.deadline:
            return False
        self.step["withdrawn"] = True
        self.settle(at)
        return True

    def settle(self, at):
        """Settles the step if it is due. A step that passed settles at any time."""
        if self.settlement is None:
            step = {**self.step, "deadline": self.deadline}
            answer = rules.answer_trade({**self.case, "steps": [step], "now": at})
            self.settlement = answer if answer["action"] == "settle" else None
        self.has_ended = self.has_ended or self.settlement is not None


def answer_life(case):
    """The accepted acts, the deadline, the claim and the settlement of a step."""
    life = Life(case)
    accepted = [life.act(act) for act in case["acts"]]
    life.settle(case["end"])
    return {
        "accepted": accepted,
        "deadline": life.deadline,
        "claim": rules.claim(life.step, case["threshold"]),
        "settlement": life.settlement,
    }
