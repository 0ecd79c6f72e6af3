import { agentCard, type A2aVersion, type Shape } from './a2a';
import { Validator } from '../validator';
import { eventTypes, type EventType } from '../effects';

export { checkNotificationUrl } from './notification-url';

/** A card as received: the members of A2A and any other members. */
export type Card = Readonly<Record<string, unknown>>;

export interface AgentCapabilities {
  readonly streaming: boolean;
  readonly pushNotifications: boolean;
  readonly extendedAgentCard: boolean;
}

/** How far a card follows A2A. `version` is null if unclear; `missing` has paths such as `skills[0].tags`. */
export interface CardConformance {
  readonly version: A2aVersion | null;
  readonly missing: readonly string[];
}

export interface ParsedCard {
  /** The public card: as received, without `notification_url`. */
  readonly card: Card;
  readonly capabilities: AgentCapabilities;
  readonly notificationUrl: string | null;
  readonly conformance: CardConformance;
}

export const MAX_CARD_BYTES = 65_536;
/** Far below the depth at which JSON code here or in PostgreSQL exhausts the stack. */
const MAX_CARD_DEPTH = 32;
/** Without a limit, a card with many empty skills would cause a response larger than the card. */
const MAX_MISSING = 100;
/** Characters that jsonb of PostgreSQL rejects. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Parses the card of a registration.
 *
 * A null member counts as absent, as in ProtoJSON. `checkPushInvariant` is a separate check.
 * A valid card is an object of at most 64 KiB with `capabilities`. Its defined members have the right types.
 * @throws Refusal 400 `validation_failed` with pointers under `/card`
 */
export function parseCard(card: unknown, notificationUrl: string | null | undefined): ParsedCard {
  const check = new Validator();
  if (!isObject(card)) check.addError('/card', 'must be an A2A AgentCard, a JSON object');
  else checkSize(card, check);
  check.done();
  const object = card as Card;
  const version = versionOf(object);
  const findings: Finding[] = [
    ...assessConformance(agentCard['1.0'], object, '1.0'),
    ...assessConformance(agentCard['0.3'], object, '0.3'),
  ];
  // Both versions report a wrong type, so the map keeps one finding for each pointer.
  const typeErrors = findings.filter(({ expected }) => expected !== null);
  const byPointer = new Map(typeErrors.map((finding) => [finding.pointer, finding]));
  for (const { pointer, expected } of byPointer.values())
    check.addError(`/card${pointer}`, `must be ${expected ?? ''}`);
  if (isAbsent(object['capabilities'])) check.addError('/card/capabilities', 'is required');
  const { notification_url: cardUrl, ...rest } = object;
  checkNumbers(object, '/card', check);
  checkLinks(rest, '', '/card', check);
  checkNames(rest, '/card', check);
  if (!isAbsent(cardUrl) && typeof cardUrl !== 'string') check.addError('/card/notification_url', 'must be a string');
  check.done();
  const missing = findings.filter((finding) => finding.expected === null && finding.version === (version ?? '1.0'));
  return {
    card: rest,
    capabilities: capabilitiesOf(rest),
    notificationUrl: notificationUrl === undefined ? ((cardUrl as string | null | undefined) ?? null) : notificationUrl,
    conformance: { version, missing: missing.slice(0, MAX_MISSING).map(({ path }) => path) },
  };
}

/** Checks that a card with `pushNotifications` has a `notification_url`. @throws Refusal 400 `validation_failed` */
export function checkPushInvariant(
  capabilities: AgentCapabilities,
  notificationUrl: string | null,
  pointer = '/notification_url',
): void {
  const check = new Validator();
  if (capabilities.pushNotifications && notificationUrl === null) {
    check.addError(pointer, 'is required, because the card enables capabilities.pushNotifications');
  }
  check.done();
}

/** Event types of an agent that does not choose any. */
export const defaultEventTypes: readonly EventType[] = ['trade.completed', 'trade.failed'];

/**
 * The event types that an agent receives by webhook.
 *
 * An absent list means the default, an empty list none. `webhook.disabled` is invalid, because webhooks never deliver it.
 * @throws Refusal 400 `validation_failed` with pointers under `/event_types`
 */
export function readEventTypes(requested: readonly string[] | null | undefined): readonly EventType[] {
  if (isAbsent(requested)) return defaultEventTypes;
  const check = new Validator();
  const validTypes: readonly string[] = eventTypes;
  requested.forEach((type, index) => {
    const pointer = `/event_types/${String(index)}`;
    if (!validTypes.includes(type)) check.addError(pointer, 'is not an event type');
    else if (type === 'webhook.disabled')
      check.addError(pointer, 'is never sent by webhook: read the events feed instead');
  });
  check.unique('/event_types', '', requested);
  check.done();
  return requested as readonly EventType[];
}

