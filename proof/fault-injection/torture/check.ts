import type { Effect, Entry, Failed, Invoked, Ok } from './history';

/** Finds what a history and the state that was left contradict each other in. Pure. Not a test. */

/** An effect that is there, and the key that it carries in its own text, where it can carry one. */
export interface Seen extends Effect {
  readonly tag?: string | undefined;
}

export interface Logged {
  readonly id: string;
  readonly principal: string;
  readonly sequence: number;
  /** `principal type subject`. */
  readonly told: string;
}

/** What a reader of a principal's events was given, in its order. */
export interface Feed {
  readonly principal: string;
  /** How it reads: page by page, over a socket. */
  readonly by: string;
  /** Ids of events. */
  readonly ids: readonly string[];
}

/** What was there after everything had healed and drained. */
export interface Left {
  readonly effects: readonly Seen[];
  readonly sets: Readonly<Record<string, string>>;
  readonly log: readonly Logged[];
  readonly feeds: readonly Feed[];
  /** `agent event` of every webhook that was owed, and of every one that came and could be verified. */
  readonly owed: readonly string[];
  readonly came: readonly string[];
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
  // What no history shows: the run itself tells of it.
  | 'audit'
  | 'broken'
  | 'calm'
  | 'fault'
  | 'repeated'
  | 'scene';

export interface Violation {
  readonly kind: Kind;
  /** The key of the call it is about, where it is about one. */
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

/** Every call ended in an answer, and all answers to one key are the same bytes. */
function answered(calls: Map<string, Call>): Violation[] {
  return [...calls].flatMap(([key, { ok, failed, invoked }]): Violation[] => {
    const field = invoked[0]?.field ?? '?';
    if (ok.length + failed.length === 0) return [{ kind: 'unresolved', key, detail: `${field}: nobody ever answered` }];
    // A credential that had ended says nothing of the call: it is asked again with another.
    const refusals = failed.map(({ code }) => code).filter((code) => code !== 'credential_invalid');
    const said = new Set([...ok.map(({ digest }) => digest), ...refusals]);
    return said.size > 1 ? [{ kind: 'answers_differ', key, detail: `${field}: ${[...said].join(' and ')}` }] : [];
  });
}

/** Acknowledged by which keys: each once, however often its call was answered. */
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

/** What was acknowledged is there, as it was acknowledged, and nothing else is. */
function effects(calls: Map<string, Call>, seen: readonly Seen[]): Violation[] {
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
    if (!claimed.has(name)) found.push(unclaimed(calls, name, tag));
  }
  return found;
}

function unclaimed(calls: Map<string, Call>, name: string, tag: string | undefined): Violation {
  const call = tag === undefined ? undefined : calls.get(tag);
  if (call === undefined) return { kind: 'effect_unclaimed', key: tag, detail: `${name}: nobody was told of it` };
  if (call.ok.length > 0) return { kind: 'second_effect', key: tag, detail: `${name}: beside what was acknowledged` };
  return { kind: 'effect_of_refused', key: tag, detail: `${name}: its call was refused` };
}

function values(entries: readonly Entry[], sets: Left['sets']): Violation[] {
  const last = new Map<string, { value: string; key: string }>();
  for (const entry of entries) {
    if (entry.kind !== 'ok') continue;
    for (const [name, value] of Object.entries(entry.sets ?? {})) last.set(name, { value, key: entry.key });
  }
  return [...last].flatMap(([name, { value, key }]): Violation[] => {
    const now = sets[name] ?? 'nothing';
    return now === value
      ? []
      : [{ kind: 'value_wrong', key, detail: `${name}: ${value} was acknowledged, ${now} is there` }];
  });
}

/** Whatever was sent after a credential's end had been acknowledged was refused. */
function credentials(entries: readonly Entry[]): Violation[] {
  const ended = new Map<string, { n: number; by: string }>();
  const sent = new Map<string, Invoked>();
  const found: Violation[] = [];
  for (const entry of entries) {
    if (entry.kind === 'invoke') sent.set(`${entry.key} ${entry.attempt}`, entry);
    if (entry.kind !== 'ok') continue;
    for (const credential of entry.ends ?? []) {
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

/** The log has exactly the events that were told of, without a gap. */
function events(calls: Map<string, Call>, log: readonly Logged[]): Violation[] {
  const by = new Map<string, string>();
  const told: string[] = [];
  for (const [key, { ok }] of calls) {
    for (const name of ok[0]?.tells ?? []) {
      told.push(name);
      by.set(name, key);
    }
  }
  const wanted = count(told);
  const there = count(log.map((event) => event.told));
  return [...new Set([...wanted.keys(), ...there.keys()])].flatMap((name): Violation[] => {
    const [want, are] = [wanted.get(name) ?? 0, there.get(name) ?? 0];
    if (want === are) return [];
    const detail = `${name}: ${want} wanted, ${are} in the log`;
    return [{ kind: want > are ? 'event_missing' : 'event_doubled', key: by.get(name), detail }];
  });
}

/** Each principal's log has no gap, and each reader was given all of it, once, in its order. */
function readers({ log, feeds }: Left): Violation[] {
  const ofPrincipal = (principal: string): Logged[] =>
    log.filter((event) => event.principal === principal).sort((a, b) => a.sequence - b.sequence);
  const broken = [...new Set(log.map(({ principal }) => principal))].flatMap((principal): Violation[] => {
    const sequences = ofPrincipal(principal).map(({ sequence }) => sequence);
    if (sequences.every((sequence, at) => sequence === at + 1)) return [];
    return [{ kind: 'sequence_broken', detail: `${principal}: ${sequences.join(' ')}` }];
  });
  const differing = feeds.flatMap(({ principal, by, ids }): Violation[] => {
    const own = ofPrincipal(principal);
    const given = new Set(ids);
    const lost = own.filter(({ id }) => !given.has(id)).map(({ id }) => id);
    if (lost.length > 0) return [{ kind: 'event_lost', detail: `${principal} by ${by}: ${lost.join(' ')}` }];
    if (own.length === ids.length && own.every(({ id }, at) => id === ids[at])) return [];
    const detail = `${principal} by ${by}: ${own.length} events in the log, ${ids.length} given`;
    return [{ kind: 'feed_differs', detail }];
  });
  return [...broken, ...differing];
}

function webhooks({ owed, came }: Left): Violation[] {
  const [due, there] = [new Set(owed), new Set(came)];
  return [
    ...[...due].filter((one) => !there.has(one)).map((detail): Violation => ({ kind: 'webhook_lost', detail })),
    ...[...there].filter((one) => !due.has(one)).map((detail): Violation => ({ kind: 'webhook_unowed', detail })),
  ];
}

export function check(entries: readonly Entry[], left: Left): Violation[] {
  const calls = callsOf(entries);
  return [
    ...answered(calls),
    ...effects(calls, left.effects),
    ...values(entries, left.sets),
    ...credentials(entries),
    ...events(calls, left.log),
    ...readers(left),
    ...webhooks(left),
  ];
}

const AROUND = 12;

/** The history of a violation's key: its own entries, and what went on just before and after the first and the last. */
export function around(entries: readonly Entry[], { key }: Violation): Entry[] {
  const own = entries.filter((entry) => entry.key === key);
  const [first, last] = [own[0]?.n, own.at(-1)?.n];
  if (first === undefined || last === undefined) return [];
  const near = (n: number): boolean => Math.abs(n - first) <= AROUND / 2 || Math.abs(n - last) <= AROUND / 2;
  return entries.filter((entry) => entry.key === key || near(entry.n));
}
