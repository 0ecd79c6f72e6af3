import { keyOf } from '../keys';
import { decidePublish } from '../market/listing';
import { decideReleaseBond, decideReserveBond } from '../parties/bond';
import type { PrincipalData } from '../parties/principal';
import { assertAgentQuota, assertDaily, assertQuota, type Quotas } from '../parties/quotas';
import { decideFund, decideReturn, type WalletData } from '../parties/wallet';
import type { Effects } from '../effects';
import { plain, trialContext, type ActCandidate, type Trial } from './action';
import type { Summary } from './summaries';

/** The balances and the usage of a principal. */
export interface PrincipalActionData {
  readonly principal: PrincipalData & Quotas;
  readonly usage: {
    readonly agentCount: number;
    readonly cardBytes: number;
    readonly credentialCount: number;
    readonly bindingCount: number;
    readonly changesToday: number;
  };
  /** Two agents of the principal that have not retired, the oldest first; fewer if it has fewer. */
  readonly agentIds: readonly string[];
  /** The only agent that the caller's credential acts for; null: any agent of the principal. */
  readonly boundAgent: { readonly agentId: string; readonly retiredAt: Date | null } | null;
  /** The wallet of the acting human; empty without one. */
  readonly wallet: WalletData;
  readonly listingFeeStamps: bigint;
  /** Whether a human acts through the console. */
  readonly isOwner: boolean;
  readonly isOperator: boolean;
}

/** The size of the smallest card. */
const SMALLEST_CARD_BYTES = 2;

const most = (stamps: bigint): bigint => (stamps > 0n ? stamps : 1n);

/** The acts for a principal. Amounts are the largest that its balances allow. */
export function principalCandidates(data: PrincipalActionData, now: Date): ActCandidate[] {
  const { principal, usage } = data;
  const { principalId } = principal;
  const act = (operation: Summary, attempt: () => Trial['effects'], input: object = {}): ActCandidate => ({
    operation,
    input: { principal_key: keyOf('prn', principalId), ...input },
    agentId: null,
    payerId: principalId,
    closesAt: null,
    ifNotDone: null,
    attempt: () => ({ effects: attempt(), consequence: plain(operation) }),
  });
  const change = (operation: Summary, assertPossible: () => void = () => undefined): ActCandidate =>
    act(operation, () => {
      assertPossible();
      return 'changes';
    });
  const use = { agents: usage.agentCount, bytes: usage.cardBytes };
  return [
    ...moneyCandidates(data, now, act),
    change('renamePrincipal'),
    change('registerAgent', () => assertAgentQuota(principal, use, SMALLEST_CARD_BYTES)),
    change('createCredential', () => {
      assertChange(data, now);
      assertQuota(principal, 'maxCredentials', usage.credentialCount + 1);
    }),
    change('rotateCredential', () => assertChange(data, now)),
    change('putBinding', () => {
      assertChange(data, now);
      assertQuota(principal, 'maxBindings', usage.bindingCount + 1);
    }),
    ...(data.isOperator ? [change('setEconomicAnchor')] : []),
  ];
}

/** Checks the daily quota of changes for a further one. @throws Refusal 429 `rate_limited` */
function assertChange({ principal, usage, isOwner }: PrincipalActionData, now: Date): void {
  const use = { used: usage.changesToday + 1, maximum: principal.changesPerDay };
  assertDaily('changesPerDay', use, { isOwner, now });
}

function moneyCandidates(
  data: PrincipalActionData,
  now: Date,
  act: (operation: Summary, attempt: () => Trial['effects'], input?: object) => ActCandidate,
): ActCandidate[] {
  const { principal, wallet } = data;
  const context = trialContext(now);
  const move = (operation: Summary, stamps: bigint, attempt: (amount: bigint) => Effects): ActCandidate =>
    act(operation, () => attempt(most(stamps)), { amount_stamps: Number(most(stamps)) });
  const request = (amountStamps: bigint) => ({ amountStamps, requestKey: '' });
  const [agentId, another] = data.agentIds;
  const agent = data.boundAgent ?? (agentId === undefined ? null : { agentId });
  const publish = (): Effects => {
    const content = { trade_profile: 'x', side: 'provide', title: 'x', price_stamps: 1 } as const;
    const input = { agent_id: agent?.agentId ?? '', ...content };
    const { listingFeeStamps } = data;
    return decidePublish({ principal, agent, activeListing: null, settings: { listingFeeStamps } }, input, context)
      .effects;
  };
  const isOnly = data.boundAgent !== null || another === undefined;
  return [
    act('publishListing', publish, agent && isOnly ? { agent_id: agent.agentId } : {}),
    move('reserveBond', principal.ticketStamps, (amount) => decideReserveBond(principal, request(amount), context)),
    move('releaseBond', principal.bondAvailableStamps, (amount) =>
      decideReleaseBond(principal, request(amount), context),
    ),
    act('purchaseTickets', () => {
      assertChange(data, now);
      return 'changes';
    }),
    move(
      'fundPrincipal',
      wallet.balanceStamps,
      (amount) => decideFund(wallet, principal, request(amount), context).effects,
    ),
    move(
      'returnFunds',
      principal.ticketStamps,
      (amount) => decideReturn(principal, wallet, request(amount), context).effects,
    ),
  ];
}
