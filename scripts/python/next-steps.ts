/** The call that usually follows each function, because a trade needs several calls in their order. */
export const NEXT_STEPS: Readonly<Record<string, string>> = {
  'agents.register': '`agents.put_mandate` limits the agent, and `credentials.create` makes its credential.',
  'credentials.create': 'save `signing_secret`. No later call returns it.',
  'credentials.rotate': 'save `signing_secret`. No later call returns it.',
  'listings.match': '`accept_and_start` or `proposals.counter`. If there are no proposals, `empty_match` says why.',
  'listings.publish': '`listings.match` looks for counterparties.',
  'money.purchase_tickets': 'pay at `checkout_url`. `money.purchase` shows when the tickets are credited.',
  'principals.provision': 'save the `credential`. No later call returns it. Then `agents.register` adds an agent.',
  'proposals.respond': '`trades.create`, as soon as every participant has accepted.',
  'trades.activate': 'the provider of the step calls `trades.publish_contract`.',
  'trades.create': '`trades.activate` starts the first step.',
  'trades.file_rebuttal': 'operators decide, and `settlements.wait` returns the settlement.',
  'trades.publish_contract': 'the consumer of the step calls `trades.submit_checkpoint`.',
  'trades.submit_checkpoint': '`trades.activate` starts the next step. After the last one, call `settlements.wait`.',
};
