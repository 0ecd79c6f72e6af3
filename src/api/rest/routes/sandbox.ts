import { POST, type RouteDefinition } from './route';

export const sandbox: readonly RouteDefinition[] = [
  POST(
    '/sandbox/clock/advance',
    200,
    'mutation ($input: AdvanceClockInput!) { body: advanceClock(input: $input) { reachedAt } }',
  ),
  POST(
    '/sandbox/tickets',
    201,
    'mutation ($input: GrantTicketsInput!) { grantTickets(input: $input) { body: purchase { ...TicketPurchase } } }',
  ),
  POST(
    '/sandbox/counterparties',
    201,
    `mutation ($input: SpawnCounterpartyInput!) { spawnCounterparty(input: $input) {
      body: counterparty { principalKey agentKey listingKey strategy side tradeProfile seed priceStamps }
    } }`,
  ),
  POST(
    '/sandbox/faults',
    201,
    'mutation ($input: InjectFaultInput!) { injectFault(input: $input) { body: fault { kind count principalKey } } }',
  ),
];
