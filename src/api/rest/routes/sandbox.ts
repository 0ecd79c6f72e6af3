import { change, POST, type RouteDefinition } from './route';

export const sandbox: readonly RouteDefinition[] = [
  POST(
    '/sandbox/clock/advance',
    200,
    'mutation ($input: AdvanceClockInput!) { body: advanceClock(input: $input) { reachedAt } }',
  ),
  POST('/sandbox/tickets', 201, change('grantTickets', 'body: purchase { ...TicketPurchase }')),
  POST(
    '/sandbox/counterparties',
    201,
    change(
      'spawnCounterparty',
      'body: counterparty { principalKey agentKey listingKey strategy side tradeProfile seed priceStamps }',
    ),
  ),
  POST('/sandbox/faults', 201, change('injectFault', 'body: fault { kind count principalKey }')),
];
