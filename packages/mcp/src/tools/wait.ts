import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type EventStream } from '#client';
import { z } from 'zod';
import { ToolError } from '../errors';
import { anyList, type Call, defineTool, tradeKey } from '../tool';
import { END_TYPES, findEnd, readEnd, viewEnded } from './ended-trade';
import { type Event, EVENT_FIELDS, EVENT_TYPES, type EventType, viewEvent } from '../views/event';

const MAX_SECONDS = 50;
const DEFAULT_SECONDS = 25;
const MAX_EVENTS = 50;
/** Pause between two reads without a cursor. */
const POLL_MS = 500;
/** Time for more events after the first one. */
const GATHER_MS = 200;
/** Events of this time are recent, and a call without a cursor returns them. */
const RECENT_MINUTES = 10;
const MAX_MINUTES = 366 * 24 * 60;
/** Lost connections in a row, within about 3 s. A restart of the service takes less. */
const MAX_FAILURES = 5;
const ANSWER_TIMEOUT_MS = 5_000;

const NOW = '{ service { serverTime } }';
const START = `{ service { serverTime } principal {
  events(first: 1, orderBy: { direction: DESC }) { nodes { cursor } } } }`;
/** The cursor before the first event, for a principal without one: position 0 of its log. */
const BEGINNING = Buffer.from('e1:0').toString('base64url');
const EVENTS = `query ($after: String, $filter: EventFilter) {
  principal { events(first: ${MAX_EVENTS}, after: $after, filter: $filter) { nodes { ${EVENT_FIELDS} } } } }`;

/** The events to return. */
interface Wanted {
  readonly types: readonly EventType[] | undefined;
  /** Only events of this trade. */
  readonly tradeKey: string | undefined;
}

interface EventPage {
  readonly after?: string;
  readonly filter: object;
}

interface Found {
  readonly events: readonly Event[];
  /** Cursor of the last event that was read, with those of other trades. */
  readonly cursor: string;
}

/**
 * Reads the first events of the last minutes, or waits for the next one.
 *
 * It polls. A stream without a cursor would miss an event between the first read and its own start. Without an event it
 * returns the newest cursor from before the first read, so that the next call misses nothing in between.
 */
async function pollRecent({ types, tradeKey }: Wanted, minutes: number, seconds: number, call: Call): Promise<Found> {
  const { service, signal } = call;
  const end = Date.now() + seconds * 1000;
  type Newest = { service: { serverTime: string }; principal: { events: { nodes: { cursor: string }[] } } };
  const start = await service.read<Newest>(START, {}, signal);
  const newest = start.principal.events.nodes[0]?.cursor ?? BEGINNING;
  const from = new Date(Date.parse(start.service.serverTime) - minutes * 60_000).toISOString();
  const filter = { from, ...(types && { types }), ...(tradeKey !== undefined && { tradeKey }) };
  for (;;) {
    const events = await readEvents({ filter }, call);
    const rest = end - Date.now();
    if (events.length > 0 || rest <= 0 || service.isEnding) return { events, cursor: events.at(-1)?.cursor ?? newest };
    await pause(Math.min(POLL_MS, rest), undefined, { signal });
  }
}

async function readEvents(page: EventPage, { service, signal }: Call): Promise<readonly Event[]> {
  type Data = { principal: { events: { nodes: Event[] } } };
  return (await service.read<Data>(EVENTS, { ...page }, signal)).principal.events.nodes;
}

/** Reads the events of an ended trade after the cursor. It waits for none, because no event follows. */
async function readRest(after: string, { types, tradeKey }: Wanted, call: Call): Promise<Found> {
  const events = await readEvents({ after, filter: { ...(types && { types }), tradeKey } }, call);
  return { events, cursor: events.at(-1)?.cursor ?? after };
}

