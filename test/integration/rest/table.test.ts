import { getNamedType, type GraphQLObjectType, isObjectType } from 'graphql';
import { createSchema } from '../../../src/api/graphql/schema';
import { compiledRoutes } from '../../../src/api/http/compiled-routes';
import { accessRules } from '../../../src/operations/access';
import type { ObjectShape, RestShape } from '../../../src/api/rest/compile/shape';

/** The table of all REST paths, and the fields of each type in REST. */

const schema = createSchema();
const routes = compiledRoutes(schema);

const TABLE = `
  GET    /principals/acting                              200 actingPrincipal
  POST   /principals                                     201 provisionPrincipal
  GET    {p}                                             200 principal
  PATCH  {p}                                             200 renamePrincipal
  GET    {p}/bindings                                    200 principal.bindings
  PUT    {p}/bindings                                    200 putBinding
  DELETE {p}/bindings/{binding_id}                       200 removeBinding
  GET    /wallet                                         200 wallet
  GET    /market                                         200 market
  GET    /trade-profiles                                 200 tradeProfiles
  GET    /public-principals/{principal_key}              200 publicPrincipal
  GET    /public-principals/{principal_key}/agents       200 publicPrincipal.agents
  PATCH  {p}/economic-anchor                             200 setEconomicAnchor
  GET    {p}/credentials                                 200 principal.credentials
  POST   {p}/credentials                                 201 createCredential
  POST   {p}/credentials/rotate                          201 rotateCredential
  POST   {p}/credentials/{credential_id}/revoke          200 revokeCredential
  POST   {p}/wallet/fund                                 200 fundPrincipal
  POST   {p}/wallet/return                               200 returnFunds
  GET    {p}/events                                      200 principal.events
  GET    {p}/trade-graph                                 200 principal.tradeGraph
  GET    {p}/ledger/postings                             200 principal.postings
  POST   {p}/bond/reserve                                200 reserveBond
  POST   {p}/bond/release                                200 releaseBond
  GET    {p}/agents                                      200 principal.agents
  GET    {p}/attention                                   200 principal.attention
  POST   {p}/agents                                      201 registerAgent
  PUT    {a}/event-types                                 200 setAgentEventTypes
  GET    {a}                                             200 principal.agent
  PATCH  {a}                                             200 updateAgentNotificationUrl
  GET    {a}/mandate                                     200 principal.agent.mandate
  PUT    {a}/card                                        200 updateAgentCard
  POST   {a}/retirement                                  200 retireAgent
  PUT    {a}/mandate                                     200 putMandate
  DELETE {a}/mandate                                     200 revokeMandate
  GET    {p}/approvals                                   200 principal.approvals
  GET    {p}/approvals/{approval_key}                    200 principal.approval
  POST   {p}/approvals/{approval_key}/decision           200 decideApproval
  GET    {a}/webhook-signing-keys                        200 principal.agent.webhookSigningKeys
  POST   {a}/webhook-signing-keys/rotate                 201 rotateWebhookSigningKey
  GET    {a}/webhook-deliveries                          200 principal.agent.webhookDeliveries
  POST   {a}/webhook-deliveries/{delivery_key}/redeliver 200 redeliverWebhook
  GET    {p}/listings                                    200 principal.listings
  POST   {p}/listings                                    201 publishListing
  GET    {p}/listings/{listing_key}                      200 principal.listing
  PATCH  {p}/listings/{listing_key}                      200 updateListing
  POST   {p}/match-runs                                  201 runMatch
  GET    {p}/match-runs/{match_run_id}                   200 principal.matchRun
  GET    {p}/proposals                                   200 principal.proposals
  GET    {p}/proposals/{proposal_key}                    200 principal.proposal
  GET    {p}/proposals/{proposal_key}/settlement-preview 200 principal.proposal.settlementPreview
  POST   {p}/proposals/{proposal_key}/respond            200 respondToProposal
  GET    {p}/trades                                      200 principal.trades
  POST   {p}/trades                                      201 createTrade
  GET    {t}                                             200 principal.trade
  POST   {t}/activate                                    200 activateTrade
  POST   {t}/withdraw                                    200 withdrawFromTrade
  POST   {t}/steps/{step_no}/delivery-contract           200 publishDeliveryContract
  POST   {t}/steps/{step_no}/checkpoint                  200 submitCheckpoint
  POST   {t}/steps/{step_no}/rebuttal                    200 fileRebuttal
  GET    {t}/settlement-preview                          200 principal.trade.settlementPreview
  GET    {t}/settlement                                  200 principal.trade.settlement
  GET    {t}/settlement/evidence                         200 principal.trade.settlement.evidence
  GET    /trades                                         200 operatorTrades
  GET    /trades/{trade_key}                             200 operatorTrade
  POST   /trades/{trade_key}/evaluation                  200 evaluateTrade
  POST   /trades/{trade_key}/settle                      200 settleTrade
  GET    /policies                                       200 policies
  POST   /policies/{policy_version}/activation           200 activatePolicy
  GET    /policies/{policy_version}/backtest             200 policyBacktest
  GET    {p}/tickets/purchases                           200 principal.ticketPurchases
  GET    /tickets/packs                                  200 ticketPacks
  POST   /tickets/purchase                               201 purchaseTickets
  GET    /tickets/purchase-status                        200 ticketPurchase
  GET    /ledger/audit                                   200 ledgerAudit
  GET    /session                                        200 sessionCheck
  POST   /sandbox/clock/advance                          200 advanceClock
  POST   /sandbox/tickets                                201 grantTickets
  POST   /sandbox/counterparties                         201 spawnCounterparty
  POST   /sandbox/faults                                 201 injectFault
`;

