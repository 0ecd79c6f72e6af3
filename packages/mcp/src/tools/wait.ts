import { ApiError, type EventStream, type Schema } from '#client';
import { z } from 'zod';
import { ToolError } from '../errors';
import { type Answer, anyList, type Call, defineTool } from '../tool';

const MAX_SECONDS = 50;
const DEFAULT_SECONDS = 25;
const MAX_EVENTS = 50;
/** Time for more events after the first one. */
const GATHER_MS = 200;
/** Events of this time are recent, and a first call returns them. */
const RECENT_SECONDS = 600;
/** Lost connections in a row, within about 3 s. A restart of the service takes less. */
const MAX_FAILURES = 5;
const ANSWER_TIMEOUT_MS = 5_000;

/** An event without its data, which may have text of a counterparty. */
interface Event {
  readonly cursor: string;
  readonly type: string;
  readonly sequence: number;
  readonly subjectKey: string;
  readonly timestamp: string;
  readonly trade: { readonly tradeKey: string } | null;
}

const FIELDS = 'cursor type sequence subjectKey timestamp trade { tradeKey }';
const NOW = '{ service { serverTime } }';
const RECENT = `query ($filter: EventFilter) { principal { events(first: ${MAX_EVENTS}, filter: $filter) { nodes { ${FIELDS} } } } }`;

type Types = readonly Schema.EventType[] | undefined;

/** Reads the events of the last minutes, so that a first call without a cursor misses nothing that just happened. */
async function readRecent(types: Types, { service, signal }: Call): Promise<readonly Event[]> {
  const { service: info } = await service.read<{ service: { serverTime: string } }>(NOW, {}, signal);
  const from = new Date(Date.parse(info.serverTime) - RECENT_SECONDS * 1000).toISOString();
  type Data = { principal: { events: { nodes: Event[] } } };
  const filter = { from, ...(types && { types }) };
  return (await service.read<Data>(RECENT, { filter }, signal)).principal.events.nodes;
}

/** Waits for events after the cursor. Returns early with the first ones. */
async function follow(after: string | undefined, types: Types, seconds: number, call: Call): Promise<readonly Event[]> {
  const filter = { after, ...(types && { types }) };
  const stream = call.service.events<Event>({ ...filter, selection: FIELDS, maximumFailures: MAX_FAILURES });
  const events: Event[] = [];
  const waiting = gather(stream, events, seconds, call.signal);
  const failure = await waiting.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (events.length > 0) return events;
  if (failure instanceof ApiError) throw failure;
  // A service that is gone has no events either. It also says here whether it refuses the credential.
  await call.service.read(NOW, {}, AbortSignal.any([call.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]));
  if (failure === undefined) return events;
  throw new ToolError(
    'events_unavailable',
    'The service answers, but it ends the stream of events. Call ats_overview to see what waits for you, and call ats_wait again later with the same `after`.',
  );
}

/** Adds events until the time is over, or a moment after the first one. */
async function gather(stream: EventStream<Event>, events: Event[], seconds: number, signal: AbortSignal) {
  const close = (): void => stream.close();
  let timer = setTimeout(close, seconds * 1000);
  signal.addEventListener('abort', close, { once: true });
  try {
    for await (const event of stream) {
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

function view(events: readonly Event[], after: string | undefined): Answer {
  return {
    events: events.map(({ cursor: _cursor, trade, ...event }) => ({ ...event, tradeKey: trade?.tradeKey ?? null })),
    cursor: events.at(-1)?.cursor ?? after ?? null,
  };
}

export const wait = defineTool({
  name: 'ats_wait',
  description:
    'Waits for events after a cursor, at most 50 s, and returns as soon as there are some. Pass the returned cursor as `after` next time, and you miss none. Without `after` it returns the events of the last 10 minutes, or the next one. Then read the trade or proposal of subjectKey.',
  input: z.strictObject({
    after: z.string().optional(),
    types: z.array(z.string()).optional(),
    timeoutSeconds: z.int().min(1).max(MAX_SECONDS).optional(),
  }),
  output: z.object({ events: anyList, cursor: z.string().nullable() }),
  effect: 'read',
  async run({ after, types: names, timeoutSeconds = DEFAULT_SECONDS }, call) {
    // The service refuses a type that it does not know.
    const types = names as Types;
    const recent = after === undefined ? await readRecent(types, call) : [];
    return view(recent.length > 0 ? recent : await follow(after, types, timeoutSeconds, call), after);
  },
});
