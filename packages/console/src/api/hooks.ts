import { useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  type AnyVariables,
  createRequest,
  type TypedDocumentNode,
  useClient,
  useQuery,
  type UseQueryState,
} from 'urql';
import { followedStreams } from './following';
import { type Connection, type LiveEvent, type LiveStream, streamOf } from './stream';
import { notSent, problemOf, type Problem } from './problem';
import { failedReads, useRetry } from './retry';
import { REPLAYED } from './session-fetch';
import { tabStorage } from './storage';

/** Events within this time cause one read. */
const COLLECT_MS = 120;

/** Types that every act makes stale: its answer names no list, and an empty list names no type of its rows. */
const CHANGED = ['Principal', 'Session'];

/** The state of a query on the screen. */
export interface Loaded<Data> {
  /** The last answer, which stays while it is read again. */
  readonly data: Data | undefined;
  readonly problem: Problem | undefined;
  /** Whether `data` is the answer to other variables, or absent, because these ones are being read. */
  readonly isOld: boolean;
}

/**
 * Reads a document, and reads it again when an event says that it may have changed.
 *
 * @param concerns which events matter; default: all of the principal
 */
export function useLive<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  concerns: (event: LiveEvent) => boolean = () => true,
  stream?: LiveStream,
): Loaded<Data> {
  const own = useStream();
  const followed = stream ?? own;
  const [result, execute] = useQuery<Data>({ query, variables: variables as object });
  const latest = useRef({ concerns, execute });
  latest.current = { concerns, execute };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = followed?.subscribe((event) => {
      if (event.type !== 'READY' && !latest.current.concerns(event)) return;
      // A later event does not move the timer. A steady flow of events would put the read off without end.
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current.execute({ requestPolicy: 'network-only' });
      }, COLLECT_MS);
    });
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [followed]);
  useEffect(() => followed && followedStreams.add(followed), [followed]);
  const { key } = createRequest(query, variables);
  const answer = useAnswer(result);
  const isOld = answer.operation?.key !== key;
  useRetry(isOld ? undefined : answer.error, () => execute({ requestPolicy: 'network-only' }));
  return useLastAnswer(loadedOf(answer, isOld), key);
}

/** Keeps an answer until the next one. urql forgets an error as soon as it reads again. */
function useAnswer<Data>(result: UseQueryState<Data>): UseQueryState<Data> {
  const last = useRef(result);
  if (!result.fetching && (result.data !== undefined || result.error)) last.current = result;
  return last.current;
}

/** Keeps the last answer to the same variables while the service does not answer. */
function useLastAnswer<Data>(loaded: Loaded<Data>, key: number): Loaded<Data> {
  const last = useRef<{ readonly key: number; readonly data: Data }>(undefined);
  if (loaded.data !== undefined && !loaded.isOld) last.current = { key, data: loaded.data };
  const isMissed = loaded.problem?.isTransient === true && last.current?.key === key;
  return isMissed ? { ...loaded, data: last.current?.data, problem: undefined } : loaded;
}

function loadedOf<Data>({ data, error }: UseQueryState<Data>, isOld: boolean): Loaded<Data> {
  // A refused root field leaves a screen without its content. Null for 404 and 409 is an answer: the screen says what is
  // missing.
  const isRefused = (status: unknown): boolean => status !== 404 && status !== 409;
  const isBroken =
    error?.graphQLErrors.some(
      ({ path, extensions }) => isRefused(extensions['status']) && isMissing(data, path?.[0]),
    ) ?? false;
  const usable = isBroken ? undefined : data;
  // The error of other variables says nothing about these.
  const problem = error && usable === undefined && !isOld ? problemOf(error) : undefined;
  return { data: usable, problem, isOld };
}

function isMissing(data: unknown, root: string | number | undefined): boolean {
  return root !== undefined && (data as Readonly<Record<string, unknown>> | undefined)?.[root] === null;
}

