import { inspect } from 'node:util';
import { applyChecks, type CheckOutcome, sentencesOf } from './check';
import type { SettingDefinition } from './definition';
import { type Read, rows } from './rows';
import { settingChecks } from './setting-checks';

export { type Read, rows } from './rows';

/** The checked settings. They are frozen, and their output hides secrets. */
export type Settings = Omit<Read, 'publicUrl' | 'drainSeconds'> & {
  readonly drainSeconds: number;
  /** ATS_PUBLIC_URL, or the listening address outside production. */
  readonly publicUrl: string;
  /** Whether ATS_PUBLIC_URL is set. If not, links use the actual port. */
  readonly publicUrlGiven: boolean;
};

/** All errors of the environment, one line each. */
export class InvalidSettings extends Error {
  override readonly name = 'InvalidSettings';

  constructor(readonly errors: readonly string[]) {
    super(errors.join('\n'));
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
type Scalar = string | number | bigint | boolean;
type AnyDefinition = SettingDefinition<Scalar | readonly Scalar[]>;
type Entry = readonly [string, AnyDefinition];

/** All settings in the order of the table, with their property names. */
export const entries = Object.entries(rows) as readonly Entry[];

/** Returns the listening address; a wildcard interface becomes localhost. */
function listeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function freezeSettings(values: Record<string, unknown>): Settings {
  const withoutSecrets = (): Record<string, unknown> =>
    Object.fromEntries(
      entries.map(([property, { kind }]) => {
        const value = values[property];
        const json = typeof value === 'bigint' ? value.toString() : value;
        return [property, kind.secret && value !== undefined ? '[redacted]' : json];
      }),
    );
  Object.defineProperty(values, 'toJSON', { value: withoutSecrets });
  Object.defineProperty(values, inspect.custom, { value: withoutSecrets });
  return Object.freeze(values) as unknown as Settings;
}

/** The settings, unless a check fails, and the outcome of every check of settings. */
export interface InspectedSettings {
  readonly settings: Settings | undefined;
  /** Each value that can be read, also if a check fails. A wrong value has no member. */
  readonly read: Partial<Read>;
  readonly outcomes: readonly CheckOutcome[];
}

/** Reads the environment and applies every check of settings. It opens nothing. */
export function inspectSettings(environment: Environment): InspectedSettings {
  const wrongValues: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [property, { name, kind, default: fallback }] of entries) {
    const text = environment[name]?.trim();
    try {
      values[property] = text === undefined || text === '' ? fallback : kind.parse(text);
    } catch (error) {
      wrongValues.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const read = values as Partial<Read>;
  const outcomes = applyChecks(settingChecks, { environment, read, wrongValues }, read.env === 'production');
  if (outcomes.some(({ result }) => result === 'fail')) return { settings: undefined, read, outcomes };
  values['publicUrlGiven'] = read.publicUrl !== undefined;
  values['publicUrl'] ??= listeningUrl(read.host ?? '', read.port ?? 0);
  values['drainSeconds'] ??= read.env === 'production' ? 5 : 0;
  return { settings: freezeSettings({ ...values }), read, outcomes };
}

/** Reads and checks the environment. @throws InvalidSettings with all errors, without the text of a secret */
export function readSettings(environment: Environment): Settings {
  const { settings, outcomes } = inspectSettings(environment);
  if (settings === undefined) throw new InvalidSettings(sentencesOf(outcomes, 'fail'));
  return settings;
}
