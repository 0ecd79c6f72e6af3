import 'reflect-metadata';
import { createPlatformCredential } from '../../src/operations/commands/platform-credential';
import { audit } from '../../src/ledger/audit';
import type { Database } from '../../src/database/transactions/database';
import { arrive } from './agents/join';
import { handleEvent, type MarketEvent } from './agents/on-event';
import type { SimulationState } from './agents/state';
import { arrivals, populate } from './model/population';
import { FIRST_POLICY } from './model/strategies';
import { collectResult, type Result, type Run } from './report/result';
import { compareEverySettlement } from '../../test/support/settlement-previews';
import { serveApi } from './world/api';
import { openDatabase } from './world/database';
import { random } from '../../src/sandbox/counterparty/random';
import { worldServices } from './world/services';
import { openVirtualStore } from './world/store';
import { startWorkers } from './world/workers';
import { World } from './world/virtual-service';

export interface Options extends Run {
  /** PostgreSQL server for the run's database. Undefined starts an embedded one in a temporary folder. */
  readonly databaseUrl: string | undefined;
  /** Shows progress to people. */
  readonly note: (line: string) => void;
  /** Ends the run early. The database is removed in any case. */
  readonly signal?: AbortSignal;
}

const BEGINS = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;
// Actors arrive within the first hours, so that ids and prices have different instants.
const ARRIVAL_SECONDS = 6 * 3600;

/** Simulates the days and returns the result. Removes the database afterwards. */
export async function simulate(options: Options): Promise<Result> {
  const database = await openDatabase(options.databaseUrl);
  options.note(`PostgreSQL ${database.version}, Node ${process.versions.node}`);
  const time = { now: BEGINS };
  try {
    const store = await openVirtualStore(database.url, time);
    try {
      const services = worldServices(options.seed, options.policy, time);
      const api = await serveApi(database.url, services, time);
      try {
        const result = await lifeOf(options, new World({ ...options, store, services, time, url: api.url }));
        await compareEverySettlement(database.url);
        return result;
      } finally {
        await api.stop();
      }
    } finally {
      await store.close();
    }
  } finally {
    await database.drop();
  }
}

async function lifeOf(options: Options, world: World): Promise<Result> {
  const { store } = world;
  const state = await found(options, world);
  const places = populate(options);
  const hours = random(options.seed, 'arrival');
  for (const place of arrivals(options.seed, places)) {
    world.after(hours.int(0, ARRIVAL_SECONDS), () => arrive(state, place));
  }
  const workers = startWorkers(world, eventReader(state), () => idle(state));
  noteDays(options, state);
  await world.live(options.signal);
  await workers.finish();
  const findings = await store.withDedicatedConnection((connection) => audit(connection));
  return collectResult(options, state, findings);
}

async function found({ seed, days, missed, policy, burn }: Options, world: World): Promise<SimulationState> {
  const { store, services } = world;
  const issue = (role: 'console' | 'operator') =>
    store.inTransaction((tx) => createPlatformCredential(tx, services, role));
  const console = await issue('console');
  const operator = await issue('operator');
  return {
    world,
    seed,
    missed,
    burn,
    agreesItems: policy !== FIRST_POLICY,
    disputes: new Map(),
    ends: BEGINS + days * DAY,
    console,
    operator: world.clientOf({ credential: operator }),
    actors: [],
    byPrincipal: new Map(),
    needs: [],
    deals: [],
    byProposal: new Map(),
    byTrade: new Map(),
    chains: [],
    victims: [],
  };
}

const NIL = '00000000-0000-0000-0000-000000000000';

/** Delivers new events to every principal in the order of the log. */
function eventReader(state: SimulationState): () => Promise<void> {
  let last = NIL;
  return async () => {
    const events = await state.world.store.query<MarketEvent & { event_id: string }>({
      name: 'simulated_news',
      text: `SELECT event_id, principal_id, type, subject_key, data FROM event
        WHERE event_id > $1 AND sequence IS NOT NULL ORDER BY event_id`,
      values: [last],
    });
    last = events.at(-1)?.event_id ?? last;
    for (const event of events) await handleEvent(state, event);
  };
}

async function idle({ world, ends }: SimulationState): Promise<boolean> {
  return world.time.now >= ends && (await openTrades(world.store)) === 0n;
}

async function openTrades(store: Database): Promise<bigint> {
  const [row] = await store.query<{ open: bigint }>({
    name: 'simulated_open',
    text: `SELECT (SELECT count(*) FROM trade WHERE settled_at IS NULL)
        + (SELECT count(*) FROM proposal WHERE trade_id IS NULL AND state <> 'rejected') AS open`,
  });
  return row?.open ?? 0n;
}

function noteDays({ days, note }: Options, { world, deals }: SimulationState): void {
  const begun = performance.now();
  for (let day = 1; day <= days; day += 1) {
    world.after(day * 86_400, () => {
      const trades = deals.filter((deal) => deal.tradeKey !== null).length;
      const seconds = Math.round((performance.now() - begun) / 1000);
      note(`day ${String(day)} of ${String(days)}: ${String(trades)} trades, ${String(seconds)} s`);
      return Promise.resolve();
    });
  }
}
