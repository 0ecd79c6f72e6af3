"""The longest page of each list, as its docstring states it."""

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

from agent_trading import Client
from agent_trading.streams import UpdateStream

from .support import CONFIG, URL, Case, agree, create_party, credential_of

MAX_ROWS = re.compile(r"`first`: [^`]*?\b(?:maximum|at most|1 to) ([\d,]+)")


def lists_of(client: Client) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Functions with `first`, which the groups have."""
    for group, members in vars(client).items():
        if not type(members).__module__.startswith("agent_trading._sync"):
            continue
        for name, function in inspect.getmembers(members, inspect.ismethod):
            if "first" in inspect.signature(function).parameters:
                yield f"{group}.{name}", function


class LongestPages(Case):
    @classmethod
    def setUpClass(cls) -> None:
        cls.ann, cls.ben = create_party("Ann"), create_party("Ben")
        proposal_key = agree(cls.ann, cls.ben, 500)
        with cls.ann.client() as ann, cls.ben.client() as ben:
            ann.accept_and_start(proposal_key)
            trade = ben.accept_and_start(proposal_key).trade
            assert trade is not None
            cls.keys = {
                "agent_key": ann.agents.list()[0].agent_key,
                "principal_key": cls.ann.principal_key,
                "trade_key": trade.trade_key,
            }

    def read(self, function: Callable[..., Any], **sizes: int) -> None:
        parameters = inspect.signature(function).parameters
        required = {name: self.keys[name] for name, one in parameters.items() if one.default is one.empty}
        found = function(**required, **sizes)
        if isinstance(found, UpdateStream):
            with found:
                next(found)

    def test_accepts_the_longest_page_that_each_docstring_states(self) -> None:
        operator = Client(URL, credential_of(CONFIG["operator"]))
        acting = self.ann.owner.signer.acting
        owner = Client(URL, credential_of(CONFIG["console"]), acting=acting, principal_key=self.ann.principal_key)
        with operator, owner, self.ann.client() as party:
            found = 0
            for name, function in lists_of(party):
                used = operator if name.startswith("operator.") else owner if name == "principals.bindings" else party
                group, method = name.split(".")
                read = getattr(getattr(used, group), method)
                with self.subTest(name):
                    stated = MAX_ROWS.search(" ".join((inspect.getdoc(function) or "").split()))
                    assert stated is not None, "the docstring states no maximum"
                    longest = int(stated[1].replace(",", ""))
                    self.read(read, first=longest)
                    if "last" in inspect.signature(function).parameters:
                        self.read(read, last=longest)
                found += 1
            self.assertGreaterEqual(found, 22)