/** Waits for events after the cursor. Returns early with the first ones. */
async function follow(after: string, { types, tradeKey }: Wanted, seconds: number, call: Call): Promise<Found> {
  const filter = { after, ...(types && { types }) };
  const stream = call.service.events<Event>({ ...filter, selection: EVENT_FIELDS, maximumFailures: MAX_FAILURES });
  const found: { events: Event[]; cursor?: string } = { events: [] };
  const waiting = gather(stream, found, { tradeKey, seconds, signal: call.signal });
  const failure = await waiting.then(
    () => undefined,
    (error: unknown) => error,
  );
  const { events, cursor = after } = found;
  if (events.length > 0) return { events, cursor };
  if (failure instanceof ApiError) throw failure;
  // A service that is gone has no events either. It also says here whether it refuses the credential.
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  // A listener keeps the timeout, to which `any` refers weakly: a garbage collection could lose it.
  timeout.addEventListener('abort', () => undefined);
  await call.service.read(NOW, {}, AbortSignal.any([call.signal, timeout]));
  if (failure === undefined) return { events, cursor };
  throw new ToolError(
    'events_unavailable',
    'The service answers, but it ends the stream of events. Call ats_overview to see what waits for you, and call ats_wait again later with the same `after`.',
  );
}

interface WaitLimits {
  readonly tradeKey: string | undefined;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Adds events until the time is over, or a moment after the first one. Events of other trades only move the cursor. */
async function gather(
  stream: EventStream<Event>,
  found: { readonly events: Event[]; cursor?: string },
  { tradeKey, seconds, signal }: WaitLimits,
) {
  const { events } = found;
  const close = (): void => stream.close();
  let timer = setTimeout(close, seconds * 1000);
  signal.addEventListener('abort', close, { once: true });
  try {
    for await (const event of stream) {
      found.cursor = event.cursor;
      if (tradeKey !== undefined && event.trade?.tradeKey !== tradeKey) continue;
      events.push(event);
      if (events.length === MAX_EVENTS) break;
      if (events.length > 1) continue;
      clearTimeout(timer);
      timer = setTimeout(close, GATHER_MS);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', close);
    close();
  }
}

/** Where the events begin, and how long to wait for them. */
interface Start {
  readonly after: string | undefined;
  /** Only without `after`. */
  readonly minutes: number;
  /** 0: returns the events that there are. */
  readonly seconds: number;
}

function find(wanted: Wanted, { after, minutes, seconds }: Start, call: Call): Promise<Found> {
  if (after === undefined) return pollRecent(wanted, minutes, seconds, call);
  return seconds === 0 ? readRest(after, wanted, call) : follow(after, wanted, seconds, call);
}

/** Adds the ends of a trade, because a wait for another event of the trade would go on after them. */
function withEnds(types: readonly EventType[] | undefined): readonly EventType[] | undefined {
  return types && [...new Set([...types, ...END_TYPES])];
}

export const wait = defineTool({
  name: 'ats_wait',
  description:
    'Waits for events. Without `after` it returns those of the last 10 minutes first. Pass the returned cursor as `after` next time: you miss none. With tradeKey, `endedWith` says that the trade has ended.',
  input: z.strictObject({
    after: z.string().optional().describe('Returned cursor'),
    sinceMinutes: z
      .int()
      .min(1)
      .max(MAX_MINUTES)
      .optional()
      .describe('Not with after. Default 10. Cover an advance of a sandbox clock'),
    types: z.array(z.enum(EVENT_TYPES)).optional().describe('Default: all'),
    tradeKey: tradeKey.optional().describe('Its events only, and its end'),
    timeoutSeconds: z.int().min(1).max(MAX_SECONDS).optional().describe('Default 25'),
  }),
  output: z.object({ events: anyList, cursor: z.string() }),
  effect: 'read',
  async run({ after, sinceMinutes, types, tradeKey, timeoutSeconds = DEFAULT_SECONDS }, call) {
    if (after !== undefined && sinceMinutes !== undefined) {
      throw new ToolError('invalid_arguments', 'Name either after or sinceMinutes.');
    }
    const end = tradeKey === undefined ? undefined : await readEnd(tradeKey, call);
    const wanted = { types: tradeKey === undefined ? types : withEnds(types), tradeKey };
    // No event of a trade follows its end, so the call does not wait for one.
    const seconds = end === undefined ? timeoutSeconds : 0;
    const { events, cursor } = await find(wanted, { after, minutes: sinceMinutes ?? RECENT_MINUTES, seconds }, call);
    const endedWith = end ?? (tradeKey === undefined ? undefined : findEnd(events));
    return { events: events.map(viewEvent), cursor, ...viewEnded(endedWith) };
  },
});