function versionOf(card: Card): A2aVersion | null {
  if (!isAbsent(card['supportedInterfaces'])) return '1.0';
  return isAbsent(card['url']) && isAbsent(card['protocolVersion']) ? null : '0.3';
}

/** In version 0.3, `capabilities.extendedAgentCard` is `supportsAuthenticatedExtendedCard`. */
function capabilitiesOf(card: Card): AgentCapabilities {
  const capabilities = card['capabilities'] as Card;
  return {
    streaming: capabilities['streaming'] === true,
    pushNotifications: capabilities['pushNotifications'] === true,
    extendedAgentCard: capabilities['extendedAgentCard'] === true || card['supportsAuthenticatedExtendedCard'] === true,
  };
}

/** Checks the depth first, because a too deep card cannot be serialized. */
function checkSize(card: Card, check: Validator): void {
  let storable = true;
  let level: unknown[] = [card];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_CARD_DEPTH) {
      check.addError('/card', `must not be nested deeper than ${String(MAX_CARD_DEPTH)} levels`);
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
  check.that(storable, '/card', 'must contain only well-formed Unicode text without U+0000');
  const bytes = Buffer.byteLength(JSON.stringify(card));
  check.that(bytes <= MAX_CARD_BYTES, '/card', `must not be larger than ${String(MAX_CARD_BYTES)} bytes as JSON`);
}

/** Members that are http or https URLs: `url`, `iconUrl`, `token_url`, and the links of a JWS header. */
const URL_MEMBER = /(^u|_u|U)rls?$|^(jku|x5u)$/;
/** Members that can be a link or a name, such as the `urn:…` of an extension. */
const LINK_MEMBER = /(^|_)(uri|href|link|homepage|website|icon|logo|image)s?$|(Uri|Href|Link|Icon|Logo|Image)s?$/;

/**
 * Checks all links of a card, also in members that A2A does not define.
 *
 * Consoles show them to people: a `javascript:` link would run with the rights of the reader. An empty text is no link,
 * because ProtoJSON can write it for an absent one.
 */
function checkLinks(value: unknown, name: string, pointer: string, check: Validator): void {
  if (typeof value === 'string') {
    if (value !== '' && URL_MEMBER.test(name)) check.webAddress(pointer, value);
    else if (LINK_MEMBER.test(name)) check.safeLink(pointer, value);
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => checkLinks(item, name, `${pointer}/${String(index)}`, check));
  } else if (isObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      checkLinks(member, key, `${pointer}/${escapePointer(key)}`, check);
    }
  }
}

/** Refuses numbers that the service cannot store exactly. The parsers of requests replace them by `Infinity`. */
function checkNumbers(value: unknown, pointer: string, check: Validator): void {
  if (typeof value === 'number') {
    check.that(Number.isFinite(value), pointer, 'must not change as a JavaScript number: send it as a string');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) checkNumbers(member, `${pointer}/${escapePointer(key)}`, check);
  }
}

/** Escapes a name for a JSON pointer (RFC 6901 §3). */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Checks that the texts by which people know an agent and its skills can be seen. */
function checkNames(object: Card, pointer: string, check: Validator): void {
  for (const name of ['name', 'description']) {
    const text = object[name];
    if (typeof text === 'string') check.text(`${pointer}/${name}`, text, { min: 0 });
  }
  const { provider, skills } = object;
  const organization = isObject(provider) ? provider['organization'] : undefined;
  if (typeof organization === 'string') check.text(`${pointer}/provider/organization`, organization, { min: 0 });
  if (!Array.isArray(skills)) return;
  for (const [index, skill] of skills.entries()) {
    if (isObject(skill)) checkNames(skill, `${pointer}/skills/${String(index)}`, check);
  }
}

interface Finding {
  readonly version: A2aVersion;
  readonly pointer: string;
  readonly path: string;
  /** The expected type; null: the required member is absent. */
  readonly expected: string | null;
}

const typeNames = {
  text: 'a string',
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
    yield { version, pointer, path, expected: typeNames[shape.is] };
  } else if (shape.is === 'list') {
    for (const [index, item] of (value as unknown[]).entries()) {
      yield* assessConformance(shape.of, item, version, `${pointer}/${String(index)}`, `${path}[${String(index)}]`);
    }
  } else if (shape.is === 'members') {
    const object = value as Card;
    const prefix = path === '' ? '' : `${path}.`;
    for (const [name, member] of Object.entries(shape.members)) {
      if (!isAbsent(object[name]))
        yield* assessConformance(member, object[name], version, `${pointer}/${name}`, prefix + name);
    }
    for (const name of shape.required) {
      // A2A 1.0 requires at least one element in a required array. A2A 0.3 does not.
      const empty = version === '1.0' && Array.isArray(object[name]) && object[name].length === 0;
      if (empty || isAbsent(object[name]))
        yield { version, pointer: `${pointer}/${name}`, path: prefix + name, expected: null };
    }
  }
}

function isObject(value: unknown): value is Card {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
