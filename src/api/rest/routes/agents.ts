import { change, DELETE, GET, PATCH, POST, PUT, type RouteDefinition } from './route';

const P = '/principals/{principal_key}';
const A = `${P}/agents/{agent_key}`;

export const agents: readonly RouteDefinition[] = [
  GET(
    `${P}/agents`,
    `query ($principalKey: ID!, $limit: Int, $cursor: String, $text: String, $hasDisabledWebhook: Boolean) {
      principal(principalKey: $principalKey) {
        body: agents(first: $limit, after: $cursor, filter: { text: $text, hasDisabledWebhook: $hasDisabledWebhook }) {
          nodes { ...Agent } pageInfo { ...Page }
        }
      }
    }`,
  ),
  POST(
    `${P}/agents`,
    201,
    change('registerAgent', 'body: agent { ...Agent } webhookSigningKey { ...IssuedWebhookSigningKey }'),
  ),
  GET(
    A,
    `query ($principalKey: ID!, $agentKey: ID!) { principal(principalKey: $principalKey) {
      body: agent(agentKey: $agentKey) { ...Agent }
    } }`,
  ),
  PATCH(A, 200, change('updateAgentNotificationUrl', 'body: agent { ...Agent }'), { needs: ['notification_url'] }),
  PUT(`${A}/card`, 200, change('updateAgentCard', 'body: agent { ...Agent }')),
  POST(`${A}/retirement`, 200, change('retireAgent', 'body: agent { ...Agent }')),
  PUT(`${A}/event-types`, 200, change('setAgentEventTypes', 'body: agent { ...Agent }')),
  GET(
    `${A}/mandate`,
    `query ($principalKey: ID!, $agentKey: ID!) { principal(principalKey: $principalKey) {
      agent(agentKey: $agentKey) { body: mandate { ...Mandate } }
    } }`,
  ),
  PUT(`${A}/mandate`, 200, change('putMandate', 'agent { body: mandate { ...Mandate } }')),
  DELETE(`${A}/mandate`, 200, change('revokeMandate', 'agent { body: mandate { ...Mandate } }')),
  GET(
    `${P}/approvals`,
    `query (
      $principalKey: ID!, $limit: Int, $cursor: String, $status: [ApprovalStatus!], $agentKey: ID
    ) { principal(principalKey: $principalKey) {
      body: approvals(first: $limit, after: $cursor, filter: { statuses: $status, agentKey: $agentKey }) {
        nodes { ...Approval } pageInfo { ...Page }
      }
    } }`,
  ),
  GET(
    `${P}/approvals/{approval_key}`,
    `query ($principalKey: ID!, $approvalKey: ID!) { principal(principalKey: $principalKey) {
      body: approval(approvalKey: $approvalKey) { ...Approval }
    } }`,
  ),
  POST(`${P}/approvals/{approval_key}/decision`, 200, change('decideApproval', 'body: approval { ...Approval }')),
  GET(
    `${A}/webhook-signing-keys`,
    `query ($principalKey: ID!, $agentKey: ID!, $limit: Int, $cursor: String) { principal(principalKey: $principalKey) {
      agent(agentKey: $agentKey) {
        body: webhookSigningKeys(first: $limit, after: $cursor) { nodes { ...WebhookSigningKey } pageInfo { ...Page } }
      }
    } }`,
  ),
  POST(
    `${A}/webhook-signing-keys/rotate`,
    201,
    change('rotateWebhookSigningKey', 'body: webhookSigningKey { ...IssuedWebhookSigningKey }'),
  ),
  GET(
    `${A}/webhook-deliveries`,
    `query (
      $principalKey: ID!, $agentKey: ID!, $limit: Int, $cursor: String, $state: [DeliveryState!], $eventType: [EventType!]
    ) { principal(principalKey: $principalKey) {
      agent(agentKey: $agentKey) {
        body: webhookDeliveries(first: $limit, after: $cursor, filter: { states: $state, eventTypes: $eventType }) {
          nodes { ...WebhookDelivery } pageInfo { ...Page }
        }
      }
    } }`,
  ),
  POST(
    `${A}/webhook-deliveries/{delivery_key}/redeliver`,
    200,
    change('redeliverWebhook', 'body: delivery { ...WebhookDelivery }'),
  ),
  GET(
    `${P}/events`,
    `query (
      $principalKey: ID!, $limit: Int, $after: String, $types: [EventType!], $subjectKey: ID, $tradeKey: ID, $from: DateTime,
      $to: DateTime, $orderBy: EventOrderField, $direction: OrderDirection
    ) { principal(principalKey: $principalKey) {
      body: events(first: $limit, after: $after, types: $types, orderBy: { field: $orderBy, direction: $direction }, filter: {
        subjectKey: $subjectKey, tradeKey: $tradeKey, from: $from, to: $to
      }) { nodes { ...Event } pageInfo { ...Page } }
    } }`,
    { feed: true },
  ),
];