function expandLine(line: string): string {
  const [method, path = '', ...rest] = line.trim().split(/\s+/);
  const whole = path
    .replace('{t}', '{p}/trades/{trade_key}')
    .replace('{a}', '{p}/agents/{agent_key}')
    .replace('{p}', '/principals/{principal_key}');
  return [method, `/api/v1${whole}`, ...rest].join(' ');
}

// @spec V2, R1, R12
it('Every REST path of the specification is a route, and there are no other routes', () => {
  const expected = TABLE.trim().split('\n').map(expandLine);
  const actual = routes.map(({ method, path, statuses, field }) => `${method} ${path} ${statuses[0] ?? ''} ${field}`);
  expect(actual.toSorted()).toEqual(expected.toSorted());
});

// Only GraphQL has the payment lists of operators and their mutations.
const WITHOUT_PATH = ['resolvePayment'];

// @spec R2
it('Every mutation of the schema has its path, except those for payments', () => {
  const all = Object.keys(schema.getMutationType()?.getFields() ?? {});
  const mutations = all.filter((name) => !WITHOUT_PATH.includes(name));
  expect(all).toHaveLength(mutations.length + WITHOUT_PATH.length);
  expect(
    routes
      .filter(({ isMutation }) => isMutation)
      .map(({ field }) => field)
      .toSorted(),
  ).toEqual(mutations.toSorted());
});

it('should have one root field with an access rule in each route', () => {
  for (const { rootFields } of routes) {
    expect(rootFields).toHaveLength(1);
    expect(Object.keys(accessRules)).toContain(rootFields[0]?.name.value);
  }
});

/** Only the answer to a read of one object has these. */
const ACTIONS = ['allowedActions', 'blockedActions'];
const OF_TRADE = ['proposal', 'activeStep', 'timeline'];
const OF_STEP = ['provider', 'consumer', 'providerAgent', 'consumerAgent'];
const OF_PROPOSAL = ['revisions', 'trade', 'matchRun', 'listings', 'timeline', 'settlementPreview'];

