import { addSeconds } from '../../domain/time';
import type { Log } from '../../operations/ports';
import { auditBooks } from '../../ledger/audit';
import { recordAudit, findingsOf, lastAuditAt } from '../../ledger/audit/last-audit';
import { releaseLease, acquireLease } from '../../database/connection/leases';
import type { Database } from '../../database/transactions/database';
import type { Task } from '../runner';

// Time from the end of an audit to the start of the next (docs/decisions/0030-hourly-audit.md).
const PAUSE_SECONDS = 3_600;
const POLL_INTERVAL_MS = 60_000;
// A new process first works off its backlog, for five minutes.
const SKIPPED_RUNS = 5;

const LEASE = 'ledger-audit';
// After this time another process may repeat the audit of a process that died.
const LEASE_SECONDS = 60;
const LEASE_RENEWAL_MS = 20_000;

/**
 * Runs the checks of `src/ledger/audit` once an hour, in one process at a time (docs/operations/audit.md).
 * Only `ats audit` also asks Stripe (part of I7), decrypts secrets (C4) and looks for a given head (S4).
 * Its findings stop nothing; only `ledgerInvariantCheck` halts the ledger. The database stores the last run, so that a
 * restart does not repeat it.
 * @param holder identifies this process
 */
export function ledgerAudit(store: Database, holder: string, log: Log): Task {
  let runCount = 0;
  const isDue = async (): Promise<boolean> => {
    const last = await lastAuditAt(store);
    return last === undefined || addSeconds(last, PAUSE_SECONDS) <= (await store.now());
  };
  const auditNow = async (signal: AbortSignal | undefined): Promise<void> => {
    const audit = await store.withDedicatedConnection((connection) => auditBooks(connection, 'auto'), signal);
    const findings = findingsOf(audit.outcomes);
    for (const [first, ...others] of findings.values()) {
      if (!first) continue;
      log.error(
        { finding: first, findings: 1 + others.length },
        'the audit found a violation; run `ats audit` for the full list',
      );
    }
    await store.inTransaction((tx) => recordAudit(tx, findings, audit, tx.now));
  };
  const auditWithLease = async (signal: AbortSignal | undefined): Promise<void> => {
    if ((await acquireLease(store, LEASE, holder, LEASE_SECONDS)) === undefined) return;
    // If a renewal fails, a second audit may start; it only repeats the findings.
    const renewal = setInterval(
      () => void acquireLease(store, LEASE, holder, LEASE_SECONDS).catch(() => undefined),
      LEASE_RENEWAL_MS,
    );
    try {
      if (await isDue()) await auditNow(signal);
    } finally {
      clearInterval(renewal);
      await releaseLease(store, LEASE, holder);
    }
  };
  return {
    name: 'ledger-audit',
    pollIntervalMs: POLL_INTERVAL_MS,
    async run(signal) {
      if (runCount++ < SKIPPED_RUNS) return false;
      await auditWithLease(signal).catch((error: unknown) => {
        // An aborted audit is not a failure; it stays due for the next process.
        if (signal?.aborted !== true) throw error;
      });
      return false;
    },
  };
}
