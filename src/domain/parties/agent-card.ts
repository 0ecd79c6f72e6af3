import { agentCard, type A2aVersion, type Shape } from './a2a';
import { Validator } from '../validator';
import { eventTypes, type EventType } from '../effects';

export { checkNotificationUrl } from './notification-url';

/** A card as it came: A2A's members and whatever else its author put there. */
export type Card = Readonly<Record<string, unknown>>;

export interface AgentCapabilities {
  readonly streaming: boolean;
  readonly pushNotifications: boolean;
  readonly extendedAgentCard: boolean;
}

/** `version` is null where the card has the marks of neither; `missing` names members as `skills[0].tags`. */
export interface CardConformance {
  readonly version: A2aVersion | null;
  readonly missing: readonly string[];
}

export interface CardReading {
  /** The public card: as it came, without `notification_url`. */
  readonly card: Card;
  readonly capabilities: AgentCapabilities;
  readonly notificationUrl: string | null;
  readonly conformance: CardConformance;
}

export const MAX_CARD_BYTES = 65_536;
/** Deep enough for any card; far below where walking JSON, here or in PostgreSQL, runs out of stack. */
const MAX_CARD_DEPTH = 32;
/** A card full of empty skills would otherwise answer with more text than it sent. */
const MAX_MISSING = 100;
/** What PostgreSQL's jsonb refuses. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Reads the card of a registration. A member that is null counts as left out, as in ProtoJSON.
 * Throws 400 `validation_failed` (pointers under `/card`): not an object, `capabilities` missing or of a wrong type, a
 * known member of a wrong type, over 64 KiB. Whether the push invariant holds is `checkPushInvariant`'s to say.
 * Source: contract §7, Agent.
 */
export function parseCard(card: unknown, notificationUrl: string | null | undefined): CardReading {
  const check = new Validator();
  if (!isObject(card)) check.fault('/card', 'must be an A2A AgentCard, a JSON object');
  else checkBulk(card, check);
  check.done();
  const object = card as Card;
  const version = versionOf(object);
  const findings = [
    ...assessConformance(agentCard['1.0'], object, '1.0'),
    ...assessConformance(agentCard['0.3'], object, '0.3'),
  ];
  const wrong = new Map(findings.filter((found) => found.expected !== null).map((found) => [found.pointer, found]));
  for (const { pointer, expected } of wrong.values()) check.fault(`/card${pointer}`, `must be ${expected ?? ''}`);
  if (missingMembers(object['capabilities'])) check.fault('/card/capabilities', 'is required');
  const { notification_url: own, ...rest } = object;
  if (!missingMembers(own) && typeof own !== 'string') check.fault('/card/notification_url', 'must be a text');
  check.done();
  const missing = findings.filter((found) => found.expected === null && found.version === (version ?? '1.0'));
  return {
    card: rest,
    capabilities: capabilitiesOf(rest),
    notificationUrl: notificationUrl === undefined ? ((own as string | null | undefined) ?? null) : notificationUrl,
    conformance: { version, missing: missing.slice(0, MAX_MISSING).map((found) => found.path) },
  };
}

/**
 * The invariant, at registration and at patch: with `pushNotifications` a `notification_url` must be there.
 * Throws 400 `validation_failed`, pointer `/notification_url`. Source: specification, Agent.
 */
export function checkPushInvariant(capabilities: AgentCapabilities, notificationUrl: string | null): void {
  const check = new Validator();
  if (capabilities.pushNotifications && notificationUrl === null) {
    check.fault('/notification_url', 'must be set, because the card enables capabilities.pushNotifications');
  }
  check.done();
}

/** The specification's two. */
export const defaultEventTypes: readonly EventType[] = ['trade.completed', 'trade.failed'];

/**
 * The event types an agent opts into; none given, the default two; an empty list opts out of all.
 * Throws 400 `validation_failed` under `/event_types`. Source: events.md §1: `webhook.disabled` never goes by webhook.
 */