/** Fields of each type that REST leaves out. */
const OMITTED: Readonly<Record<string, readonly string[]>> = {
  // Objects beside their keys.
  // The mandate has a path of its own.
  Agent: ['webhookEndpoint', 'mandate'],
  Approval: ['agent', 'proposal'],
  AttentionItem: ['agent', 'subject'],
  // REST has it as `remedy`.
  BlockedAction: ['restRemedy'],
  Credential: ['agent'],
  Compensation: ['principal', 'amountStamps', 'exposureStamps'],
  Listing: ['agent', ...ACTIONS],
  MatchRun: ['listing'],
  Posting: ['trade', 'listing'],
  Principal: ACTIONS,
  Proposal: [...OF_PROPOSAL, ...ACTIONS],
  ListingWithActions: ['agent'],
  ProposalWithActions: OF_PROPOSAL,
  ProposalParticipant: ['principal', 'agent'],
  ProposalRevision: ['proposedBy', 'changes'],
  PublicAgent: ['principal'],
  // The payer of an act.
  PublicPrincipal: ['reputation'],
  SessionPrincipal: ['principal'],
  // REST keeps the names that GraphQL has deprecated.
  // Only operators see the sides of all parties, and GraphQL alone has them.
  Settlement: ['evidence', 'trade', 'faultPrincipal', 'slashStamps', 'compensations', 'sides'],
  SettlementPreview: ['sides'],
  TermsStep: ['provider', 'consumer', 'providerAgent', 'consumerAgent'],
  TicketPack: ['ticketStamps'],
  TicketPurchase: ['ticketStamps', 'principal'],
  Trade: ['settlement', 'settlementPreview', ...OF_TRADE, ...ACTIONS],
  TradeWithActions: ['settlement', 'settlementPreview', ...OF_TRADE],
  TradeParticipant: ['principal', 'agent'],
  TradeStep: OF_STEP,
  TradeInList: ['settlement', 'settlementPreview', ...OF_TRADE, ...ACTIONS],
  TradeStepInList: [...OF_STEP, 'contract', 'checkpointResults', 'rebuttal'],
  WebhookDelivery: ['event', 'lastAttempt'],
  // The agent is the body itself.
  RegisterAgentPayload: ['agent'],
};

function objects(shape: RestShape): ObjectShape[] {
  if (shape.kind === 'list') return objects(shape.of);
  return shape.kind === 'object' ? [shape, ...shape.members.flatMap((member) => objects(member.shape))] : [];
}

function typeOf(name: string): GraphQLObjectType | undefined {
  const type = schema.getType(name.replace(/(InList|WithActions|WithReputation)$/, ''));
  return isObjectType(type) ? type : undefined;
}

const shapes = new Map(routes.flatMap(({ response }) => objects(response)).map((shape) => [shape.name, shape]));

it('REST fields are those of GraphQL without id (except of events), connections, settlement, provider and consumer', () => {
  const compared: string[] = [];
  for (const [name, { members }] of shapes) {
    const type = typeOf(name);
    if (!type || name === 'RegisterAgentPayload') continue;
    const expected = Object.values(type.getFields())
      .filter(
        (field) => (field.name !== 'id' || name === 'Event') && !getNamedType(field.type).name.endsWith('Connection'),
      )
      // Objects under a principal have their own paths.
      .filter((field) => !name.startsWith('Principal') || field.args.length === 0)
      .map((field) => field.name)
      .filter((field) => OMITTED[name]?.includes(field) !== true);
    expect([name, members.map(({ field }) => field).toSorted()]).toEqual([name, expected.toSorted()]);
    compared.push(name);
  }
  expect(compared.length).toBeGreaterThan(30);
});

// @spec R4
it('Names are snake_case, except the capabilities, which have the names of A2A', () => {
  const names = [...shapes.values()].flatMap(({ name, members }) => members.map((member) => `${name}.${member.name}`));
  const others = names.filter((name) => !/\.[a-z][a-z0-9_]*$/.test(name));
  expect(others).toEqual(['AgentCapabilities.pushNotifications', 'AgentCapabilities.extendedAgentCard']);
});

it('should have a description for every member and parameter', () => {
  const undescribed = routes.flatMap(({ method, path, parameters, body, response }) => [
    ...parameters.filter(({ description }) => description === '').map(({ name }) => `${method} ${path} ${name}`),
    ...[...(body ? objects(body) : []), ...objects(response)].flatMap(({ name, members }) =>
      members.filter(({ description }) => description === '').map((member) => `${name}.${member.name}`),
    ),
  ]);
  expect(undescribed).toEqual([]);
});
