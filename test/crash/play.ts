import { setTimeout as pause } from 'node:timers/promises';
import type { BuiltServer } from '../support/built';
import { until } from '../support/world';
import type { Trip } from '../support/wire-proxy';
import type { Answer } from '../kill/caller';
import type { Call } from './call';
import type { Stage } from './stage';
import { Spelling } from './state';
import type { Story } from './stories';
import { type Belongs, type Point, Victim } from './victim';

/** One story, undisturbed or struck at a point; and what the world is like afterwards. Not a test. */

/** What came of it, spelled so that runs can be compared. */
export interface Outcome {
  readonly state: readonly string[];
  /** Of the last sending; null where nobody is answered. */
  readonly answer: { readonly status: number; readonly text: string; readonly sameAgain: boolean } | null;
}

export interface Played {
  readonly outcome: Outcome;
  /** The trips up to the strike, or all of them. */
  readonly asked: readonly string[];
  /** Whether the answer to a retry was the kept one; undefined where none is kept for a key, or no retry was needed. */
  readonly replayed: boolean | undefined;
}

/** Where a story is played: processes that die one after the other. */
export interface Ground {
  play(story: Story, point?: Point): Promise<Played>;
  end(): Promise<void>;
}

const AGAIN_MS = 10;
const ANSWERED_WITHIN_MS = 60_000;

async function outcomeOf(stage: Stage, { subject, keys }: Call, sent: readonly Answer[]): Promise<Outcome> {
  await stage.drain(subject);
  const spelling = new Spelling(subject.names);
  const state = await stage.state(subject, spelling, keys);
  const last = sent.at(-1);
  if (!last) return { state, answer: null };
  const sameAgain = sent.every(({ status, text }) => status === last.status && text === last.text);
  return { state, answer: { status: last.status, text: spelling.of(last.text), sameAgain } };
}

/** What a server asks beside its requests: how far away the database is, for its sockets, and what was told meanwhile. */
const BESIDE = /^(now|SELECT 1|SET application_name = 'ats listener'.*)$/s;

const namesOf = (trips: readonly Trip[]): string[] => trips.map(({ asked }) => asked);

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
    const call = await story.begin(this.stage);
    const victim = await this.current;
    const watch = victim.watch(({ asked }) => !BESIDE.test(asked), point, this.fault);
    const first = await call.send(victim.process.url);
    if (point) await watch.done();
    else await watch.quiet();
    const asked = namesOf(watch.trips);
    if (point && this.fault === 'kill') await this.replace(victim);
    const { url } = (await this.current).process;
    // Who died answered nobody. Who lost a connection may have run it again by itself, on another.
    const told = point && this.fault === 'kill' ? undefined : first;
    const answer = told ?? (await insistently(() => call.send(url)));
    const again = await insistently(() => call.send(url));
    const sent = [...(first ? [first] : []), answer, again];
    const kept = call.keys.length > 0;
    const replayed = kept && told === undefined ? answer.replayed : undefined;
    return { outcome: await outcomeOf(this.stage, call, sent), asked, replayed };
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
    if (state === 'waiting' && trip.asked === 'due_trades') {
      state = 'found';
      return true;
    }
    // The worker begins at once with what it found; another's transaction in between would show in what follows.
    if (state === 'found' && connection === undefined && trip.asked.startsWith('BEGIN')) connection = trip.connection;
    if (state !== 'found' || trip.connection !== connection) return false;
    if (trip.asked.endsWith('COMMIT')) state = 'over';
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
    const call = await story.begin(this.stage);
    const victim = await this.current;
    const watch = victim.watch(settling(), point);
    const answer = await insistently(() => call.send(this.stage.app.url));
    if (point) {
      await watch.done();
      await victim.end();
      this.current = Victim.worker(this.stage.env);
    }
    await this.nothingDue(call);
    await watch.quiet();
    await this.current;
    return { outcome: await outcomeOf(this.stage, call, [answer]), asked: namesOf(watch.trips), replayed: undefined };
  }

  private async nothingDue({ subject }: Call): Promise<void> {
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
