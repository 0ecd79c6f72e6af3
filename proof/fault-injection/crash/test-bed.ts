import { rm } from 'node:fs/promises';
import { startStripeMock, type StripeMock } from '../../../src/adapters/stripe/mock';
import { createClient, type Client } from '../../../src/client';
import { settleDueTrade } from '../../../src/operations/commands/settle';
import { idOf, keyOf } from '../../../src/domain/keys';
import { audit, type Finding } from '../../../src/ledger/audit';
import { assignSequences } from '../../../src/database/events/event-log';
import type { Database } from '../../../src/database/transactions/database';
import { startTestApp, type TestApp } from '../../../test/support/app';
import { buy, Connection } from '../../../test/support/ledger';
import { WEBHOOK_SECRET } from '../../../test/support/payments';
import { openStore, testServices } from '../../../test/support/service';
import { createParty, mutate, type Party } from '../../../test/support/actors';
import { type Normalizer, stateOf, type Subject } from './state';
import { newFolder } from '../../../test/support/folder';

/** An API that is never killed, a payment processor and a database. */

const FUNDS = 10_000n;
const IN_WALLET = 500;

export class TestBed {
  private readonly services = testServices();
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly app: TestApp,
    private readonly stripe: StripeMock,
    private readonly stripeFolder: string,
    private readonly store: Database,
    private readonly ownerConnection: Connection,
  ) {}

  static async start(): Promise<TestBed> {
    const folder = newFolder('stripe');
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const standIn = await startStripeMock({ dataDir: folder, webhookUrl: () => undefined, log });
    const app = await startTestApp({ ...TestBed.settings(standIn), ATS_ROLE: 'api' });
    const store = await openStore(app.ownerUrl, undefined, 2);
    return new TestBed(app, standIn, folder, store, await Connection.open(app.ownerUrl));
  }

  /** The settings of the processes under test: same database, keys and payment processor. */
  get env(): Readonly<Record<string, string>> & { readonly DATABASE_URL: string; readonly ATS_DATA_DIR: string } {
    return { ...TestBed.settings(this.stripe), ATS_DATA_DIR: this.app.dataDir, DATABASE_URL: this.app.ownerUrl };
  }

  private static settings({ secretKey, apiBase }: StripeMock): Readonly<Record<string, string>> {
    return {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_API_BASE: apiBase,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      ATS_RATE_LIMIT_PER_MINUTE: '1000000',
      // Only this policy has steps that the worker passes.
      ATS_POLICY_VERSION: 'slash_policy_v1',
      // The worker settles on notification and at its start, so that its statements are the same in every run.
      ATS_SETTLE_SWEEP_SECONDS: '300',
    };
  }

  /** Creates a principal with tickets and a funded wallet of its owner. */
  async party(name: string): Promise<Party> {
    const party = await createParty(this.app, name);
    const { principalKey } = party;
    await this.enqueue(() => buy(this.ownerConnection, idOf('prn', principalKey) ?? '', FUNDS));
    await mutate(party.owner, 'returnFunds', { principalKey, amountStamps: IN_WALLET }, 'transferKey');
    return party;
  }

  async humanKey({ subject }: Party): Promise<string> {
    const [human] = await this.app.sql<{ human_id: string }>('SELECT human_id FROM human WHERE subject = $1', [
      subject,
    ]);
    return keyOf('hum', human?.human_id ?? '');
  }

  /** A client of the party's agent for another process. */
  agent(url: string, { credential, agentId }: Party): Client {
    return createClient({ url, credential, agentId });
  }

  owner(url: string, { subject }: Party): Client {
    return createClient({ url, credential: this.app.console, acting: { provider: 'test', subject } });
  }

  operator(url: string): Client {
    return createClient({ url, credential: this.app.operatorCredential });
  }

  /** Does the pending work for these principals: settles due trades and numbers events. */
  async drain({ principalIds }: Subject): Promise<void> {
    const due = `SELECT DISTINCT trade_id FROM trade JOIN trade_participant USING (trade_id)
      WHERE principal_id = ANY ($1) AND due_at <= now() AND settlement_error IS NULL`;
    const unsequenced = 'SELECT FROM event WHERE principal_id = ANY ($1) AND sequence IS NULL LIMIT 1';
    for (let found = await this.ids(due, principalIds); found.length > 0; found = await this.ids(due, principalIds)) {
      for (const id of found) {
        await this.store.inTransaction((tx) => settleDueTrade({ tx, services: this.services }, id));
      }
    }
    while ((await this.app.sql(unsequenced, [principalIds])).length > 0) {
      await this.enqueue(() => this.store.inTransaction((tx) => assignSequences(tx, 500)));
    }
  }

  private async ids(text: string, principalIds: readonly string[]): Promise<string[]> {
    return (await this.app.sql<{ trade_id: string }>(text, [principalIds])).map(({ trade_id: id }) => id);
  }

  state(subject: Subject, normalizer: Normalizer, subjects: readonly string[]): Promise<string[]> {
    return stateOf((text, values) => this.app.sql(text, values), subject, normalizer, subjects);
  }

  audit(): Promise<Finding[]> {
    return this.enqueue(() => audit(this.ownerConnection));
  }

  /** Runs one task at a time, because the tasks share a connection. */
  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.queue.then(work, work);
    this.queue = done;
    return done;
  }

  async stop(): Promise<void> {
    await this.ownerConnection.close();
    await this.store.close();
    await this.app.stop();
    await this.stripe.stop();
    await rm(this.stripeFolder, { recursive: true, force: true });
  }
}
