import type { Log } from '../../operations/ports';
import { type Checkpoint, fitting, prove, stopping } from '../../ledger/audit';
import { guarded } from '../../ledger/audit/guard';
import { stop, stopped } from '../../ledger/ledger';
import type { Store } from '../../database/transactions/database';
import type { Task } from '../runner';

// Often enough that little is built on broken books, seldom enough that reading every balance costs little.
const EVERY_MS = 60_000;
// In large books what is settled and sealed is looked at again once an hour; in between, what came since.
const WHOLE_EVERY = 60;

/** Proves I1 and I5 again and again; a broken one stops ledger writes rather than going on wrong (ledger.md §4). */
export function ledgerGuard(store: Store, log: Log): Task {
  let runs = 0;
  let proved: Checkpoint | undefined;
  return {
    name: 'ledger-guard',
    everyMs: EVERY_MS,
    async run() {
      if (await stopped(store)) return false;
      const from = runs++ % WHOLE_EVERY === 0 ? undefined : fitting(proved);
      const { outcomes, reached } = await store.inSession((connection) => prove(connection, stopping, from));
      const findings = outcomes.flatMap((outcome) => outcome.findings);
      await guarded(store, findings.length);
      const [first] = findings;
      proved = first ? undefined : reached;
      if (!first) return false;
      log.error(
        { finding: first },
        'the books are broken: the ledger is stopped; `ats audit` tells everything it finds',
      );
      await stop(store, `${first.check}: ${first.detail}`);
      return false;
    },
  };
}
