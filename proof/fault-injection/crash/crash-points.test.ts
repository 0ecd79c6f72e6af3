import { randomUUID } from 'node:crypto';
import { Chance, together } from '../chaos/chance';
import { commits, differences, type Struck, struck, tableOf } from './matrix';
import { type Ground, ServerGround, WorkerGround } from './play';
import { Stage } from './stage';
import { apart, oneIsRefused, sharing } from './shared-stories';
import { mutations, settlements, type Story } from './stories';
import type { Point } from './victim';

/**
 * Every money mutation, killed at its round trips to the database and sent again: `npm run crash-points` strikes at each
 * point, before PostgreSQL has the request and after it has done it; else some of them, drawn anew in every run.
 */
const WHOLE = process.env['CRASH_POINTS'] === 'all';
const LANES = 2;
const PATIENCE_MS = WHOLE ? 3_600_000 : 600_000;

let stage: Stage;
const chance = Chance.of('crash points');
beforeAll(async () => {
  stage = await Stage.set();
}, 120_000);
afterAll(() => stage.strike(), 120_000);

/** One side of the commit, and as many others as are asked for. */
function some(others: number) {
  return (points: readonly Point[], asked: readonly string[]): readonly Point[] => {
    if (WHOLE) return points;
    const ofCommit = points.filter(({ trip }) => commits(asked[trip - 1] ?? ''));
    return [chance.pick(ofCommit), ...Array.from({ length: others }, () => chance.pick(points))];
  };
}

/** Each lane plays on a ground of its own. */
async function all(stories: readonly Story[], grounds: readonly Ground[], choose: ReturnType<typeof some>) {
  const waiting = [...stories];
  const results = new Map<Story, Struck>();
  const lane = async (ground: Ground): Promise<void> => {
    for (let story = waiting.shift(); story; story = waiting.shift()) {
      results.set(story, await struck(ground, story, choose));
    }
  };
  try {
    await together(() => void waiting.splice(0), grounds.map(lane));
  } finally {
    await Promise.all(grounds.map((ground) => ground.end()));
  }
  const inOrder = stories.flatMap((story) => results.get(story) ?? []);
  const points = inOrder.reduce((sum, one) => sum + one.points, 0);
  console.log(`${String(points)} points\n${tableOf(inOrder)}`);
  return inOrder.flatMap(({ differing }) => differing);
}

const servers = (fault: 'kill' | 'cut'): Ground[] =>
  Array.from({ length: LANES }, () => new ServerGround(stage, fault));

test('a comparison of states finds an effect that is missing, one that is there twice, and a changed row', async () => {
  const [fund] = mutations;
  if (!fund) throw new Error('no story');
  const ground = new ServerGround(stage);
  try {
    const once = await ground.play(fund);
    const again = await ground.play(fund);
    expect(differences(once.outcome, again.outcome)).toEqual([]);
    const never = await ground.play({ ...fund, begin: (at) => withoutEffect(fund, at) });
    expect(differences(once.outcome, never.outcome)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^missing: balance .*"ticket:consumer", "balance": 9530/),
        expect.stringMatching(/^too much: balance .*"ticket:consumer", "balance": 9500/),
        expect.stringMatching(/^missing: kept answer .*the key/),
        expect.stringMatching(/^answer: /),
      ]),
    );
    const twice = await ground.play({ ...fund, begin: (at) => withTwoEffects(fund, at) });
    expect(differences(once.outcome, twice.outcome)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^too much: journal .*"wallet_fund"/)]),
    );
  } finally {
    await ground.end();
  }
}, 300_000);

/** A client that was told something and had nothing done. */
async function withoutEffect(story: Story, at: Stage): ReturnType<Story['begin']> {
  return { ...(await story.begin(at)), sends: [() => Promise.resolve({ status: 200, text: '{}', replayed: false })] };
}

/** A client that forgets its key: what it sends again takes effect again. */
async function withTwoEffects(story: Story, at: Stage): ReturnType<Story['begin']> {
  const calls = await story.begin(at);
  return { ...calls, sends: calls.sends.map((send) => (url) => send(url, randomUUID())) };
}

test('what is struck as a shared transaction is one: calls that share none are told from those that do', async () => {
  const ground = new ServerGround(stage);
  try {
    await expect(struck(ground, apart, () => [])).rejects.toThrow(/of one principal shares no transaction/);
    const { trips } = await struck(ground, oneIsRefused, () => []);
    expect(trips).toEqual(expect.arrayContaining(['BEGIN + try_claim_request × 3', 'COMMIT + keep_answer × 3']));
    const { answers } = (await ground.play(oneIsRefused)).outcome;
    expect(answers.map(({ text }) => text)).toEqual([
      expect.stringContaining('"bondAvailableStamps":40,'),
      expect.stringContaining('"principal_bond_insufficient_balance"'),
      expect.stringContaining('"bondAvailableStamps":30,'),
    ]);
  } finally {
    await ground.end();
  }
}, 300_000);

// @spec W4, ID16
// @id crash-points-mutation
test(
  'a mutation whose process is killed at any of its round trips, and that is sent again, has happened once',
  async () => {
    expect(await all(mutations, servers('kill'), some(0))).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  'calls that share a transaction, whose process is killed at any of its round trips, have each happened once',
  async () => {
    expect(await all(sharing, servers('kill'), some(1))).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  'the settle worker killed at any round trip of a settlement: another one settles as it would have',
  async () => {
    expect(await all(settlements, [new WorkerGround(stage)], some(1))).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  'a process whose connections are cut at any round trip of a mutation goes on, and the mutation happened once',
  async () => {
    expect(await all(mutations, servers('cut'), some(1))).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  'calls that share a transaction, whose connections are cut at any of its round trips, have each happened once',
  async () => {
    expect(await all(sharing, servers('cut'), some(1))).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  'after all of it the audit finds nothing',
  async () => {
    expect(await stage.audit()).toEqual([]);
  },
  PATIENCE_MS,
);
