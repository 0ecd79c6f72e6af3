import { ACTION_FIELDS } from './views/actions';
import { assertFound } from './service';
import type { Call } from './tool';
import { type Proposal, PROPOSAL_FIELDS, type Revision, TERMS_FIELDS } from './views/proposal';
import { type Trade, TRADE_FIELDS } from './views/trade';

/** Reads that several tools share. */

const TRADE = `query ($key: ID!) { principal { principalKey trade(tradeKey: $key) { ...T } } service { activationFeeBps } }
  ${TRADE_FIELDS} ${ACTION_FIELDS}`;

const PROPOSAL = `query ($key: ID!) { principal { principalKey proposal(proposalKey: $key) { ...P revisions { revisionNo terms { ...R } } } }
  service { activationFeeBps } } ${PROPOSAL_FIELDS} ${TERMS_FIELDS} ${ACTION_FIELDS}`;

interface Context {
  readonly principalKey: string;
  readonly feeBps: number;
}

interface Service {
  readonly service: { readonly activationFeeBps: number };
}

/** Reads a trade of the principal. @throws ToolError if there is none */
export async function readTrade(key: string, { service, signal }: Call): Promise<Context & { readonly trade: Trade }> {
  type Data = Service & { principal: { principalKey: string; trade: Trade | null } };
  const data = await service.read<Data>(TRADE, { key }, signal);
  const { principalKey, trade } = data.principal;
  return { principalKey, trade: assertFound(trade, 'trade'), feeBps: data.service.activationFeeBps };
}

export type ReadProposal = Proposal & { readonly revisions: readonly Revision[] };

/** Reads a proposal of the principal with all its revisions. @throws ToolError if there is none */
export async function readProposal(
  key: string,
  { service, signal }: Call,
): Promise<Context & { readonly proposal: ReadProposal }> {
  type Data = Service & { principal: { principalKey: string; proposal: ReadProposal | null } };
  const data = await service.read<Data>(PROPOSAL, { key }, signal);
  const { principalKey, proposal } = data.principal;
  return { principalKey, proposal: assertFound(proposal, 'proposal'), feeBps: data.service.activationFeeBps };
}
