import type { Settings } from '../settings/settings';

/** Addresses of a service that accepts requests. */
export interface StartedApp {
  readonly url: string;
  readonly metricsUrl: string | undefined;
  readonly consoleUrl: string | undefined;
}

/** The service, as `src/app.ts` creates it. */
export interface RunningApp {
  /** Starts the database, the server and the workers. Resolves when the server accepts requests. */
  start(): Promise<StartedApp>;
  /** Drains requests and workers, then closes the database and stops the embedded one. */
  stop(): Promise<void>;
  /** Rejects when the service cannot continue. */
  readonly broken: Promise<never>;
}

/** Context of every command. It does nothing until a command calls it. */
export interface CliContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Returns the checked settings. @throws InvalidSettings */
  settings(): Settings;
  /** Prints a line of the result to standard output. */
  print(line: string): void;
  /** Prints an error or a note to standard error. */
  warn(line: string): void;
  /** Prints a line for people who start the service. Standard output has only the log, unless it is a terminal. */
  announce(line: string): void;
  /** Creates the service. Its log goes to standard output, or to `logFile`. */
  createApp(settings: Settings, logFile?: string): Promise<RunningApp>;
  /** Runs `work` on `DATABASE_URL` or the embedded database, which it starts if needed. The URL is the owner's. */
  withDatabase<T>(work: (url: string) => Promise<T>): Promise<T>;
}
