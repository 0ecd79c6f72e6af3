import { setTimeout as pause } from 'node:timers/promises';
import type { BuiltServer } from '../../../test/support/built';
import { until } from '../../../test/support/actors';
import type { Trip } from '../../../test/support/wire-proxy';
import type { Answer } from '../kill/caller';
import type { Calls, Send } from './call';
import { Gate, sent } from './gate';
import type { Stage } from './stage';
import { Spelling } from './state';
import type { Story } from './stories';
import { type Belongs, type Point, Victim } from './victim';

/** One story, undisturbed or struck at a point; and what the world is like afterwards. Not a test. */

/** What came of it, spelled so that runs can be compared. */
export interface Outcome {
  readonly state: readonly string[];
  /** Of each call's last sending; none where nobody is answered. */
  readonly answers: readonly { readonly status: number; readonly text: string; readonly sameAgain: boolean }[];
}

export interface Played {
  readonly outcome: Outcome;
  /** The trips up to the strike, or all of them. */
  readonly asked: readonly string[];
  /** Of each call: whether the answer to a retry was the kept one; undefined where none is kept, or no retry was needed. */
  readonly replayed: readonly (boolean | undefined)[];
}

/** Where a story is played: processes that die one after the other. */
export interface Ground {
  play(story: Story, point?: Point): Promise<Played>;
  end(): Promise<void>;
}

const AGAIN_MS = 10;
const ANSWERED_WITHIN_MS = 60_000;

/** @param told what each call was answered, sending by sending */
async function outcomeOf(
  stage: Stage,
  { subject, keys }: Calls,
  told: readonly (readonly Answer[])[],
): Promise<Outcome> {
  await stage.drain(subject);
  const spelling = new Spelling(subject.names);
  const state = await stage.state(subject, spelling, keys);
  const answers = told.flatMap((sendings) => {
    const last = sendings.at(-1);
    if (!last) return [];
    const sameAgain = sendings.every(({ status, text }) => status === last.status && text === last.text);
    return [{ status: last.status, text: spelling.of(last.text), sameAgain }];
  });
  return { state, answers };
}

/** What a server asks beside its requests: how far away the database is, for its sockets, and what was told meanwhile. */
const BESIDE = /^(now|SELECT 1|SET application_name = 'ats listener'.*)$/s;

const namesOf = (trips: readonly Trip[]): string[] => trips.map(({ statement: asked }) => asked);

/** API processes: the one that is struck, the one that answers the retry and is struck next, and one in reserve. */
export class ServerGround implements Ground {
  private current: Promise<Victim<BuiltServer>>;
  private spare: Promise<Victim<BuiltServer>> | undefined;

  constructor(
    private readonly stage: Stage,
    private readonly fault: 'kill' | 'cut' = 'kill',
  ) {
    this.current = Victim.server(stage.env);
  }

  async play(story: Story, point?: Point): Promise<Played> {
    // In reserve before it is needed: it starts while the scene is set.
    if (point && this.fault === 'kill') this.prepare();
    const calls = await story.begin(this.stage);
    const victim = await this.current;
    const gate = calls.sends.length > 1 ? new Gate() : undefined;
    const watch = victim.watch(({ statement: asked }) => !BESIDE.test(asked), point, this.fault, gate);
    const first = await sent(calls, victim, watch);
    if (point) await watch.done();
    else await watch.quiet();
    const asked = namesOf(watch.trips);
    if (point && this.fault === 'kill') await this.replace(victim);
    const { url } = (await this.current).process;
    // Who died answered nobody. Who lost a connection may have run it again by itself, on another.
    const told = point && this.fault === 'kill' ? [] : first;
    const answers = await each(calls, (send, n) => told[n] ?? insistently(() => send(url)));
    const again = await each(calls, (send) => insistently(() => send(url)));
    const kept = calls.keys.length > 0;
    const replayed = answers.map((answer, n) => (kept && told[n] === undefined ? answer.replayed : undefined));
    const heard = answers.map((answer, n) => [first[n], answer, again[n]].filter((one) => one !== undefined));
    return { outcome: await outcomeOf(this.stage, calls, heard), asked, replayed };
  }

  private prepare(): void {
    this.spare ??= Victim.server(this.stage.env);
    // Whoever needs it is told.
    this.spare.catch(() => undefined);
  }

  private async replace(dead: Victim): Promise<void> {
    await dead.end();
    this.prepare();
    this.current = this.spare ?? this.current;
    this.spare = undefined;
  }

  async end(): Promise<void> {
    await ended(this.current, this.spare);
  }
}

/** Also those of which one did not even begin. */
async function ended(...victims: (Promise<Victim> | undefined)[]): Promise<void> {
  for (const begun of victims) {
    const victim = await begun?.catch(() => undefined);
    await victim?.end();
  }
}

/** What becomes of each call, all at once. */
function each({ sends }: Calls, answer: (send: Send, at: number) => Promise<Answer> | Answer): Promise<Answer[]> {
  return Promise.all(sends.map(async (send, at) => answer(send, at)));
}

/** As a client does that goes on until somebody answers for good. */
async function insistently(send: () => Promise<Answer | undefined>): Promise<Answer> {
  const end = Date.now() + ANSWERED_WITHIN_MS;
  for (;;) {
    const answer = await send();
    if (answer) return answer;
    if (Date.now() > end) throw new Error('nobody answers');
    await pause(AGAIN_MS);
  }
}

/** The settle worker's look at its queue, and the transaction of the trade it finds there. */
function settling(): Belongs {
  let state: 'waiting' | 'found' | 'over' = 'waiting';
  let connection: number | undefined;
  return (trip) => {
    if (state === 'waiting' && trip.statement === 'due_trades') {
      state = 'found';
      return true;
    }
    // The worker begins at once with what it found; another's transaction in between would show in what follows.
    if (state === 'found' && connection === undefined && trip.statement.startsWith('BEGIN')) connection = trip.connection;
    if (state !== 'found' || trip.connection !== connection) return false;
    if (trip.statement.endsWith('COMMIT')) state = 'over';
    return true;
  };
}

/** Worker processes, one at a time: another one would do the work of the one that died before it is begun anew. */
export class WorkerGround implements Ground {
  private current: Promise<Victim>;

  constructor(private readonly stage: Stage) {
    this.current = Victim.worker(stage.env);
  }

  async play(story: Story, point?: Point): Promise<Played> {
    const calls = await story.begin(this.stage);
    const victim = await this.current;
    const watch = victim.watch(settling(), point);
    const answers = await each(calls, (send) => insistently(() => send(this.stage.app.url)));
    if (point) {
      await watch.done();
      await victim.end();
      this.current = Victim.worker(this.stage.env);
    }
    await this.nothingDue(calls);
    await watch.quiet();
    await this.current;
    const heard = answers.map((answer) => [answer]);
    return { outcome: await outcomeOf(this.stage, calls, heard), asked: namesOf(watch.trips), replayed: [] };
  }

  private async nothingDue({ subject }: Calls): Promise<void> {
    const text = `SELECT count(*)::int AS due FROM trade JOIN trade_participant USING (trade_id)
      WHERE principal_id = ANY ($1) AND due_at <= now()`;
    await until(
      () => this.stage.app.sql<{ due: number }>(text, [subject.principalIds]),
      ([row]) => row?.due === 0,
      60_000,
    );
  }

  async end(): Promise<void> {
    await ended(this.current);
  }
}
