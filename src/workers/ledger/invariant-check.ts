import type { Log } from '../../operations/ports';
import { type AuditCheckpoint, incrementalCheckpoint, ledgerHaltingChecks, runAudit } from '../../ledger/audit';
import { recordInvariantCheck } from '../../ledger/audit/invariant-check';
import { haltLedger, ledgerHalt } from '../../ledger/ledger';
import type { Database } from '../../database/transactions/database';
import type { Task } from '../runner';

// A compromise: few writes follow a violation, and reading every balance stays cheap.
const POLL_INTERVAL_MS = 60_000;
// Every 60th run (once an hour) reads the whole ledger; the others read what is new since the last checkpoint.
const FULL_CHECK_INTERVAL = 60;

/** Checks the invariants I1 and I5, and halts the ledger at a violation (docs/concepts/ledger.md). */
export function ledgerInvariantCheck(store: Database, log: Log): Task {
  let runs = 0;
  let lastCheckpoint: AuditCheckpoint | undefined;
  return {
    // An older name of the check. It stays, because operators look for it in logs and metrics.
    name: 'ledger-guard',
    pollIntervalMs: POLL_INTERVAL_MS,
    async run(signal) {
      if (await ledgerHalt(store)) return false;
      const from = runs % FULL_CHECK_INTERVAL === 0 ? undefined : incrementalCheckpoint(lastCheckpoint);
      const checked = await store
        .withDedicatedConnection((connection) => runAudit(connection, ledgerHaltingChecks, from), signal)
        .catch((error: unknown) => {
          // An aborted check is not a failure. The next process begins with a full one.
          if (signal?.aborted !== true) throw error;
        });
      if (!checked) return false;
      const { outcomes, checkpoint } = checked;
      const findings = outcomes.flatMap((outcome) => outcome.findings);
      const [first] = findings;
      if (first) {
        log.error(
          { finding: first },
          'a ledger invariant is violated: ledger writes stop; run `ats audit` for details',
        );
        await haltLedger(store, `${first.check}: ${first.detail}`);
      }
      await recordInvariantCheck(store, findings.length);
      // A run that failed is repeated with the same range.
      lastCheckpoint = first ? undefined : checkpoint;
      runs += 1;
      return false;
    },
  };
}
