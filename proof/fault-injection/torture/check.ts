import type { Effect, Entry, Failed, Invoked, Ok } from './history';

/** Finds contradictions between the history of a run and its final state. */

/** An effect in the database, and the key in its text if it has one. */
export interface ObservedEffect extends Effect {
  readonly tag?: string | undefined;
}

export interface Logged {
  readonly id: string;
  readonly principal: string;
  readonly sequence: number;
  /** `principal type subject` */
  readonly content: string;
}

/** The events that a reader received, in order. */
export interface Feed {
  readonly principal: string;
  /** How it reads: by page or by socket. */
  readonly by: string;
  /** Event ids. */
  readonly ids: readonly string[];
}

/** The state after all faults have ended and all work is done. */
export interface FinalState {
  readonly effects: readonly ObservedEffect[];
  readonly values: Readonly<Record<string, string>>;
  readonly log: readonly Logged[];
  readonly feeds: readonly Feed[];
  /** `agent event` of each expected webhook, and of each webhook that arrived and verified. */
  readonly expectedWebhooks: readonly string[];
  readonly receivedWebhooks: readonly string[];
}

export type Kind =
  | 'unresolved'
  | 'answers_differ'
  | 'effect_missing'
  | 'effect_altered'
  | 'second_effect'
  | 'effect_of_refused'
  | 'effect_unclaimed'
  | 'effect_shared'
  | 'value_wrong'
  | 'old_credential'
  | 'event_missing'
  | 'event_doubled'
  | 'event_lost'
  | 'sequence_broken'
  | 'feed_differs'
  | 'webhook_lost'
  | 'webhook_unowed'
  // Found by the run itself, without the history.
  | 'audit'
  | 'broken'
  | 'calm'
  | 'server_error'
  | 'preview'
  | 'repeated'
  | 'scene';

export interface Violation {
  readonly kind: Kind;
  /** The key of the affected call, if there is one. */
  readonly key?: string | undefined;
  readonly detail: string;
}

const nameOf = ({ kind, id }: Effect): string => `${kind} ${id}`;

