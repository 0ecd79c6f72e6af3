import { formatExact } from '../../ui/time';
import { formatBps, formatStamps } from '../../ui/money';
import { words } from '../../ui/badge';
import { formatSpan } from './span';

/** One difference between two revisions. */
export interface TermsChange {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Display names of the participants by their keys. */
export type Names = Readonly<Record<string, string>>;

const FIELDS: Readonly<Record<string, string>> = {
  title: 'title',
  priceStamps: 'price',
  contractWindowSeconds: 'contract window',
  checkpointWindowSeconds: 'checkpoint window',
  notBefore: 'not before',
  activation: 'activation',
  providerPrincipalKey: 'provider',
  consumerPrincipalKey: 'consumer',
  providerAgentId: 'agent of the provider',
  consumerAgentId: 'agent of the consumer',
  coverageThresholdBps: 'coverage threshold',
  disputeBurnBps: 'burn of an unruled dispute',
  bondBps: 'bond',
  description: 'description',
  itemId: 'id',
  weight: 'weight',
  must: 'required',
  items: 'items',
};

/** Writes a path of the terms as words: `steps[0].priceStamps` is “Step 1: price”. */
export function pathWords(path: string): string {
  const parts = path.split('.').map((part) => {
    const [, name = part, index] = /^(\w+)\[(\d+)\]$/.exec(part) ?? [];
    if (index === undefined) return FIELDS[name] ?? words(name).toLowerCase();
    return `${name === 'steps' ? 'step' : 'item'} ${Number(index) + 1}`;
  });
  const text = parts.join(': ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function numberWords(field: string, value: number): string {
  if (field.endsWith('Stamps')) return `${formatStamps(value)} stamps`;
  if (field.endsWith('Bps')) return formatBps(value);
  return field.endsWith('Seconds') ? formatSpan(value) : String(value);
}

function valueWords(path: string, value: unknown, names: Names): string {
  const field = /(\w+)(?:\[\d+\])?$/.exec(path)?.[1] ?? '';
  // An absent activation is the default.
  if (value === null || value === undefined) return field === 'activation' ? 'any participant' : 'none';
  if (typeof value === 'number') return numberWords(field, value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') {
    if (field === 'notBefore') return formatExact(value);
    if (field === 'activation') return value.toUpperCase() === 'ANY' ? 'any participant' : 'the consumer';
    return names[value] ?? value;
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : value.map((one) => valueWords(`${field}[0]`, one, names)).join('; ');
  }
  return valueLines(path, value, names).join(', ');
}

const ORDER = Object.keys(FIELDS);
const rank = (name: string): number => ORDER.indexOf(name);

/** Members of a step that say nothing to a reader. */
const UNSAID = new Set(['stepNo', 'providerAgentId', 'consumerAgentId']);

/** Writes a value of the terms as words: one line, or one for each member of a step or an item. */
export function valueLines(path: string, value: unknown, names: Names): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [valueWords(path, value, names)];
  return Object.entries(value)
    .filter(([name, member]) => member !== null && !UNSAID.has(name) && !(Array.isArray(member) && member.length === 0))
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([name, member]) => `${FIELDS[name] ?? name}: ${valueWords(name, member, names)}`);
}

/** Leaves out differences that only a program sees, such as a default that is now explicit. */
export function visibleChanges(changes: readonly TermsChange[]): readonly TermsChange[] {
  const text = (path: string, value: unknown): string => valueLines(path, value, {}).join('\n');
  return changes.filter(({ path, before, after }) => text(path, before) !== text(path, after));
}
