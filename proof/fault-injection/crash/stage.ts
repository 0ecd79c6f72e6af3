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
import { type Spelling, stateOf, type Subject } from './state';
import { newFolder } from '../../../test/support/folder';

/** Where the stories are set: an API that lives through everything, a payment processor, a database. Not a test. */

const FUNDS = 10_000n;
const IN_WALLET = 500;

export class Stage {
  private readonly services = testServices();
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly app: TestApp,
    private readonly standIn: StripeMock,
    private readonly standInFolder: string,
    private readonly store: Database,
    private readonly books: Connection,
  ) {}

  static async set(): Promise<Stage> {
    const folder = newFolder('stripe');
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const standIn = await startStripeMock({ dataDir: folder, webhookUrl: () => undefined, log });
    const app = await startTestApp({ ...Stage.settings(standIn), ATS_ROLE: 'api' });
    const store = await openStore(app.ownerUrl, undefined, 2);
    return new Stage(app, standIn, folder, store, await Connection.open(app.ownerUrl));
  }

  /** What the processes under test have in common with this one: database, keys, payment processor. */
  get env(): Readonly<Record<string, string>> & { readonly DATABASE_URL: string; readonly ATS_DATA_DIR: string } {
    return { ...Stage.settings(this.standIn), ATS_DATA_DIR: this.app.dataDir, DATABASE_URL: this.app.ownerUrl };
  }

  private static settings({ secretKey, apiBase }: StripeMock): Readonly<Record<string, string>> {
    return {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_API_BASE: apiBase,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      ATS_RATE_LIMIT_PER_MINUTE: '1000000',
      // A worker settles when it is told to, and looks by itself when it begins.
      ATS_SETTLE_SWEEP_SECONDS: '300',
    };
  }

  /** A principal with tickets, and some in its owner's wallet. */
  async party(name: string): Promise<Party> {
    const party = await createParty(this.app, name);
    const { principalKey } = party;
    await this.inTurn(() => buy(this.books, idOf('prn', principalKey) ?? '', FUNDS));
    await mutate(party.owner, 'returnFunds', { principalKey, amountStamps: IN_WALLET }, 'transferKey');
    return party;
  }

  async humanKey({ subject }: Party): Promise<string> {
    const [human] = await this.app.sql<{ human_id: string }>('SELECT human_id FROM human WHERE subject = $1', [
      subject,
    ]);
    return keyOf('hum', human?.human_id ?? '');
  }

  /** The clients of those who call, at another process. */
  agent(url: string, { credential, agentId }: Party): Client {
    return createClient({ url, credential, agentId });
  }

  owner(url: string, { subject }: Party): Client {
    return createClient({ url, credential: this.app.console, acting: { provider: 'test', subject } });
  }

  operator(url: string): Client {
    return createClient({ url, credential: this.app.operatorCredential });
  }

  /** What workers do until there is nothing more to do for these principals: settle what is due, number events. */
  async drain({ principalIds }: Subject): Promise<void> {
    const due = `SELECT DISTINCT trade_id FROM trade JOIN trade_participant USING (trade_id)
      WHERE principal_id = ANY ($1) AND due_at <= now() AND settlement_error IS NULL`;
    const unstamped = 'SELECT FROM event WHERE principal_id = ANY ($1) AND sequence IS NULL LIMIT 1';
    for (let found = await this.ids(due, principalIds); found.length > 0; found = await this.ids(due, principalIds)) {
      for (const id of found) {
        await this.store.inTransaction((tx) => settleDueTrade({ tx, services: this.services }, id));
      }
    }
    while ((await this.app.sql(unstamped, [principalIds])).length > 0) {
      await this.inTurn(() => this.store.inTransaction((tx) => assignSequences(tx, 500)));
    }
  }

  private async ids(text: string, principalIds: readonly string[]): Promise<string[]> {
    return (await this.app.sql<{ trade_id: string }>(text, [principalIds])).map(({ trade_id: id }) => id);
  }

  state(subject: Subject, spelling: Spelling, subjects: readonly string[]): Promise<string[]> {
    return stateOf((text, values) => this.app.sql(text, values), subject, spelling, subjects);
  }

  audit(): Promise<Finding[]> {
    return this.inTurn(() => audit(this.books));
  }

  /** One connection, one work at a time. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work, work);
    this.turn = done;
    return done;
  }

  async strike(): Promise<void> {
    await this.books.close();
    await this.store.close();
    await this.app.stop();
    await this.standIn.stop();
    await rm(this.standInFolder, { recursive: true, force: true });
  }
}
