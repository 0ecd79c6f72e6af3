import { type EventType, eventTypes } from '../src/domain/effects';
import { type EventKeyPrefix, eventForms, eventSchema, type JsonSchema } from '../src/domain/events/event-schemas';

/** Examples and the reference of the events, from their forms in the domain. */

const EXAMPLE_IDS: Readonly<Record<EventKeyPrefix, string>> = {
  evt: 'evt_01k0c3r7h2e8x9m4qz5v6w7y8a',
  prn: 'prn_01k0c3q1b4d5f6g7h8j9k0m1n2',
  prp: 'prp_01k0c3qc3e5f7g9h1j3k5m7n9p',
  apr: 'apr_01k0c3qf5g7h9j1k3m5n7p9q1r',
  trd: 'trd_01k0c3qv7h9j1k3m5n7p9q1r3s',
  agt: 'agt_01k0c3q5w1x3y5z7a9b1c3d5e7',
  stl: 'stl_01k0c3r7gze2f4g6h8j0k2m4n6',
};

const EXAMPLE_STATES: Partial<Record<EventType, string>> = {
  'trade.created': 'bond_reserved',
  'trade.step_activated': 'executing',
  'trade.contract_published': 'executing',
  'trade.checkpoint_submitted': 'confirming',
  'trade.rebuttal_filed': 'confirming',
  'trade.deadline_extended': 'executing',
  'trade.completed': 'completed',
  'trade.failed': 'compensated',
  'proposal.created': 'proposed',
  'proposal.countered': 'countered',
  'proposal.accepted': 'accepted',
  'proposal.rejected': 'rejected',
};

/** Members of a settlement without a fault. */
const COMPLETED: Readonly<Record<string, unknown>> = {
  outcome: 'completed',
  failure_class: null,
  failure_cause: null,
  faulted_step_no: null,
  fault_principal_key: null,
  slash_amount: 0,
  comp: [],
};
const FAILED: Readonly<Record<string, unknown>> = {
  outcome: 'compensated',
  failure_class: 'F2',
  failure_cause: 'delivery_failed',
  slash_amount: 100,
};
const TEXTS: Readonly<Record<string, string>> = {
  cursor: 'ZTE6NDI',
  session_id: 'cs_test_a1B2c3D4',
  policy_version: 'slash_policy_v1.1',
  rule_version: 'rules_v1.1',
  evidence_sha256: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
};
const NUMBERS: Readonly<Record<string, number>> = {
  ...{ sequence: 42, tickets_stamps: 1000, seconds: 1800, amount: 100 },
  ...{ committed_stamps: 1210, bond_stamps: 200 },
};

/** Returns the example for a name. @throws Error for a name without one, so that no wrong example is written */
function exampleOf<T>(examples: Readonly<Record<string, T>>, name: string): T {
  const value = examples[name];
  if (value === undefined) throw new Error(`scripts/event-documents.ts has no example value for ${name}`);
  return value;
}

/** Builds an example that fits a schema. `name` is the member that has the value. */
function example(schema: JsonSchema, name: string, type: EventType): unknown {
  const { const: constant, enum: values, pattern, format, properties, items } = schema;
  const [kind] = [schema['type']].flat();
  if (constant !== undefined) return constant;
  if (name === 'state') return exampleOf(EXAMPLE_STATES, type);
  if (Array.isArray(values)) return values[0];
  if (typeof pattern === 'string' && pattern.includes('_')) return exampleOf(EXAMPLE_IDS, pattern.slice(1, 4));
  if (format === 'date-time') return '2026-03-04T05:06:07.891Z';
  if (format === 'uuid') return '0198d83b-9e24-7c3a-8b51-3f5d6e7f8091';
  if (kind === 'object') {
    const members = Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>);
    const value = Object.fromEntries(members.map(([member, one]) => [member, example(one, member, type)]));
    return name === 'settlement' ? { ...value, ...(type === 'trade.completed' ? COMPLETED : FAILED) } : value;
  }
  if (kind === 'array') return [example(items as JsonSchema, 'item', type)];
  return kind === 'integer' ? (NUMBERS[name] ?? schema['minimum'] ?? 0) : exampleOf(TEXTS, name);
}

/** An example of a whole event. */
export function eventExample(type: EventType): Readonly<Record<string, unknown>> {
  return example(eventSchema(type), 'event', type) as Readonly<Record<string, unknown>>;
}

function unitOf(name: string, schema: JsonSchema): string {
  const { pattern, format, enum: values, description } = schema;
  const types = [schema['type']].flat().join(' or ');
  if (Array.isArray(values)) return `${types}: ${values.map((value) => `\`${String(value)}\``).join(', ')}`;
  if (format === 'date-time') return 'time, RFC 3339 in UTC';
  if (format === 'uuid') return 'UUID';
  if (typeof pattern === 'string' && pattern.includes('_')) return `key, \`${pattern.slice(1, 4)}_…\``;
  if (/stamps/.test(`${name} ${String(description)}`)) return `${types}, stamps`;
  return name === 'seconds' ? `${types}, seconds` : types;
}

interface WithMembers {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: WithMembers;
}

/** Rows of a table of members. Members of an object follow it with a dotted name. */
function rows(members: Readonly<Record<string, JsonSchema>>, optional: readonly string[], prefix = ''): string[] {
  return Object.entries(members).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`;
    const absent = optional.includes(name) ? ' Can be absent.' : '';
    const row = `| \`${path}\` | ${unitOf(name, schema)} | ${String(schema['description'])}${absent} |`;
    const { properties, items } = schema as WithMembers;
    const inner = properties ?? items?.properties;
    return inner === undefined ? [row] : [row, ...rows(inner, [], `${path}${items ? '[]' : ''}.`)];
  });
}

function section(type: EventType): string {
  const { when, recipients, subject, members, optional } = eventForms[type];
  return `## ${type}

${when}

- Recipients: ${recipients}
- \`subject_key\`: the ${subject}
- In GraphQL: \`${type.replace('.', '_').toUpperCase()}\`. JSON Schema: \`/schemas/events/${type}.json\`

| member of \`data\` | type and unit | meaning |
| --- | --- | --- |
${rows(members, optional).join('\n')}

\`\`\`json
${JSON.stringify(eventExample(type), null, 2)}
\`\`\`
`;
}

export function eventsMarkdown(): string {
  const common = eventSchema('tickets.credited')['properties'] as Readonly<Record<string, JsonSchema>>;
  const shared = Object.entries(common).map(([name, schema]) => {
    const meaning = name === 'subject_key' ? 'Key of the object that the event is about.' : schema['description'];
    const unit =
      name === 'type' ? 'string, one of the types below' : name === 'subject_key' ? 'key' : unitOf(name, schema);
    return `| \`${name}\` | ${unit} | ${String(meaning)} |`;
  });
  return `# Event types

Each type, when it is written, who gets it, and its data. [Events](../concepts/events.md) explains how they are recorded and
delivered, and [webhooks](webhooks.md) how to receive them.

The body of a webhook, an item of \`GET …/events\` and \`Event\` in GraphQL have the same members. GraphQL writes them in camelCase
(\`subjectKey\`), but \`data\` has the names of REST everywhere. Later versions may add members and types, so ignore unknown ones.

| member | type and unit | meaning |
| --- | --- | --- |
${shared.join('\n')}

${eventTypes.map(section).join('\n')}`;
}
