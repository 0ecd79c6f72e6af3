import { randomUUID } from 'node:crypto';
import { ApiError, createClient, type Client } from '../../src/client';
import { idOf, keyOf } from '../../src/domain/keys';
import { audit, type Finding } from '../../src/ledger/audit';
import type { Database } from '../../src/database/transactions/database';
import { deferredPostings } from '../../src/workers/ledger/deferred-postings';
import { proposalExpiry } from '../../src/workers/proposal-expiry';
import { settleSweep } from '../../src/workers/settle-sweep';
import { startTestApp, type TestApp } from '../../test/support/app';
import { digester } from '../../test/support/digest';
import { Connection, newId } from '../../test/support/ledger';
import { openStore, testServices } from '../../test/support/service';
import { buyTickets, createParty, mutate, type Party } from '../../test/support/actors';
import { Model, type Policy, settings, type Trade } from './model';
import type { Actor } from './rules';
import { unlimited } from '../../test/support/unlimited';

/** The real service: called over signed GraphQL, its workers run step by step. */

const ENV = {
  ATS_ROLE: 'api',
  ATS_RATE_LIMIT_PER_MINUTE: '1000000',
  ...unlimited,
  ATS_LISTING_FEE_STAMPS: String(settings.listingFee),
  ATS_ACTIVATION_FEE_BPS: String(settings.feeBps),
  ATS_BOND_BPS: String(settings.bondBps),
  ATS_IDLE_WINDOW_SECONDS: String(settings.idleWindow),
  ATS_REBUTTAL_WINDOW_SECONDS: String(settings.rebuttalWindow),
  ATS_EVALUATION_WINDOW_SECONDS: String(settings.evaluationWindow),
  ATS_PROPOSAL_TTL_SECONDS: String(settings.proposalTtl),
};

/** Matching listings: A and B provide, B and C consume, C also from both at once. D matches none. */
export const combos = [
  { consumer: 1, members: [0, 1] },
  { consumer: 2, members: [0, 2] },
  { consumer: 2, members: [1, 2] },
  { consumer: 2, members: [0, 1, 2] },
] as const;
const PACKS = { 0: 'GROWTH', 1: 'STARTER', 2: 'GROWTH' } as const;
export const OUTSIDER = 3;

export class Service {
  private constructor(
    readonly policy: Policy,
    readonly app: TestApp,
    private readonly owner: Connection,
    private readonly store: Database,
    readonly digest: () => Promise<Record<string, string>>,
  ) {}

  private readonly services = testServices(ENV);

  static async start(policy: Policy): Promise<Service> {
    const app = await startTestApp({ ...ENV, ATS_POLICY_VERSION: policy });
    const owner = await Connection.open(app.ownerUrl);
    const store = await openStore(app.ownerUrl, app.clock, 2);
    return new Service(policy, app, owner, store, await digester((text) => owner.sql(text)));
  }

  async stop(): Promise<void> {
    await this.store.close();
    await this.owner.close();
    await this.app.stop();
  }

  /** Runs one round of the settlement worker. A quarantined trade is a settlement that threw. */
  async sweep(): Promise<void> {
    const task = settleSweep(this.store, this.services);
    await task.run();
    if (task.counts.quarantined > 0) throw new Error(JSON.stringify(this.services.log.lines));
  }

  /** Keys of the settled trades, in the order in which their principals were locked. */
  async orderOf(trades: readonly Trade[]): Promise<string[]> {
    const rows = await this.owner.sql<{ trade_id: string }>(
      `SELECT trade_id FROM ledger_journal JOIN ledger_posting USING (journal_id)
       WHERE kind = 'settlement' AND trade_id = ANY ($1) GROUP BY trade_id ORDER BY min(posting_id)`,
      trades.map(idOfTrade),
    );
    return rows.map(({ trade_id: id }) => keyOf('trd', id));
  }

  async expire(): Promise<void> {
    await proposalExpiry(this.store, this.services).run();
  }

  async audit(): Promise<Finding[]> {
    while (await deferredPostings(this.store).run());
    return audit(this.owner);
  }

  sql<T>(text: string, ...values: unknown[]): Promise<T[]> {
    return this.owner.sql<T>(text, ...values);
  }

