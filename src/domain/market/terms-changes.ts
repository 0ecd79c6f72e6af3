import { keyOf } from '../keys';
import type { Terms } from '../types';

/** One difference between two terms. Names and keys are those of the API; `steps[0].priceStamps` is a path. */
export interface TermsChange {
  readonly path: string;
  /** Null if the value was absent. */
  readonly before: unknown;
  readonly after: unknown;
}

type Json = Readonly<Record<string, unknown>>;

/** Returns the differences between two terms, in the order of their members. */
export function changesBetween(before: Terms, after: Terms): TermsChange[] {
  return differences('', shown(before), shown(after));
}

function differences(path: string, before: unknown, after: unknown): TermsChange[] {
  if (isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after)) {
    const members = new Set([...Object.keys(before), ...Object.keys(after)]);
    return Array.from(members).flatMap((name) =>
      differences(memberPath(path, name, Array.isArray(after)), before[name] ?? null, after[name] ?? null),
    );
  }
  return before === after ? [] : [{ path, before, after }];
}

function memberPath(path: string, name: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${name}]`;
  return path === '' ? name : `${path}.${name}`;
}

function isContainer(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** Returns stored terms with the names and keys of GraphQL. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (!isContainer(value)) return value;
  // An absent activation is the default, so both are the same.
  const members = Object.entries(value).filter(([name, member]) => name !== 'activation' || member !== 'any');
  return Object.fromEntries(
    members.map(([name, member]) =>
      name.endsWith('_principal_id') && typeof member === 'string'
        ? [camel(name.replace(/_id$/, '_key')), keyOf('prn', member)]
        : [camel(name), shown(member)],
    ),
  );
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
