import { nameOf, type Bug, type Catcher } from './bug';
import { type FileResult, type Seen, seenBy } from './jest';

/** What came of a planted bug. */
export interface Outcome {
  readonly bug: Bug;
  readonly caught: boolean;
  /** A line for each catcher, or the one that says why there are none. */
  readonly told: readonly string[];
  readonly seconds: number;
}

function line(catcher: Catcher, seen: Seen): string {
  switch (seen.verdict) {
    case 'failed':
      return `caught by: ${nameOf(catcher)}`;
    case 'passed':
      return `NOT CAUGHT by: ${nameOf(catcher)}`;
    case 'not run':
      return `NOT RUN: ${nameOf(catcher)}: ${seen.why}`;
  }
}

/** Caught is what every catcher that is named has caught: a name that stands there for nothing would be a lie. */
export function outcomeOf(bug: Bug, results: readonly FileResult[], seconds: number): Outcome {
  const seen = bug.catchers.map((catcher) => ({ catcher, what: seenBy(catcher, results) }));
  return {
    bug,
    caught: seen.every(({ what }) => what.verdict === 'failed'),
    told: seen.map(({ catcher, what }) => line(catcher, what)),
    seconds,
  };
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
  const cells = (text: string): string => text.replaceAll('|', '\\|');
  const rows = outcomes.map(({ bug, told, seconds }) => {
    const by = told.map((one) => cells(one.replace(/^caught by: /, ''))).join('<br>');
    return `| \`${bug.name}\` | ${cells(bug.breaks)} | ${cells(bug.hurts)} | ${by} | ${seconds.toFixed(0)} |`;
  });
  return ['| bug | breaks | hurts | caught by | s |', '| --- | --- | --- | --- | --: |', ...rows].join('\n');
}
