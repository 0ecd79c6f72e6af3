import { type Results, type Verdict, verdictOf } from './jest';
import { type Mutant, referenceName, type TestReference } from './mutant';

/**
 * The control test: the service starts and settles a trade with the mutant applied. If the control fails, any other test
 * would fail too, so their failures prove nothing.
 */
export const CONTROL: TestReference = { file: 'test/spec/settlement.test.ts', id: 'clean-completion' };

/** One line of the result of a mutant, and the reason if there is one. */
export interface Finding {
  readonly line: string;
  readonly reason: string;
}

/** The result of one mutant. */
export interface Outcome {
  readonly mutant: Mutant;
  readonly isCaught: boolean;
  /** One for each test that must catch it, and one for the control if its verdict is wrong. */
  readonly findings: readonly Finding[];
  readonly seconds: number;
}

function findingOf(test: TestReference, result: Verdict): Finding {
  switch (result.verdict) {
    case 'failed':
      return { line: `caught by: ${referenceName(test)}`, reason: result.reason };
    case 'passed':
      return { line: `NOT CAUGHT by: ${referenceName(test)}`, reason: '' };
    case 'not run':
      return { line: `NOT RUN: ${referenceName(test)}`, reason: result.reason };
  }
}

/** A finding if the control has the wrong verdict. A mutant with `stops` must stop exactly that. */
function controlFindings({ stops }: Mutant, result: Verdict): Finding[] {
  const expected = stops === undefined ? 'passed' : stops === 'start-up' ? 'not run' : 'failed';
  if (result.verdict === expected) return [];
  if (result.verdict === 'passed') return [{ line: `CONTROL PASSED, but the mutant stops ${stops ?? ''}`, reason: '' }];
  return [{ line: `CONTROL FAILED: ${referenceName(CONTROL)}`, reason: result.reason }];
}

/** A mutant is caught if each of its tests fails and the control has the right verdict. */
export function outcomeOf(mutant: Mutant, results: Results, seconds: number): Outcome {
  const control = controlFindings(mutant, verdictOf(CONTROL, results));
  const verdicts = mutant.caughtBy.map((test) => ({ test, result: verdictOf(test, results) }));
  return {
    mutant,
    isCaught: control.length === 0 && verdicts.every(({ result }) => result.verdict === 'failed'),
    findings: [...control, ...verdicts.map(({ test, result }) => findingOf(test, result))],
    seconds,
  };
}

/** The outcome if jest ran no test at all, not even the control. */
export function failedRun(mutant: Mutant, reason: string, seconds: number): Outcome {
  return { mutant, isCaught: false, findings: [{ line: 'CONTROL FAILED: no test ran', reason }], seconds };
}

/** Tests that do not pass without a mutant, so their failures prove nothing. */
export function unsoundTests(tests: readonly TestReference[], results: Results): string[] {
  return tests.flatMap((test) => {
    const result = verdictOf(test, results);
    return result.verdict === 'passed' ? [] : [`${referenceName(test)}: ${result.verdict}: ${result.reason}`];
  });
}

/** The table at the end of a run, as Markdown. */
export function resultTable(outcomes: readonly Outcome[]): string {
  const cell = (texts: readonly string[]): string => texts.join('<br>').replaceAll('|', '\\|');
  const rows = outcomes.map(({ mutant, isCaught, findings, seconds }) => {
    const lines = cell(findings.map(({ line }) => line));
    // Code marks, because an assertion can print Markdown.
    const reasons = cell(findings.map(({ reason }) => reason && `\`${reason.replaceAll('`', "'")}\``));
    return `| \`${mutant.name}\` | ${isCaught ? 'caught' : 'NOT CAUGHT'} | ${lines} | ${reasons} | ${seconds.toFixed(0)} |`;
  });
  return ['| mutant | result | tests | reason | s |', '| --- | --- | --- | --- | --: |', ...rows].join('\n');
}
