import { verifyLedgerProof } from '../client';
import { Refusal } from '../domain/errors/errors';
import { idOf } from '../domain/keys';
import type { Outcome } from '../ledger/audit';
import { openConnection } from '../database/connection/connection';
import type { Db } from '../database/transactions/statement';
import { blockOf, proveTransfer } from '../ledger/proofs/seals';
import type { CliContext } from './context';

/** A head that somebody kept must be a block of this ledger still: rewritten from the first block on, it would not be. */
export async function auditHead(db: Db, head: string): Promise<Outcome> {
  const check = { id: 'S4', title: 'the head that was kept is a block of this ledger' };
  const there = (await blockOf(db, head)) !== undefined;
  return { check, findings: there ? [] : [{ check: check.id, detail: `no block has the hash ${head}` }] };
}

/**
 * Prints the proof that a transfer is sealed, as one line of JSON (docs/proofs/ledger-proofs.md). It is verified first: what was
 * tampered with cannot be proved. @throws Refusal, LedgerProofError
 */
export async function printProof(context: CliContext, transferKey: string, head: string | undefined): Promise<void> {
  const journalId = idOf('xfr', transferKey);
  if (journalId === undefined) throw new Refusal('validation_failed', `${transferKey} is no transfer key (xfr_…)`);
  const proof = await context.withDatabase(async (url) => {
    const connection = await openConnection(url);
    try {
      return await proveTransfer(connection, journalId, head);
    } finally {
      await connection.close();
    }
  });
  verifyLedgerProof(proof, proof.head);
  context.print(JSON.stringify(proof));
}
