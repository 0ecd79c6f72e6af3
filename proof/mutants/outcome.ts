import { nameOf, type Bug, type Catcher } from './mutant';
import { type FileResult, type Seen, seenBy } from './jest';

/**
 * The control: the service starts and a trade is settled, in the copy in which the bug is planted. Where it does not pass,
 * any test would fail, and that the catchers do says nothing of them.
 */
export const CONTROL: Catcher = {
  file: 'test/spec/settlement.test.ts',
  test: 'failure_class and fault_principal_key are null on successful completion, comp is empty on a clean completion',
};

/** A line of what came of a bug, and the reason for it where there is one. */
export interface Told {
  readonly line: string;
  readonly why: string;
}

/** What came of a planted bug. */
export interface Outcome {
  readonly bug: Bug;
  readonly caught: boolean;
  /** One for each catcher, and one for the control where it is not as it has to be; or one that says why there are none. */
  readonly told: readonly Told[];
  readonly seconds: number;
}

function toldOf(catcher: Catcher, seen: Seen): Told {
  switch (seen.verdict) {
    case 'failed':
      return { line: `caught by: ${nameOf(catcher)}`, why: seen.why };
    case 'passed':
      return { line: `NOT CAUGHT by: ${nameOf(catcher)}`, why: '' };
    case 'not run':
      return { line: `NOT RUN: ${nameOf(catcher)}`, why: seen.why };
  }
}

/** What is wrong with the control. A bug that says what it stops has to stop just that: else the word would excuse anything. */
function controlOf({ stops }: Bug, seen: Seen): Told[] {
  const expected = stops === undefined ? 'passed' : stops === 'start-up' ? 'not run' : 'failed';
  if (seen.verdict === expected) return [];
  if (seen.verdict === 'passed') return [{ line: `CONTROL PASSED, though it stops ${stops ?? ''}`, why: '' }];
  return [{ line: `CONTROL FAILED: ${nameOf(CONTROL)}`, why: seen.why }];
}

/**
 * Caught is what every catcher that is named has caught, where the control has passed: a name that stands there for
 * nothing would be a lie.
 */
export function outcomeOf(bug: Bug, results: readonly FileResult[], seconds: number): Outcome {
  const control = controlOf(bug, seenBy(CONTROL, results));
  const seen = bug.catchers.map((catcher) => ({ catcher, what: seenBy(catcher, results) }));
  return {
    bug,
    caught: control.length === 0 && seen.every(({ what }) => what.verdict === 'failed'),
    told: [...control, ...seen.map(({ catcher, what }) => toldOf(catcher, what))],
    seconds,
  };
}

/** Not a test of it was run, the control neither: what is broken is more than a bug may break. */
export function noneOf(bug: Bug, why: string, seconds: number): Outcome {
  return { bug, caught: false, told: [{ line: 'CONTROL FAILED: nothing was run', why }], seconds };
}

/** Catchers that do not pass where nothing is planted: what they catch means nothing. */
export function unsound(catchers: readonly Catcher[], results: readonly FileResult[]): string[] {
  return catchers.flatMap((catcher) => {
    const seen = seenBy(catcher, results);
    return seen.verdict === 'passed' ? [] : [`${nameOf(catcher)}: ${seen.verdict}: ${seen.why}`];
  });
}

/** The table at the end of a run, as Markdown: docs/planted-bugs.md has one. */
export function table(outcomes: readonly Outcome[]): string {
  const cells = (texts: readonly string[]): string => texts.join('<br>').replaceAll('|', '\\|');
  const rows = outcomes.map(({ bug, told, seconds }) => {
    const by = cells(told.map(({ line }) => line.replace(/^caught by: /, '')));
    // Not Markdown, whatever an assertion prints.
    const why = cells(told.map((one) => one.why && `\`${one.why.replaceAll('`', "'")}\``));
    return `| \`${bug.name}\` | ${cells([bug.breaks])} | ${cells([bug.hurts])} | ${by} | ${why} | ${seconds.toFixed(0)} |`;
  });
  return ['| bug | breaks | hurts | caught by | because | s |', '| --- | --- | --- | --- | --- | --: |', ...rows].join(
    '\n',
  );
}
