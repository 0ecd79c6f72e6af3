import { randomUUID } from 'node:crypto';
import type { Client } from '../../../src/client';
import { idOf } from '../../../src/domain/keys';
import { type Answer, sendOnce } from '../kill/caller';
import type { Party } from '../../../test/support/actors';
import type { Stage } from './stage';
import type { Subject } from './state';

/** Mutations that are ready to be sent, to any process and as often as one likes. Not a test. */

/** The same key, unless another is given, and the same bytes, signed anew; undefined when nobody answered for good. */
export type Send = (url: string, otherKey?: string) => Promise<Answer | undefined>;

export interface Calls {
  readonly subject: Subject;
  /** Keys of kept answers and of what operators act on. */
  readonly keys: readonly string[];
  /** Mostly one. Several share a transaction. */
  readonly sends: readonly Send[];
}

type Roles = Readonly<Record<string, Party>>;

export interface Cast {
  readonly provider: Party;
  readonly consumer: Party;
}

export async function cast(stage: Stage): Promise<Cast> {
  return { provider: await stage.party('Provider'), consumer: await stage.party('Consumer') };
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

/** Whose state is compared, and what is called by name in it: the parties, and what else differs between runs. */
export function subjectOf(roles: Roles, others: Readonly<Record<string, string>> = {}): Subject {
  const principalIds = Object.values(roles).map(({ principalKey }) => idOf('prn', principalKey) ?? '');
  const names = new Map([...namesOf(roles), ...Object.entries(others).map(([name, text]) => [text, name] as const)]);
  return { principalIds, names };
}

/** What is asked for, by whom. */
export interface Asked {
  readonly from: (url: string) => Client;
  readonly query: string;
  readonly variables: object;
}

/** One mutation: `field(input)` with that selection. */
export function asked(from: Asked['from'], field: string, input: object, selection: string): Asked {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  return {
    from,
    query: `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} } }`,
    variables: { input },
  };
}

export function call(
  { provider, consumer }: Cast,
  only: Asked,
  others: Readonly<Record<string, string>> = {},
  subjects: readonly string[] = [],
): Calls {
  return calls({ provider, consumer }, [only], others, subjects);
}

export function calls(
  roles: Roles,
  all: readonly Asked[],
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