function count(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

interface Call {
  readonly invoked: Invoked[];
  readonly ok: Ok[];
  readonly failed: Failed[];
}

function callsOf(entries: readonly Entry[]): Map<string, Call> {
  const calls = new Map<string, Call>();
  for (const entry of entries) {
    const call = calls.get(entry.key) ?? { invoked: [], ok: [], failed: [] };
    calls.set(entry.key, call);
    if (entry.kind === 'invoke') call.invoked.push(entry);
    if (entry.kind === 'ok') call.ok.push(entry);
    if (entry.kind === 'fail') call.failed.push(entry);
  }
  return calls;
}

/** Checks that every call has an answer, and that all answers to one key are the same bytes. */
function checkAnswers(calls: Map<string, Call>): Violation[] {
  return [...calls].flatMap(([key, { ok, failed, invoked }]): Violation[] => {
    const field = invoked[0]?.field ?? '?';
    if (ok.length + failed.length === 0) return [{ kind: 'unresolved', key, detail: `${field}: never answered` }];
    // The refusal of an ended credential is no final answer: the call is repeated with another.
    const refusals = failed.map(({ code }) => code).filter((code) => code !== 'credential_invalid');
    const answers = new Set([...ok.map(({ digest }) => digest), ...refusals]);
    return answers.size > 1 ? [{ kind: 'answers_differ', key, detail: `${field}: ${[...answers].join(' and ')}` }] : [];
  });
}

/** The keys that acknowledge each effect. Several answers to one key count once. */
function claims(calls: Map<string, Call>): Map<string, { effect: Effect; keys: string[] }> {
  const claimed = new Map<string, { effect: Effect; keys: string[] }>();
  for (const [key, { ok }] of calls) {
    for (const effect of ok[0]?.effects ?? []) {
      const claim = claimed.get(nameOf(effect)) ?? { effect, keys: [] };
      claimed.set(nameOf(effect), claim);
      claim.keys.push(key);
    }
  }
  return claimed;
}

/** Checks that exactly the acknowledged effects exist, with the acknowledged values. */
function checkEffects(calls: Map<string, Call>, seen: readonly ObservedEffect[]): Violation[] {
  const claimed = claims(calls);
  const there = new Map(seen.map((one) => [nameOf(one), one]));
  const found: Violation[] = [];
  for (const [name, { effect, keys }] of claimed) {
    const one = there.get(name);
    const [key] = keys;
    if (keys.length > 1)
      found.push({ kind: 'effect_shared', key, detail: `${name}: acknowledged to ${keys.join(', ')}` });
    if (one === undefined) found.push({ kind: 'effect_missing', key, detail: name });
    else if (effect.value !== one.value) {
      const detail = `${name}: ${effect.value ?? 'nothing'} was acknowledged, ${one.value ?? 'nothing'} is there`;
      found.push({ kind: 'effect_altered', key, detail });
    }
  }
  for (const [name, times] of count(seen.map(nameOf))) {
    const tag = there.get(name)?.tag;
    if (times > 1) found.push({ kind: 'second_effect', key: tag, detail: `${name}: there ${times} times` });
    if (!claimed.has(name)) found.push(unclaimedEffect(calls, name, tag));
  }
  return found;
}

function unclaimedEffect(calls: Map<string, Call>, name: string, tag: string | undefined): Violation {
  const call = tag === undefined ? undefined : calls.get(tag);
  if (call === undefined) return { kind: 'effect_unclaimed', key: tag, detail: `${name}: no call acknowledged it` };
  if (call.ok.length > 0)
    return { kind: 'second_effect', key: tag, detail: `${name}: in addition to the acknowledged effect` };
  return { kind: 'effect_of_refused', key: tag, detail: `${name}: its call was refused` };
}

function checkValues(entries: readonly Entry[], sets: FinalState['values']): Violation[] {
  const last = new Map<string, { value: string; key: string }>();
  for (const entry of entries) {
    if (entry.kind !== 'ok') continue;
    for (const [name, value] of Object.entries(entry.values ?? {})) last.set(name, { value, key: entry.key });
  }
  return [...last].flatMap(([name, { value, key }]): Violation[] => {
    const now = sets[name] ?? 'nothing';
    return now === value
      ? []
      : [{ kind: 'value_wrong', key, detail: `${name}: ${value} was acknowledged, ${now} is there` }];
  });
}

/** Checks that every request sent after the acknowledged end of its credential was refused. */
function checkCredentials(entries: readonly Entry[]): Violation[] {
  const ended = new Map<string, { n: number; by: string }>();
  const sent = new Map<string, Invoked>();
  const found: Violation[] = [];
  for (const entry of entries) {
    if (entry.kind === 'invoke') sent.set(`${entry.key} ${entry.attempt}`, entry);
    if (entry.kind !== 'ok') continue;
    for (const credential of entry.endedCredentials ?? []) {
      if (!ended.has(credential)) ended.set(credential, { n: entry.n, by: entry.key });
    }
  }
  for (const entry of entries) {
    const invoked = entry.kind === 'ok' ? sent.get(`${entry.key} ${entry.attempt}`) : undefined;
    const end = ended.get(invoked?.credential ?? '');
    if (invoked === undefined || end === undefined || invoked.n < end.n) continue;
    const detail = `${invoked.field} with ${invoked.credential}, ended by ${end.by} (${end.n}), was sent at ${invoked.n} and answered`;
    found.push({ kind: 'old_credential', key: entry.key, detail });
  }
  return found;
}

/** Checks that the log has the acknowledged events, and no others than those of broadcasts. */
function checkEvents(calls: Map<string, Call>, log: readonly Logged[]): Violation[] {
  const by = new Map<string, string>();
  const acknowledged: string[] = [];
  for (const [key, { ok }] of calls) {
    for (const name of ok[0]?.events ?? []) {
      acknowledged.push(name);
      by.set(name, key);
    }
  }
  const broadcasts = [...calls.values()].flatMap(({ ok: [first] }) => first ?? []);
  const mayFollow = (name: string): number =>
    broadcasts.filter(({ broadcast, events }) => broadcast === name.split(' ')[1] && !events?.includes(name)).length;
  const wanted = count(acknowledged);
  const there = count(log.map((event) => event.content));
  return [...new Set([...wanted.keys(), ...there.keys()])].flatMap((name): Violation[] => {
    const [want, are] = [wanted.get(name) ?? 0, there.get(name) ?? 0];
    if (want <= are && are <= want + mayFollow(name)) return [];
    const detail = `${name}: ${want} wanted, ${are} in the log`;
    return [{ kind: want > are ? 'event_missing' : 'event_doubled', key: by.get(name), detail }];
  });
}

/** Checks that no log has a gap, and that each reader received all events once and in order. */
function checkFeeds({ log, feeds }: FinalState): Violation[] {
  const ofPrincipal = (principal: string): Logged[] =>
    log.filter((event) => event.principal === principal).sort((a, b) => a.sequence - b.sequence);
  const broken = [...new Set(log.map(({ principal }) => principal))].flatMap((principal): Violation[] => {
    const sequences = ofPrincipal(principal).map(({ sequence }) => sequence);
    if (sequences.every((sequence, at) => sequence === at + 1)) return [];
    return [{ kind: 'sequence_broken', detail: `${principal}: ${sequences.join(' ')}` }];
  });
  const differing = feeds.flatMap(({ principal, by, ids }): Violation[] => {
    const own = ofPrincipal(principal);
    const received = new Set(ids);
    const lost = own.filter(({ id }) => !received.has(id)).map(({ id }) => id);
    if (lost.length > 0) return [{ kind: 'event_lost', detail: `${principal} by ${by}: ${lost.join(' ')}` }];
    if (own.length === ids.length && own.every(({ id }, at) => id === ids[at])) return [];
    const detail = `${principal} by ${by}: ${own.length} events in the log, ${ids.length} received`;
    return [{ kind: 'feed_differs', detail }];
  });
  return [...broken, ...differing];
}

function checkWebhooks({ expectedWebhooks, receivedWebhooks }: FinalState): Violation[] {
  const [expected, received] = [new Set(expectedWebhooks), new Set(receivedWebhooks)];
  return [
    ...[...expected].filter((one) => !received.has(one)).map((detail): Violation => ({ kind: 'webhook_lost', detail })),
    ...[...received]
      .filter((one) => !expected.has(one))
      .map((detail): Violation => ({ kind: 'webhook_unowed', detail })),
  ];
}

export function check(entries: readonly Entry[], left: FinalState): Violation[] {
  const calls = callsOf(entries);
  return [
    ...checkAnswers(calls),
    ...checkEffects(calls, left.effects),
    ...checkValues(entries, left.values),
    ...checkCredentials(entries),
    ...checkEvents(calls, left.log),
    ...checkFeeds(left),
    ...checkWebhooks(left),
  ];
}

const CONTEXT_ENTRIES = 12;

/** The entries of a violation's key, with those just before and after its first and its last entry. */
export function entriesAround(entries: readonly Entry[], { key }: Violation): Entry[] {
  const own = entries.filter((entry) => entry.key === key);
  const [first, last] = [own[0]?.n, own.at(-1)?.n];
  if (first === undefined || last === undefined) return [];
  const near = (n: number): boolean =>
    Math.abs(n - first) <= CONTEXT_ENTRIES / 2 || Math.abs(n - last) <= CONTEXT_ENTRIES / 2;
  return entries.filter((entry) => entry.key === key || near(entry.n));
}
