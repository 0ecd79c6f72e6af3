import { setTimeout as pause } from 'node:timers/promises';
import type { BuiltServer } from '../../../test/support/built';
import { until } from '../../../test/support/actors';
import type { Trip } from '../../../test/support/wire-proxy';
import type { Answer } from '../kill/caller';
import type { Calls, Send } from './call';
import { Gate, sendCalls } from './gate';
import type { TestBed } from './test-bed';
import { Normalizer } from './state';
import type { Scenario } from './scenarios';
import { type TripFilter, type Point, Victim } from './victim';

/** Plays one scenario, undisturbed or struck at a point, and reads the outcome. */

/** The normalized state and answers, comparable between runs. */
export interface Outcome {
  readonly state: readonly string[];
  /** The last answer to each call. */
  readonly answers: readonly { readonly status: number; readonly text: string; readonly sameAgain: boolean }[];
}

export interface ScenarioRun {
  readonly outcome: Outcome;
  /** The statements up to the strike, or all of them. */
  readonly statements: readonly string[];
  /** Whether each retry got the stored answer; undefined without a stored answer or a retry. */
  readonly replayed: readonly (boolean | undefined)[];
}

/** The processes on which scenarios run. */
export interface Runner {
  run(scenario: Scenario, point?: Point): Promise<ScenarioRun>;
  end(): Promise<void>;
}

const RETRY_DELAY_MS = 10;
const ANSWER_TIMEOUT_MS = 60_000;

/** @param answersByCall the answers to each call, in order */
async function outcomeOf(
  testBed: TestBed,
  { subject, keys }: Calls,
  answersByCall: readonly (readonly Answer[])[],
): Promise<Outcome> {
  await testBed.drain(subject);
  const normalizer = new Normalizer(subject.names);
  const state = await testBed.state(subject, normalizer, keys);
  const answers = answersByCall.flatMap((sendings) => {
    const last = sendings.at(-1);
    if (!last) return [];
    const sameAgain = sendings.every(({ status, text }) => status === last.status && text === last.text);
    return [{ status: last.status, text: normalizer.normalize(last.text), sameAgain }];
  });
  return { state, answers };
}

/** Background statements of a server: clock checks, pings and the notification listener. */
const BACKGROUND = /^(now|SELECT 1|SET application_name = 'ats listener'.*)$/s;

/**
 * Matches the statements of requests.
 *
 * If all calls have keys, a transaction that claims none is background: it saves the bytes of stored answers. A new process
 * saves them after its first mutation, another one every 5 s. The payment webhook has no key, and its transaction counts.
 */
function requestTrips({ keys }: Calls): TripFilter {
  const background = new Set<number>();
  return ({ statement, connection }) => {
    const isKeyless = statement.startsWith('BEGIN') && !statement.includes('claim_request(');
    if (isKeyless && keys.length > 0) background.add(connection);
    const isBackground = background.has(connection) || BACKGROUND.test(statement);
    if (/(COMMIT|ROLLBACK)$/.test(statement)) background.delete(connection);
    return !isBackground;
  };
}

const statementsOf = (trips: readonly Trip[]): string[] => trips.map(({ statement }) => statement);

/** API processes: one to strike, one that answers the retry and is struck next, and one spare. */
export class ServerRunner implements Runner {
  private current: Promise<Victim<BuiltServer>>;
  private spare: Promise<Victim<BuiltServer>> | undefined;

  constructor(
    private readonly testBed: TestBed,
    private readonly fault: 'kill' | 'cut' = 'kill',
  ) {
    this.current = Victim.server(testBed.env);
  }

  async run(scenario: Scenario, point?: Point): Promise<ScenarioRun> {
    // The spare process starts while the scenario is prepared.
    if (point && this.fault === 'kill') this.prepare();
    const calls = await scenario.prepare(this.testBed);
    const victim = await this.current;
    const gate = calls.sends.length > 1 ? new Gate() : undefined;
    const watch = victim.watch(requestTrips(calls), point, this.fault, gate);
    const first = await sendCalls(calls, victim, watch);
    if (point) await watch.waitForStrikeOrEnd(Promise.resolve());
    else await watch.waitUntilIdle();
    const statements = statementsOf(watch.trips);
    const isKilled = watch.struck && this.fault === 'kill';
    if (isKilled) await this.replace(victim);
    const { url } = (await this.current).process;
    // A killed process answers nothing. After a cut, the process may have retried on another connection.
    const firstAnswers = isKilled ? [] : first;
    const answers = await forEachCall(calls, (send, n) => firstAnswers[n] ?? sendUntilAnswered(() => send(url)));
    const again = await forEachCall(calls, (send) => sendUntilAnswered(() => send(url)));
    const hasStoredAnswer = calls.keys.length > 0;
    const replayed = answers.map((answer, n) =>
      hasStoredAnswer && firstAnswers[n] === undefined ? answer.replayed : undefined,
    );
    const answersByCall = answers.map((answer, n) => [first[n], answer, again[n]].filter((one) => one !== undefined));
    return { outcome: await outcomeOf(this.testBed, calls, answersByCall), statements, replayed };
  }

