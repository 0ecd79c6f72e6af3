import { randomUUID } from 'node:crypto';
import type { Client } from '../../../src/client';
import { idOf } from '../../../src/domain/keys';
import { type Answer, sendOnce } from '../kill/caller';
import type { Party } from '../../../test/support/actors';
import type { TestBed } from './test-bed';
import type { Subject } from './state';

/** Mutations that can be sent repeatedly to any process. */

/** Sends the same bytes, newly signed, with the same key or `otherKey`. Returns undefined without a final answer. */
export type Send = (url: string, otherKey?: string) => Promise<Answer | undefined>;

export interface Calls {
  readonly subject: Subject;
  /** Keys of stored answers, and keys that operators act on. */
  readonly keys: readonly string[];
  /** Usually one. Several share a transaction. */
  readonly sends: readonly Send[];
}

type Roles = Readonly<Record<string, Party>>;

export interface Parties {
  readonly provider: Party;
  readonly consumer: Party;
}

export async function createParties(testBed: TestBed): Promise<Parties> {
  return { provider: await testBed.party('Provider'), consumer: await testBed.party('Consumer') };
}

function namesOf(roles: Roles): [string, string][] {
  return Object.entries(roles).flatMap(([role, party]): [string, string][] => [
    [idOf('prn', party.principalKey) ?? '', role],
    [party.principalKey, `prn:${role}`],
    [idOf('agt', party.agentKey) ?? '', `${role} agent`],
    [party.agentKey, `agt:${role}`],
    [party.subject, `${role} human`],
    [party.credential.apiKey, `${role} key`],
  ]);
}

/** The principals whose state is compared, and names for the values that differ between runs. */
export function subjectOf(roles: Roles, others: Readonly<Record<string, string>> = {}): Subject {
  const principalIds = Object.values(roles).map(({ principalKey }) => idOf('prn', principalKey) ?? '');
  const names = new Map([...namesOf(roles), ...Object.entries(others).map(([name, text]) => [text, name] as const)]);
  return { principalIds, names };
}

/** A mutation and the client that sends it. */
export interface MutationRequest {
  readonly from: (url: string) => Client;
  readonly query: string;
  readonly variables: object;
}

/** A mutation with one field, `field(input)`, and its selection. */
export function mutationRequest(
  from: MutationRequest['from'],
  field: string,
  input: object,
  selection: string,
): MutationRequest {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  return {
    from,
    query: `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} } }`,
    variables: { input },
  };
}

export function call(
  { provider, consumer }: Parties,
  only: MutationRequest,
  others: Readonly<Record<string, string>> = {},
  subjects: readonly string[] = [],
): Calls {
  return calls({ provider, consumer }, [only], others, subjects);
}

export function calls(
  roles: Roles,
  all: readonly MutationRequest[],
  others: Readonly<Record<string, string>> = {},
  subjects: readonly string[] = [],
): Calls {
  const sendings = all.map(({ from, query, variables }) => {
    const key = `crash-${randomUUID()}`;
    const body = JSON.stringify({ query, variables });
    const send: Send = (url, otherKey = key) => sendOnce({ api: from(url), key: otherKey, body });
    return { key, send };
  });
  const keys = sendings.map(({ key }) => key);
  const names = Object.fromEntries(keys.map((key, n) => [n === 0 ? 'the key' : `the key ${String(n + 1)}`, key]));
  return {
    subject: subjectOf(roles, { ...others, ...names }),
    keys: [...keys, ...subjects],
    sends: sendings.map(({ send }) => send),
  };
}
