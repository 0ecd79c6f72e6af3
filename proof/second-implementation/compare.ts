import { isDeepStrictEqual } from 'node:util';
import type { Answer, Case } from './case';
import { SecondImplementation } from './python';
import { randomCase } from './random-cases';
import { tradeAnswer } from './service-answers';
import { lifeAnswer } from './service-life';

const BATCH = 2_000;
const MAX_SHOWN = 5;

export interface Difference {
  readonly no: number;
  readonly input: Case;
  readonly service: Answer;
  readonly second: Answer;
}

export interface Comparison {
  readonly cases: number;
  readonly different: number;
  /** The first differences. */
  readonly shown: readonly Difference[];
  /** Cases by their end: `none`, or the failure class and cause. */
  readonly ends: ReadonlyMap<string, number>;
}

export interface ComparisonOptions {
  readonly cases: number;
  readonly seed: number;
  /** The answers of the service, for a test with a mistake. */
  readonly serviceAnswer?: (input: Case) => Answer;
}

export function serviceAnswer(input: Case): Answer {
  return input.kind === 'life' ? lifeAnswer(input) : tradeAnswer(input);
}

/** How a case ends: the failure class with its cause, `completed`, or `open`. */
function endOf(answer: Answer): string {
  const settled = 'accepted' in answer ? answer.settlement : answer;
  if (settled?.action !== 'settle') return 'open';
  return settled.class === null ? 'completed' : `${settled.class} ${settled.cause ?? ''}`;
}

/** Gives random cases to both implementations. */
export async function compareImplementations(options: ComparisonOptions): Promise<Comparison> {
  const answerOf = options.serviceAnswer ?? serviceAnswer;
  const second = await SecondImplementation.start();
  const ends = new Map<string, number>();
  const shown: Difference[] = [];
  let different = 0;
  try {
    for (let first = 0; first < options.cases; first += BATCH) {
      const count = Math.min(BATCH, options.cases - first);
      const cases = Array.from({ length: count }, (_, index) => randomCase(options.seed, first + index));
      const pending = second.answers(cases);
      const own = cases.map(answerOf);
      const others = await pending;
      own.forEach((service, index) => {
        ends.set(endOf(service), (ends.get(endOf(service)) ?? 0) + 1);
        const [input, other] = [cases[index], others[index]];
        if (input === undefined || other === undefined || isDeepStrictEqual(service, other)) return;
        different += 1;
        if (shown.length < MAX_SHOWN) shown.push({ no: first + index, input, service, second: other });
      });
    }
  } finally {
    await second.stop();
  }
  return { cases: options.cases, different, shown, ends };
}
