import type { Agent } from 'node:http';
import { signRequest } from '../../../src/client';
import { exchange, type Sender } from '../http';

const FIELDS = `stepNo title state priceStamps activatedAt checkpointStatus coverageBps`;
const END = 'outcome failureClass slashAmount policyVersion evidenceSha256 settledAt';

const OURS = `{ principal { trades(first: 20) { nodes {
  tradeKey state createdAt settledAt
  steps { ${FIELDS} provider { principalKey displayName } consumer { principalKey displayName } }
  participants { principalKey bondStamps }
  settlement { settlementKey ${END} } } } } }`;

/** The same read for mercurius and Apollo. */
const WRITTEN = `query ($principalId: ID!) { trades(principalId: $principalId) {
  tradeId state createdAt settledAt
  steps { ${FIELDS} provider { principalId displayName } consumer { principalId displayName } }
  participants { principalId bondStamps }
  settlement { settlementId ${END} } } }`;

/** The same read in the schema that PostGraphile generates. */
const GENERATED = `query ($principalId: UUID!) { principalByPrincipalId(principalId: $principalId) {
  tradeParticipantsByPrincipalId(first: 20, orderBy: TRADE_ID_DESC) { nodes { trade: tradeByTradeId {
    tradeId state createdAt settledAt
    steps: tradeStepsByTradeId(orderBy: STEP_NO_ASC) { nodes { ${FIELDS}
      provider: tradeParticipantByTradeIdAndProviderPrincipalId { party: principalByPrincipalId { principalId displayName } }
      consumer: tradeParticipantByTradeIdAndConsumerPrincipalId { party: principalByPrincipalId { principalId displayName } } } }
    participants: tradeParticipantsByTradeId(orderBy: PRINCIPAL_ID_ASC) { nodes { principalId bondStamps } }
    settlement: settlementByTradeId { settlementId ${END} } } } } } }`;

/**
 * Sends one read and returns the bytes. Any status but 200 is an error. The bytes are not parsed, because only the
 * server is measured.
 */
export type Ask = () => Promise<string>;

/** Signs each request, as every client does. */
export function askOurs(sender: Sender, base: string, agent: Agent): Ask {
  const url = `${base}/graphql`;
  const body = JSON.stringify({ query: OURS });
  return async () => {
    const request = { method: 'POST', url, headers: { 'content-type': 'application/json' }, body };
    const signed = signRequest(request, sender, { now: new Date() });
    return sent(agent, 'POST', url, signed.headers, body);
  };
}

export function askRoute(principalId: string, base: string, agent: Agent): Ask {
  const url = `${base}/trades/${principalId}`;
  return () => sent(agent, 'GET', url, {});
}

export function askWritten(principalId: string, url: string, agent: Agent): Ask {
  return post(url, agent, { query: WRITTEN, variables: { principalId } });
}

export function askGenerated(principalId: string, url: string, agent: Agent): Ask {
  return post(url, agent, { query: GENERATED, variables: { principalId } });
}

function post(url: string, agent: Agent, request: object): Ask {
  const body = JSON.stringify(request);
  return () => sent(agent, 'POST', url, { 'content-type': 'application/json' }, body);
}

async function sent(
  agent: Agent,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<string> {
  const { status, text } = await exchange(agent, method, url, headers, body);
  if (status !== 200) throw new Error(`${url} ${String(status)} ${text.slice(0, 1_000)}`);
  return text;
}