  private prepare(): void {
    this.spare ??= Victim.server(this.testBed.env);
    // `replace` reports the failure; this avoids an unhandled rejection.
    this.spare.catch(() => undefined);
  }

  private async replace(dead: Victim): Promise<void> {
    await dead.end();
    this.prepare();
    this.current = this.spare ?? this.current;
    this.spare = undefined;
  }

  async end(): Promise<void> {
    await endAll(this.current, this.spare);
  }
}

/** Ends all processes, also those whose start failed. */
async function endAll(...victims: (Promise<Victim> | undefined)[]): Promise<void> {
  for (const started of victims) {
    const victim = await started?.catch(() => undefined);
    await victim?.end();
  }
}

/** Applies `answer` to all calls concurrently. */
function forEachCall(
  { sends }: Calls,
  answer: (send: Send, at: number) => Promise<Answer> | Answer,
): Promise<Answer[]> {
  return Promise.all(sends.map(async (send, at) => answer(send, at)));
}

/** Repeats the call until it gets a final answer. */
async function sendUntilAnswered(send: () => Promise<Answer | undefined>): Promise<Answer> {
  const end = Date.now() + ANSWER_TIMEOUT_MS;
  for (;;) {
    const answer = await send();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`no answer within ${String(ANSWER_TIMEOUT_MS / 1000)} s`);
    await pause(RETRY_DELAY_MS);
  }
}

/** Matches the settlement worker's query for due trades and the transaction of the trades it finds. */
function settlementTrips(): TripFilter {
  let state: 'waiting' | 'found' | 'over' = 'waiting';
  let connection: number | undefined;
  return (trip) => {
    if (state === 'waiting' && trip.statement === 'due_trades') {
      state = 'found';
      return true;
    }
    // Other work of the process, such as the relay, can begin a transaction first. The second statement tells them apart.
    // A kill around BEGIN is not lost: it is a kill after `due_trades`, or before that statement.
    if (state === 'found' && trip.statement.startsWith('load_decision_data_')) connection ??= trip.connection;
    if (state !== 'found' || trip.connection !== connection) return false;
    if (trip.statement.endsWith('COMMIT')) state = 'over';
    return true;
  };
}

/** Worker processes, one at a time: a second worker would do the work of the killed one. */
export class WorkerRunner implements Runner {
  private current: Promise<Victim>;

  constructor(private readonly testBed: TestBed) {
    this.current = Victim.worker(testBed.env);
  }

  async run(scenario: Scenario, point?: Point): Promise<ScenarioRun> {
    const calls = await scenario.prepare(this.testBed);
    const victim = await this.current;
    const watch = victim.watch(settlementTrips(), point);
    const answersOf = () => forEachCall(calls, (send) => sendUntilAnswered(() => send(this.testBed.app.url)));
    // A suspended worker finds all trades in one sweep.
    const answers = await (calls.sends.length > 1 ? victim.whileSuspended(answersOf) : answersOf());
    const end = this.waitUntilNothingDue(calls);
    if (point) await watch.waitForStrikeOrEnd(end);
    if (watch.struck) {
      await victim.end();
      this.current = Victim.worker(this.testBed.env);
    }
    await end;
    await watch.waitUntilIdle();
    await this.current;
    const answersByCall = answers.map((answer) => [answer]);
    return {
      outcome: await outcomeOf(this.testBed, calls, answersByCall),
      statements: statementsOf(watch.trips),
      replayed: [],
    };
  }

  private async waitUntilNothingDue({ subject }: Calls): Promise<void> {
    const text = `SELECT count(*)::int AS due FROM trade JOIN trade_participant USING (trade_id)
      WHERE principal_id = ANY ($1) AND due_at <= now()`;
    await until(
      () => this.testBed.app.sql<{ due: number }>(text, [subject.principalIds]),
      ([row]) => row?.due === 0,
      60_000,
    );
  }

  async end(): Promise<void> {
    await endAll(this.current);
  }
}