export function readEventTypes(given: readonly string[] | null | undefined): readonly EventType[] {
  if (missingMembers(given)) return defaultEventTypes;
  const check = new Validator();
  const known: readonly string[] = eventTypes;
  given.forEach((type, index) => {
    const pointer = `/event_types/${String(index)}`;
    if (!known.includes(type)) check.fault(pointer, 'is no event type');
    else if (type === 'webhook.disabled') check.fault(pointer, 'is never sent by webhook; read the events feed');
  });
  check.unique('/event_types', '', given);
  check.done();
  return given as readonly EventType[];
}

function versionOf(card: Card): A2aVersion | null {
  if (!missingMembers(card['supportedInterfaces'])) return '1.0';
  return missingMembers(card['url']) && missingMembers(card['protocolVersion']) ? null : '0.3';
}

/** 0.3 says `supportsAuthenticatedExtendedCard` where 1.0 has `capabilities.extendedAgentCard`. */
function capabilitiesOf(card: Card): AgentCapabilities {
  const given = card['capabilities'] as Card;
  return {
    streaming: given['streaming'] === true,
    pushNotifications: given['pushNotifications'] === true,
    extendedAgentCard: given['extendedAgentCard'] === true || card['supportsAuthenticatedExtendedCard'] === true,
  };
}

/** Depth before size: serialising is what a card nested too deep would break. */
function checkBulk(card: Card, check: Validator): void {
  let storable = true;
  let level: unknown[] = [card];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_CARD_DEPTH) {
      check.fault('/card', `must not be nested deeper than ${String(MAX_CARD_DEPTH)} levels`);
      return;
    }
    const texts = level.flatMap((value) =>
      typeof value === 'string' ? [value] : isObject(value) ? Object.keys(value) : [],
    );
    storable &&= !texts.some((text) => UNSTORABLE.test(text));
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
    );
  }
  check.that(storable, '/card', 'must hold well-formed Unicode text without U+0000');
  const bytes = Buffer.byteLength(JSON.stringify(card));
  check.that(bytes <= MAX_CARD_BYTES, '/card', `must not be larger than ${String(MAX_CARD_BYTES)} bytes as JSON`);
}

interface Finding {
  readonly version: A2aVersion;
  readonly pointer: string;
  readonly path: string;
  /** What the type should have been; null: the member is required and not there. */
  readonly expected: string | null;
}

const names = {
  text: 'a text',
  flag: 'true or false',
  object: 'an object',
  list: 'a list',
  members: 'an object',
} as const;

function isValid(shape: Shape, value: unknown): boolean {
  if (shape.is === 'text') return typeof value === 'string';
  if (shape.is === 'flag') return typeof value === 'boolean';
  return shape.is === 'list' ? Array.isArray(value) : isObject(value);
}

function* assessConformance(
  shape: Shape,
  value: unknown,
  version: A2aVersion,
  pointer = '',
  path = '',
): Generator<Finding> {
  if (!isValid(shape, value)) {
    yield { version, pointer, path, expected: names[shape.is] };
  } else if (shape.is === 'list') {
    for (const [index, item] of (value as unknown[]).entries()) {
      yield* assessConformance(shape.of, item, version, `${pointer}/${String(index)}`, `${path}[${String(index)}]`);
    }
  } else if (shape.is === 'members') {
    const object = value as Card;
    const prefix = path === '' ? '' : `${path}.`;
    for (const [name, known] of Object.entries(shape.known)) {
      if (!missingMembers(object[name]))
        yield* assessConformance(known, object[name], version, `${pointer}/${name}`, prefix + name);
    }
    for (const name of shape.required) {
      // 1.0, §5.7: "Arrays marked as required MUST contain at least one element"; 0.3 does not ask for that.
      const empty = version === '1.0' && Array.isArray(object[name]) && object[name].length === 0;
      if (empty || missingMembers(object[name]))
        yield { version, pointer: `${pointer}/${name}`, path: prefix + name, expected: null };
    }
  }
}

function isObject(value: unknown): value is Card {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function missingMembers(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