/** The state of an act: one mutation that the human confirmed. */
export interface Act<Variables, Data> {
  /** Sends the mutation. Returns its data; undefined after an error, which is then `problem`. */
  readonly run: (variables: Variables) => Promise<Data | undefined>;
  readonly isRunning: boolean;
  readonly problem: Problem | undefined;
  readonly reset: () => void;
  /** Whether the last answer is that of an earlier form, whose answer was lost. Nothing happened now. */
  readonly wasDoneBefore: () => boolean;
}

/**
 * A mutation with one idempotency key for one intent.
 *
 * The key is made when the form opens. A double click, a reload and a repeat after a lost answer use it again, so the
 * act has one effect. After a final answer the next act gets a new key.
 * @param intent names the form and its object, for example `accept prp_…`
 * @param agentKey the agent in whose name the owner acts, if the act needs one
 */
export function useAct<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  intent: string,
  agentKey?: string | null,
): Act<Variables, Data> {
  const client = useClient();
  const [state, setState] = useState<{ isRunning: boolean; problem: Problem | undefined }>({
    isRunning: false,
    problem: undefined,
  });
  const sent = useRef(new Set<string>());
  const doneBefore = useRef(false);
  const send = useCallback(
    async (variables: Variables): Promise<{ problem: Problem | undefined; data: Data | undefined }> => {
      const key = keyOf(intent, variables);
      const isFirst = !sent.current.has(key);
      sent.current.add(key);
      const fetchOptions = {
        headers: { 'idempotency-key': key, ...(agentKey != null && { 'x-ats-agent': agentKey }) },
      };
      const context = { fetchOptions, additionalTypenames: CHANGED };
      const { data, error, extensions } = await client.mutation<Data>(document, variables, context).toPromise();
      const problem = error && problemOf(error);
      // Without a final answer the act may have happened, or may still run: the key stays.
      if (problem?.isTransient !== true) forgetKey(intent, key);
      doneBefore.current = isFirst && extensions?.[REPLAYED] === true;
      return { problem, data: problem ? undefined : data };
    },
    [client, document, intent, agentKey],
  );
  const run = useCallback(
    async (variables: Variables): Promise<Data | undefined> => {
      setState({ isRunning: true, problem: undefined });
      const { problem, data } = await send(variables).catch((error: unknown) => ({
        problem: notSent(error),
        data: undefined,
      }));
      setState({ isRunning: false, problem });
      return data;
    },
    [send],
  );
  const reset = useCallback(() => setState({ isRunning: false, problem: undefined }), []);
  const wasDoneBefore = useCallback(() => doneBefore.current, []);
  return { ...state, run, reset, wasDoneBefore };
}

interface StoredKey {
  readonly key: string;
  readonly inputs: string;
}

function storedKey(intent: string): StoredKey | undefined {
  const stored = tabStorage.read(`act ${intent}`);
  return stored === null ? undefined : (JSON.parse(stored) as StoredKey);
}

/** The key of an intent with these inputs. Other inputs are another act. */
function keyOf(intent: string, variables: unknown): string {
  const text = JSON.stringify(variables);
  const stored = storedKey(intent);
  if (stored?.inputs === text) return stored.key;
  const key = crypto.randomUUID();
  tabStorage.write(`act ${intent}`, JSON.stringify({ key, inputs: text }));
  return key;
}

/** Forgets this key alone: another run of the intent can have stored its own meanwhile. */
function forgetKey(intent: string, key: string): void {
  if (storedKey(intent)?.key === key) tabStorage.remove(`act ${intent}`);
}

/** The state of the streams that the page follows. It is lost too while a read fails. */
export function useConnection(): Connection {
  const state = useSyncExternalStore(followedStreams.watch, followedStreams.state);
  const isFailing = useSyncExternalStore(failedReads.watch, failedReads.isAny);
  return isFailing ? 'lost' : state;
}

/** The stream of the principal that the address names; undefined on other pages. */
function useStream(): LiveStream | undefined {
  const { principalKey }: { readonly principalKey?: string } = useParams({ strict: false });
  return principalKey === undefined ? undefined : streamOf(`events/${principalKey}`);
}
