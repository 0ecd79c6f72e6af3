import { idOf } from '../../src/domain/keys';
import { checks } from '../../src/ledger/audit';
import { settleSweep } from '../../src/workers/settle-sweep';
import { activate, checkpoint, mutate, type Party, publishContract, startTrade } from './actors';
import { startTestApp, type TestApp } from './app';
import { Connection } from './ledger';
import { openStore, testServices } from './service';
import type { Tamper } from './authority-tampers';
import { agree, begin, twoParties } from './trades';

/** A service with a trade in each state that a change can concern. */
export class TamperedService {
  private constructor(
    readonly app: TestApp,
    readonly owner: Connection,
    private readonly ids: Readonly<Record<string, string>>,
  ) {}

  static async start(): Promise<TamperedService> {
    const app = await startTestApp();
    const owner = await Connection.open(app.ownerUrl);
    const { provider, consumer } = await twoParties(app);
    await changeAuthority(app, provider, consumer);
    const trades = await playTrades(app, provider, consumer);
    await ended(owner, app);
    const of = (key: string): string => idOf(key.startsWith('trd') ? 'trd' : 'prn', key) ?? '';
    const keys = { ...trades, provider: provider.principalKey, consumer: consumer.principalKey };
    return new TamperedService(
      app,
      owner,
      Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, of(key)])),
    );
  }

  /** Which checks find something after the change, which is rolled back. Throws if it changes no row. */
  async foundBy([, , sql]: Tamper): Promise<string[]> {
    const text = sql.replaceAll(
      /\{(two|contested|done|ruled|provider|consumer)\}/g,
      (_, name: string) => this.ids[name] ?? '',
    );
    await this.owner.sql('BEGIN; SET LOCAL session_replication_role = replica');
    // The owners of counterparties follow the bindings. Without it, T6 would also find the change.
    for (const change of ['inserted', 'updated', 'deleted'])
      await this.owner.sql(`ALTER TABLE binding ENABLE ALWAYS TRIGGER binding_owner_${change}`);
    try {
      if (text.startsWith('SELECT')) await this.owner.sql(text);
      else if ((await this.owner.sql(`${text} RETURNING 1`)).length !== 1)
        throw new Error(`no row, or several: ${text}`);
      const found: string[] = [];
      for (const check of checks) found.push(...(await check.run(this.owner)).map(({ check: id }) => id));
      return [...new Set(found)];
    } finally {
      await this.owner.sql('ROLLBACK');
    }
  }

  async stop(): Promise<void> {
    await this.owner.close();
    await this.app.stop();
  }
}

async function changeAuthority(app: TestApp, { owner, principalKey, api }: Party, consumer: Party): Promise<void> {
  const viewer = { principalKey, provider: 'test', subject: consumer.subject, role: 'VIEWER' };
  await mutate(owner, 'putBinding', viewer, 'binding { role }');
  await mutate(owner, 'createCredential', { principalKey }, 'credential { credentialId }');
  const { credential } = await mutate<{ credential: { credentialId: string } }>(
    owner,
    'createCredential',
    { principalKey },
    'credential { credentialId }',
  );
  await mutate(
    owner,
    'revokeCredential',
    { principalKey, credentialId: credential.credentialId },
    'credential { revokedAt }',
  );
  await mutate(app.operator, 'setEconomicAnchor', { principalKey, maxOpenTrades: 30 }, 'principal { principalKey }');
  await mutate(api, 'reserveBond', { amountStamps: 5 }, 'principal { principalKey }');
}

async function playTrades(app: TestApp, provider: Party, consumer: Party): Promise<Record<string, string>> {
  const done = await startTrade(provider, consumer);
  await activate(done);
  await publishContract(done);
  await checkpoint(done);
  const ruled = await startTrade(provider, consumer);
  await activate(ruled);
  await publishContract(ruled);
  await checkpoint(ruled, { status: 'FAILED' });
  await mutate(
    app.operator,
    'evaluateTrade',
    { tradeKey: ruled.tradeKey, verdict: 'PASS', reason: 'Seen' },
    'trade { state }',
  );
  const step = { provider, consumer, price: 100 };
  const two = await begin(await agree({ steps: [step, step] }));
  await mutate(consumer.api, 'activateTrade', { tradeKey: two.tradeKey }, 'trade { tradeKey state }');
  await publishContract(two);
  const contested = await startTrade(provider, consumer);
  await activate(contested);
  await publishContract(contested);
  const results = [{ itemId: 'a', met: false }];
  await checkpoint(contested, { status: 'FAILED', results });
  const rebuttal = { tradeKey: contested.tradeKey, stepNo: 1, statement: 'It is there.', evidence: [] };
  await mutate(provider.api, 'fileRebuttal', rebuttal, 'step { state }');
  return { done: done.tradeKey, ruled: ruled.tradeKey, two: two.tradeKey, contested: contested.tradeKey };
}

/** Waits until what is due is settled, and every event has its number. */
async function ended(owner: Connection, app: TestApp): Promise<void> {
  const store = await openStore(app.ownerUrl, app.clock);
  try {
    await settleSweep(store, testServices()).run();
  } finally {
    await store.close();
  }
  for (;;) {
    const [row] = await owner.sql<{ n: bigint }>(
      `SELECT (SELECT count(*) FROM event WHERE sequence IS NULL) + (SELECT count(*) FROM trade WHERE due_at <= now()) AS n`,
    );
    if (row?.n === 0n) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
