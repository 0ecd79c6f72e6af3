import { createHash } from 'node:crypto';
import type { Account, Journal, TransferKind } from '../../domain/effects';
import { assert } from '../../domain/errors/errors';
import { accountName } from '../../domain/ledger/accounts';
import { MAX_STAMPS } from '../../domain/ledger/stamps';

/** A journal as `apply_effects` and `ledger_post` take it. */
export interface JournalJson {
  readonly journal_id: string;
  readonly idem_key: string;
  readonly kind: TransferKind;
  readonly trade_id: string | null;
  /** Hex SHA-256. A repeated key with this hash is a replay; with another hash it is an error. */
  readonly request_hash: string;
  readonly lines: readonly { readonly debit: Account; readonly credit: Account; readonly amount: number }[];
}

/**
 * Converts a journal to JSON, without lines of 0 stamps.
 *
 * The hash covers kind, trade and lines. A retry makes a new journal id and time, so these are left out.
 */
export function journalJson(journal: Journal): JournalJson {
  const lines = journal.lines
    .filter((line) => line.amount !== 0n)
    .map((line) => {
      assert(line.amount > 0n && line.amount <= MAX_STAMPS, `a line of ${String(line.amount)} stamps`);
      return { debit: line.debit, credit: line.credit, amount: Number(line.amount) };
    });
  assert(lines.length > 0, `journal ${journal.idemKey} has no lines`);
  const { kind, tradeId } = journal;
  const hashed = lines.map((line) => [accountName(line.debit), accountName(line.credit), line.amount]);
  const request_hash = createHash('sha256')
    .update(JSON.stringify([kind, tradeId, hashed]))
    .digest('hex');
  return { journal_id: journal.journalId, idem_key: journal.idemKey, kind, trade_id: tradeId, request_hash, lines };
}
