import type { Log } from '../../operations/ports';
import { type Checkpoint, incrementalCheckpoint, runAudit, stopping } from '../../ledger/audit';
import { recordGuardRun } from '../../ledger/audit/guard';
import { haltLedger, ledgerHalt } from '../../ledger/ledger';
import type { Database } from '../../database/transactions/database';
import type { Task } from '../runner';

// Often enough that little is built on broken books, seldom enough that reading every balance costs little.
const POLL_INTERVAL_MS = 60_000;
// In large books what is settled and sealed is looked at again once an hour; in between, what came since.
const WHOLE_EVERY = 60;

/** Proves I1 and I5 again and again; a broken one stops ledger writes rather than going on wrong (ledger.md §4). */
export function ledgerInvariantCheck(store: Database, log: Log): Task {
  let runs = 0;
  let proved: Checkpoint | undefined;
  return {
    name: 'ledger-guard',
    pollIntervalMs: POLL_INTERVAL_MS,
    async run() {
      if (await ledgerHalt(store)) return false;
      const from = runs++ % WHOLE_EVERY === 0 ? undefined : incrementalCheckpoint(proved);
      const { outcomes, checkpoint: reached } = await store.withDedicatedConnection((connection) =>
        runAudit(connection, stopping, from),
      );
      const findings = outcomes.flatMap((outcome) => outcome.findings);
      await recordGuardRun(store, findings.length);
      const [first] = findings;
      proved = first ? undefined : reached;
      if (!first) return false;
      log.error(
        { finding: first },
        'the books are broken: the ledger is stopped; `ats audit` tells everything it finds',
      );
      await haltLedger(store, `${first.check}: ${first.detail}`);
      return false;
    },
  };
}
