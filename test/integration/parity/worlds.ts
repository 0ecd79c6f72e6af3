import { startTestApp, type TestApp } from '../../support/app';
import { type Receiver, startReceiver } from '../../support/receiver';
import { scenarios } from './scenarios';
import { type Driver, type Scenario, Stage, type TranscriptLine } from './suite';

/** Services on which a driver plays: a healthy one, a strained one and a sandbox. */

const CLOSED_PORT_URL = 'http://127.0.0.1:9';
// Reads and writes have separate budgets. Three writes create a company and buy tickets; three reads reach the limit.
const LOW_LIMIT = '3';

const worlds = {
  sound: { ATS_WEBHOOK_ALLOW_PRIVATE: 'true', ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1' },
  strained: {
    STRIPE_SECRET_KEY: ['sk', 'test', 'nobody'].join('_'),
    STRIPE_WEBHOOK_SECRET: ['whsec', 'nobody'].join('_'),
    STRIPE_API_BASE: CLOSED_PORT_URL,
    ATS_RATE_LIMIT_PER_MINUTE: LOW_LIMIT,
  },
  sandbox: { ATS_SANDBOX: 'true' },
} as const;
type World = keyof typeof worlds;

/** Creates the driver for a started service. */
export type Driving = (app: TestApp) => Driver | Promise<Driver>;

export class Theatre {
  private readonly open = new Map<World, Promise<{ readonly app: TestApp; readonly driver: Driver }>>();
  private receiver: Promise<Receiver> | undefined;

  constructor(private readonly driving: Driving) {}

  /** Plays a scenario to its end. @throws Error if an answer differs from the scenario */
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
    const world = this.open.get(name) ?? this.start(worlds[name]);
    this.open.set(name, world);
    return world;
  }

  private async start(env: Readonly<Record<string, string>>): Promise<{ app: TestApp; driver: Driver }> {
    const app = await startTestApp(env);
    return { app, driver: await this.driving(app) };
  }
}
