import { serializeInSlices } from '../../../src/api/responses/serialize-in-slices';
import { prepareJson } from '../../../src/api/work/prepared-json';
import { answerTurns, inputTurns } from '../../../src/api/work/turns';

/** Slices of long work share the turns of the event loop. */

/** Runs the works, and returns the turn of the event loop in which each step of them ran. */
async function turnsOf(works: readonly ((step: () => void) => Promise<void>)[]): Promise<number[][]> {
  const state = { turn: 0, ended: false };
  const steps = works.map((): number[] => []);
  const all = Promise.all(works.map((work, at) => work(() => steps[at]?.push(state.turn))));
  void all.finally(() => (state.ended = true));
  while (!state.ended) {
    await new Promise((resolve) => setImmediate(resolve));
    state.turn += 1;
  }
  return steps;
}

const slicesOf =
  (turns: typeof answerTurns, count: number) =>
  async (step: () => void): Promise<void> => {
    for (let slice = 0; slice < count; slice += 1) {
      await turns.next();
      step();
    }
  };

test('one slice of a kind runs in a turn, and works of a kind take turns', async () => {
  const [one = [], two = [], three = []] = await turnsOf([
    slicesOf(answerTurns, 4),
    slicesOf(answerTurns, 4),
    slicesOf(answerTurns, 4),
  ]);
  const all = [...one, ...two, ...three];
  expect(new Set(all).size).toBe(12);
  expect([...one, ...two, ...three].sort((a, b) => a - b)).toEqual(
    Array.from({ length: 4 }, (_, slice) => [one[slice], two[slice], three[slice]]).flat(),
  );
});

test('the input of connections does not delay the slices of answers', async () => {
  const alone = await turnsOf([slicesOf(answerTurns, 5)]);
  const flood = Array.from({ length: 20 }, () => slicesOf(inputTurns, 5));
  const [answer = []] = await turnsOf([slicesOf(answerTurns, 5), ...flood]);
  const lengthOf = (turns: readonly number[]): number => (turns.at(-1) ?? 0) - (turns[0] ?? 0);
  expect(lengthOf(answer)).toBe(lengthOf(alone[0] ?? []));
});

test('prepared JSON is written as it is, between other members', async () => {
  const schema = { types: ['ä', 'b'] };
  prepareJson(schema, '{"types":["ä","b"]}');
  const answer = { before: 1, data: schema, after: [schema, 'c'] };
  const sizes: number[] = [];
  const bytes = await serializeInSlices(answer, (size) => sizes.push(size));
  expect(bytes.toString()).toBe(JSON.stringify(answer));
  expect(sizes.at(-1)).toBe(bytes.length);
});