  /**
   * Waits until at least 30 s remain before the next thousandth of a day. So a run crosses midnight only by the model's
   * own moves, which are whole thousands of seconds. Returns the present second.
   */
  align(): number {
    const now = (): number => Math.floor((Date.now() + this.app.clock.offsetMs()) / 1000);
    this.app.clock.advance((200 - (now() % 200) + 50) % 200);
    return now();
  }
}

/** One life with parties of its own, on a service that earlier lives used. */
export class Life {
  private readonly clients = new Map<string, Client>();

  private constructor(
    readonly service: Service,
    readonly model: Model,
    readonly parties: readonly Party[],
    readonly wanted: readonly string[],
  ) {}

  static async begin(service: Service): Promise<Life> {
    const epoch = service.align();
    const names = ['a', 'b', 'c', 'd'];
    const parties = await Promise.all(names.map((name) => createParty(service.app, name)));
    for (const [index, pack] of Object.entries(PACKS)) await buyTickets(partyAt(parties, Number(index)), pack);
    const model = new Model(
      epoch,
      parties.map(({ principalKey: key }, index) => ({
        key,
        tickets: [10_000, 1_000, 10_000, 0][index] ?? 0,
        bondAvailable: 0,
        maxOpenTrades: 20,
        bondLimit: 1_000_000,
        dailyLimit: 1_000_000,
        spent: new Map(),
      })),
      service.policy,
    );
    return new Life(service, model, parties, await publishListings(model, parties));
  }

  party(index: number): Party {
    return partyAt(this.parties, index);
  }

  client({ party, agent }: Actor): Client {
    const own = this.party(party);
    if (agent === 'own') return own.api;
    const name = `${String(party)} ${agent}`;
    let client = this.clients.get(name);
    if (client === undefined) {
      const other = this.party((party + 1) % this.parties.length).agentId;
      const { app } = this.service;
      client = createClient({
        url: app.url,
        credential: own.credential,
        ...(agent === 'other' && { agentId: other }),
      });
      this.clients.set(name, client);
    }
    return client;
  }

  get operator(): Client {
    return this.service.app.operator;
  }

  advance(seconds: number): void {
    this.service.app.clock.advance(seconds);
    this.model.time += seconds;
  }
}

function partyAt(parties: readonly Party[], index: number): Party {
  const party = parties[index];
  if (party === undefined) throw new Error('no such party');
  return party;
}

/** Publishes the listings of `combos` in order. Each one costs its fee. */
async function publishListings(model: Model, parties: readonly Party[]): Promise<string[]> {
  const run = randomUUID().slice(0, 8);
  const [a, b, multi] = [`model.${run}.a`, `model.${run}.b`, `model.${run}.ab`];
  const publish = async (party: number, side: 'PROVIDE' | 'CONSUME', tradeProfile: string, steps?: object[]) => {
    const { api, agentId } = partyAt(parties, party);
    const price = side === 'PROVIDE' ? 1 : 10_000;
    const content = { title: 'Work', description: 'Some work.', tags: [], priceStamps: price };
    const input = { ...content, agentId, side, tradeProfile, ...(steps && { steps }) };
    const { listing } = await mutate<{ listing: { listingKey: string } }>(
      api,
      'publishListing',
      input,
      'listing { listingKey }',
    );
    model.spend(party, settings.listingFee);
    return listing.listingKey;
  };
  await publish(0, 'PROVIDE', a);
  await publish(1, 'PROVIDE', b);
  const both = [a, b].map((tradeProfile) => ({ title: 'Part', shareBps: 5000, tradeProfile }));
  return [
    await publish(1, 'CONSUME', a),
    await publish(2, 'CONSUME', a),
    await publish(2, 'CONSUME', b),
    await publish(2, 'CONSUME', multi, both),
  ];
}

/** Outcome of a call: `taken`, or the code of its refusal. A late refusal says so. */
export interface CallOutcome {
  readonly code: string;
  readonly data: unknown;
}

export async function outcomeOf(call: () => Promise<unknown>): Promise<CallOutcome> {
  try {
    return { code: 'taken', data: await call() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const late = error.members['reason'] === 'deadline_passed' ? '/deadline_passed' : '';
    return { code: `${error.code}${late}`, data: null };
  }
}

export const keyOfTrade = (trade: Trade | undefined): string => trade?.key ?? keyOf('trd', newId());
export const idOfTrade = ({ key }: Trade): string => idOf('trd', key) ?? '';
