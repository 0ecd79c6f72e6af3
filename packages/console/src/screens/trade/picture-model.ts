import type { Trade } from './types';

/** A time in which one party has the turn. */
export interface Turn {
  /** The participant's key, or `operator`. */
  readonly lane: string;
  readonly label: string;
  readonly from: number;
  /** The end, or the deadline of a turn that goes on. */
  readonly to: number;
  readonly isOpen: boolean;
}

export interface Lane {
  readonly key: string;
  readonly name: string;
}

export interface PictureModel {
  readonly lanes: readonly Lane[];
  readonly turns: readonly Turn[];
}

const OPERATOR = 'operator';

const ms = (at: string | null): number | undefined => (at === null ? undefined : new Date(at).getTime());

/** The turns of a trade: who had to act, from when, and until when. */
export function pictureOf(trade: Trade): PictureModel {
  const turns = trade.steps.flatMap((step): Turn[] => {
    const deadline = ms(step.deadlineAt);
    const name = `Step ${step.stepNo}`;
    const begun = ms(step.activatedAt);
    const published = ms(step.contractPublishedAt);
    const checked = ms(step.checkpointSubmittedAt);
    const rebutted = ms(step.rebuttalFiledAt);
    const ruled = ms(step.verdict?.submittedAt ?? null);
    const isContested = step.checkpointStatus !== null && step.state !== 'PASSED';
    const turn = (lane: string, label: string, from: number | undefined, until: number | undefined): Turn[] => {
      if (from === undefined) return [];
      const to = until ?? (step.state === 'ACTIVE' ? deadline : ms(trade.settledAt));
      return to === undefined
        ? []
        : [{ lane, label: `${name}: ${label}`, from, to, isOpen: until === undefined && step.state === 'ACTIVE' }];
    };
    return [
      ...turn(step.providerPrincipalKey, 'delivery', begun, published),
      ...turn(step.consumerPrincipalKey, 'checkpoint', published, checked),
      ...(isContested || rebutted !== undefined ? turn(step.providerPrincipalKey, 'rebuttal', checked, rebutted) : []),
      ...(rebutted !== undefined ? turn(OPERATOR, 'verdict', rebutted, ruled) : []),
    ];
  });
  const parties = trade.participants.map(({ principalKey, principal }) => ({
    key: principalKey,
    name: principal.displayName,
  }));
  const hasOperator = turns.some(({ lane }) => lane === OPERATOR);
  return { lanes: [...parties, ...(hasOperator ? [{ key: OPERATOR, name: 'Operator' }] : [])], turns };
}

const MIN_WIDTH = 18;
const WIDTH_OF_TENFOLD = 26;

/**
 * Places times on a line. Each gap is as wide as the number of digits of its length, so days without an act
 * do not hide minutes with many.
 */
export function compressed(times: readonly number[]): (at: number) => number {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  const places = new Map<number, number>();
  let x = 0;
  sorted.forEach((time, at) => {
    const before = sorted[at - 1];
    if (before !== undefined) x += MIN_WIDTH + WIDTH_OF_TENFOLD * Math.log10(1 + (time - before) / 1_000);
    places.set(time, x);
  });
  return (at) => places.get(at) ?? 0;
}
