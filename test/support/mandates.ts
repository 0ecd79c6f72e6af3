import { idFromKeyOrUuid } from '../../src/domain/keys';
import { createParty, mutate, type Party } from './actors';
import type { TestApp } from './app';
import { buy } from './ledger';
import { refusalOf, withOwnerConnection } from './parties';

/** Parties whose agents have a mandate, and what owners approve. */

type Input = Record<string, unknown>;

export async function funded(app: TestApp, name: string): Promise<Party> {
  const party = await createParty(app, name);
  await withOwnerConnection(app, (db) => buy(db, idFromKeyOrUuid('prn', party.principalKey) ?? '', 1_000_000n));
  return party;
}

export const putMandate = ({ owner, principalKey, agentKey }: Party, limits: Input) =>
  mutate(owner, 'putMandate', { principalKey, agentKey, ...limits }, 'agent { mandate { approvalAboveStamps } }');

export const respond = (
  { api }: Pick<Party, 'api'>,
  proposalKey: string,
  decision: string,
  { idempotencyKey, ...more }: Input & { readonly idempotencyKey?: string } = {},
) => mutate(api, 'respondToProposal', { proposalKey, decision, ...more }, 'proposal { state }', idempotencyKey);

/** The terms of a counter with one step. */
export function termsOf(provider: Party, consumer: Party, priceStamps: number): Input {
  const step = {
    ...{ stepNo: 1, title: 'Work', priceStamps, contractWindowSeconds: 3_600, checkpointWindowSeconds: 3_600 },
    ...{ providerPrincipalKey: provider.principalKey, providerAgentId: provider.agentId },
    ...{ consumerPrincipalKey: consumer.principalKey, consumerAgentId: consumer.agentId },
  };
  return { steps: [step], coverageThresholdBps: 8_000 };
}

export interface Approval {
  readonly approvalKey: string;
  readonly status: string;
  readonly agentKey: string;
  readonly proposalKey: string;
  readonly revisionNo: number;
  readonly committedStamps: number;
  readonly bondStamps: number;
  readonly terms: { readonly steps: readonly { readonly priceStamps: number }[] };
}

const APPROVAL = `approvalKey status agentKey proposalKey revisionNo committedStamps bondStamps terms { steps { priceStamps } }`;

/** The approvals that a credential sees, newest first. */
export async function approvalsOf({ api }: Pick<Party, 'api'>, filter: Input = {}): Promise<readonly Approval[]> {
  const { principal } = await api.queryOrThrow<{ principal: { approvals: { nodes: Approval[] } } }>(
    `query ($filter: ApprovalFilter) { principal { approvals(filter: $filter) { nodes { ${APPROVAL} } } } }`,
    { filter },
  );
  return principal.approvals.nodes;
}

/** The key of the approval for which a refused call asks. */
export async function approvalKeyOf(call: Promise<unknown>): Promise<string> {
  const refusal = await refusalOf(call);
  expect(refusal).toMatchObject({ status: 409, code: 'approval_required' });
  return String(refusal['approvalKey']);
}

export const decide = ({ owner, principalKey }: Party, approvalKey: string, decision: 'APPROVE' | 'DENY') =>
  mutate<{ approval: Approval }>(
    owner,
    'decideApproval',
    { principalKey, approvalKey, decision },
    `approval { ${APPROVAL} }`,
  );
