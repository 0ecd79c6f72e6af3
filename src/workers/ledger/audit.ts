import { addSeconds } from '../../domain/time';
import type { Log } from '../../operations/ports';
import { auditBooks } from '../../ledger/audit';
import { recordAudit, findingsOf, lastAuditAt } from '../../ledger/audit/last-audit';
import { releaseLease, acquireLease } from '../../database/connection/leases';
import type { Database } from '../../database/transactions/database';
import type { Task } from '../runner';

// From the end of one audit to the beginning of the next (docs/decisions/0030-hourly-audit.md).
const PAUSE_SECONDS = 3_600;
const POLL_INTERVAL_MS = 60_000;
// Who has just started has more urgent things to do, and what fell behind meanwhile comes right by itself: five minutes.
const ROUNDS_BEFORE = 5;

const LEASE = 'ledger-audit';
// An audit may take minutes; one whose process died is made by another after so long.
const LEASE_SECONDS = 60;
const RENEW_EVERY_MS = 20_000;

/**
 * Makes every check of `ats audit` once an hour, one process at a time, for whoever watches the service (ledger.md §4). What
 * it finds stops nothing: I1 and I5 are the guard's. When it is due the database says, so that restarts do not repeat it.
 * @param holder names this process among all
 */
export function ledgerAudit(store: Database, holder: string, log: Log): Task {
  let rounds = 0;
  const due = async (): Promise<boolean> => {
    const last = await lastAuditAt(store);
    return last === undefined || addSeconds(last, PAUSE_SECONDS) <= (await store.now());
  };
  const make = async (signal: AbortSignal | undefined): Promise<void> => {
    const { outcomes } = await store.withDedicatedConnection((connection) => auditBooks(connection, 'fitting'), signal);
    const found = findingsOf(outcomes);
    await store.inTransaction((tx) => recordAudit(tx, found, tx.now));
    for (const [first, ...others] of found.values()) {
      if (!first) continue;
      log.error(
        { finding: first, findings: 1 + others.length },
        'an audit found what must not be: `ats audit` tells everything it finds',
      );
    }
  };
  const inTurn = async (signal: AbortSignal | undefined): Promise<void> => {
    if ((await acquireLease(store, LEASE, holder, LEASE_SECONDS)) === undefined) return;
    // Should it fail, and another begin meanwhile, the same is found twice.
    const renewal = setInterval(
      () => void acquireLease(store, LEASE, holder, LEASE_SECONDS).catch(() => undefined),
      RENEW_EVERY_MS,
    );
    try {
      if (await due()) await make(signal);
    } finally {
      clearInterval(renewal);
      await releaseLease(store, LEASE, holder);
    }
  };
  return {
    name: 'ledger-audit',
    pollIntervalMs: POLL_INTERVAL_MS,
    async run(signal) {
      if (rounds++ < ROUNDS_BEFORE) return false;
      await inTurn(signal).catch((error: unknown) => {
        // Cut short, not failed: it is due still, for whoever comes next.
        if (signal?.aborted !== true) throw error;
      });
      return false;
    },
  };
}
