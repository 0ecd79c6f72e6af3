import { verifyLedgerProof } from '../client';
import { Refusal } from '../domain/errors/errors';
import { idOf } from '../domain/keys';
import type { Outcome } from '../ledger/audit';
import { openConnection } from '../database/connection/connection';
import type { Db } from '../database/transactions/statement';
import { blockOf, proveTransfer } from '../ledger/proofs/seals';
import type { CliContext } from './context';

/** Checks that a head saved earlier is still a block of this ledger, so no block was rewritten. */
export async function auditHead(db: Db, head: string): Promise<Outcome> {
  const check = { id: 'S4', title: 'the given head is a block of this ledger' };
  const exists = (await blockOf(db, head)) !== undefined;
  return { check, findings: exists ? [] : [{ check: check.id, detail: `no block has the hash ${head}` }] };
}

/**
 * Prints the proof that a transfer is sealed, as one line of JSON (docs/proofs/ledger-proofs.md). It verifies the proof
 * first, so that no proof of a changed ledger is printed. @throws Refusal, LedgerProofError
 */
export async function printProof(context: CliContext, transferKey: string, head: string | undefined): Promise<void> {
  const journalId = idOf('xfr', transferKey);
  if (journalId === undefined) throw new Refusal('validation_failed', `${transferKey} is not a transfer key (xfr_…)`);
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
