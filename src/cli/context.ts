import type { Settings } from '../settings/settings';

/** The service as the command line sees it: what `src/app.ts` makes. */
export interface RunningApp {
  /** Database, migrations, server, workers, in this order; resolves when requests are answered. */
  start(): Promise<{ readonly url: string; readonly metricsUrl: string | undefined }>;
  /** Drains requests and workers, then lets go of the database (and stops the embedded one). */
  stop(): Promise<void>;
  /** Rejects when the service can go on no longer. */
  readonly broken: Promise<never>;
}

/** What every verb is given. Nothing here reads or does anything before a verb asks for it. */
export interface CliContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The checked settings; throws `SettingsRefused`. */
  settings(): Settings;
  /** One line on standard output: what was asked for. */
  print(line: string): void;
  /** One line on standard error: what went wrong, or is worth knowing. */
  warn(line: string): void;
  createApp(settings: Settings): Promise<RunningApp>;
  /**
   * Runs `work` against `DATABASE_URL`, else the running embedded database, else the embedded database started for this
   * long. The address is the schema owner's.
   */
  withDatabase<T>(work: (url: string) => Promise<T>): Promise<T>;
}
