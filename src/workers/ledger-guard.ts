import type { Log } from '../operations/ports';
import { audit, stopping } from '../store/audit';
import { stop, stopped } from '../store/books';
import type { Store } from '../store/tx';
import type { Task } from './runner';

// Often enough that little is built on broken books, seldom enough that reading every balance costs nothing.
const EVERY_MS = 60_000;

/** Proves I1 and I5 again and again; a broken one stops ledger writes rather than going on wrong (ledger.md §4). */
export function ledgerGuard(store: Store, log: Log): Task {
  return {
    name: 'ledger-guard',
    everyMs: EVERY_MS,
    async run() {
      if (await stopped(store)) return false;
      const [first] = await store.inSession((connection) => audit(connection, stopping));
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
