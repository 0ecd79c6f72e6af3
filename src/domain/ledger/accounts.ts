import type { Account, Journal, Line, TransferKind } from '../effects';

export const tickets = (principal_id: string): Account => ({ kind: 'ticket', principal_id });
export const bondAvailable = (principal_id: string): Account => ({ kind: 'bond_available', principal_id });
export const wallet = (human_id: string): Account => ({ kind: 'wallet', human_id });
export const platformFee: Account = { kind: 'platform_fee' };
export const slashPool: Account = { kind: 'slash_pool' };
export const stripeClearing: Account = { kind: 'stripe_clearing' };

export function tradeBond(trade_id: string, principal_id: string): Account {
  return { kind: 'trade_bond', trade_id, principal_id };
}

export function tradeEscrow(trade_id: string, step_no: number, principal_id: string): Account {
  return { kind: 'trade_escrow', trade_id, step_no, principal_id };
}

export function line(debit: Account, credit: Account, amount: bigint): Line {
  return { debit, credit, amount };
}

/** Unique text of an account, for comparison: `trade_escrow:{trade}:{step}:{principal}`. */
export function accountName(account: Account): string {
  switch (account.kind) {
    case 'ticket':
    case 'bond_available':
      return `${account.kind}:${account.principal_id}`;
    case 'trade_bond':
      return `${account.kind}:${account.trade_id}:${account.principal_id}`;
    case 'trade_escrow':
      return `${account.kind}:${account.trade_id}:${String(account.step_no)}:${account.principal_id}`;
    case 'wallet':
      return `${account.kind}:${account.human_id}`;
    default:
      return account.kind;
  }
}

/** The change of each account by `accountName`. The values add up to zero. */
export function netChanges(lines: readonly Line[]): Map<string, bigint> {
  const changes = new Map<string, bigint>();
  for (const { debit, credit, amount } of lines) {
    changes.set(accountName(debit), (changes.get(accountName(debit)) ?? 0n) - amount);
    changes.set(accountName(credit), (changes.get(accountName(credit)) ?? 0n) + amount);
  }
  return changes;
}

export interface JournalHead {
  readonly journalId: string;
  readonly idemKey: string;
  readonly kind: TransferKind;
  readonly tradeId: string | null;
}

/** The journal of the lines with an amount, as a list for `Effects.journals`; empty without such lines. */
export function journals(head: JournalHead, lines: readonly Line[]): readonly Journal[] {
  const nonZero = lines.filter(({ amount }) => amount !== 0n);
  return nonZero.length === 0 ? [] : [{ ...head, lines: nonZero }];
}
