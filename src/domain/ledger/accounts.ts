import type { Account, Journal, Line, TransferKind } from '../effects';

/** The accounts of ledger.md §1 by name, and journals put together from lines. */

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

/** One spelling of an account, to compare and to add up by: `trade_escrow:{trade}:{step}:{principal}`. */
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

/** What a set of lines does to each account, by `accountName`; the values add up to zero. */
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

/** The journal of those lines that move something, as the list `Effects.journals` takes: none when nothing moves. */
export function journals(head: JournalHead, lines: readonly Line[]): readonly Journal[] {
  const moving = lines.filter((one) => one.amount !== 0n);
  return moving.length === 0 ? [] : [{ ...head, lines: moving }];
}
