import { startTestApp, type TestApp } from '../../support/app';
import { type Receiver, startReceiver } from '../../support/receiver';
import { scenarios } from './scenarios';
import { type Driver, type Scenario, Stage, type TranscriptLine } from './suite';

/** Services for a driver to play at: one in health, one in trouble. */

const NOBODY_LISTENS = 'http://127.0.0.1:9';
// Reads and writes have a budget each: two writes found a company, one buys; three reads are the whole of a minute.
const FEW = '3';

const worlds = {
  sound: { ATS_WEBHOOK_ALLOW_PRIVATE: 'true', ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1' },
  strained: {
    STRIPE_SECRET_KEY: ['sk', 'test', 'nobody'].join('_'),
    STRIPE_WEBHOOK_SECRET: ['whsec', 'nobody'].join('_'),
    STRIPE_API_BASE: NOBODY_LISTENS,
    ATS_RATE_LIMIT_PER_MINUTE: FEW,
  },
} as const;
type World = keyof typeof worlds;

/** Makes the driver for a service that has started, once for each. */
export type Driving = (app: TestApp) => Driver | Promise<Driver>;

export class Theatre {
  private readonly open = new Map<World, Promise<{ readonly app: TestApp; readonly driver: Driver }>>();
  private receiver: Promise<Receiver> | undefined;

  constructor(private readonly driving: Driving) {}

  /** Plays it to its end. @throws Error where an answer is not the one that the scenario wants */
  async play(scenario: Scenario): Promise<readonly TranscriptLine[]> {
    this.receiver ??= startReceiver();
    const { app, driver } = await this.world(scenario.world ?? 'sound');
    const stage = new Stage(`s${String(scenarios.indexOf(scenario))}`, app, await this.receiver, driver);
    await scenario.play(stage);
    return stage.transcript;
  }

  async close(): Promise<void> {
    await (await this.receiver)?.stop();
    for (const world of this.open.values()) await (await world).app.stop();
  }

  private world(name: World): Promise<{ readonly app: TestApp; readonly driver: Driver }> {
    const known = this.open.get(name) ?? this.start(worlds[name]);
    this.open.set(name, known);
    return known;
  }

  private async start(env: Readonly<Record<string, string>>): Promise<{ app: TestApp; driver: Driver }> {
    const app = await startTestApp(env);
    return { app, driver: await this.driving(app) };
  }
}
