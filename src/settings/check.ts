/** The result of a check: `warn` is an error that does not stop the start. */
export type CheckResult = 'pass' | 'fail' | 'warn' | 'not checked';

/** One line of `ats check-config`. */
export interface CheckOutcome {
  readonly name: string;
  readonly result: CheckResult;
  /** The rule that holds, the error, or why nothing was checked. */
  readonly sentence: string;
}

/** How an error counts: `production` stops the start in production and is a warning elsewhere. */
export type Severity = 'always' | 'production' | 'warning';

/** A rule for the start of the service. It reads its input alone. */
export interface StartCheck<Input> {
  readonly name: string;
  /** The sentence that holds if the check passes. */
  readonly rule: string;
  readonly severity: Severity;
  /** Why the check does not apply to this input; undefined: it applies. */
  skip?(input: Input): string | undefined;
  /** Returns each error with what to do. Never the text of a secret. */
  errors(input: Input): readonly string[];
}

/** Applies the checks to the input, in their order. */
export function applyChecks<Input>(
  checks: readonly StartCheck<Input>[],
  input: Input,
  isProduction: boolean,
): CheckOutcome[] {
  return checks.flatMap((check): CheckOutcome[] => {
    const { name, rule, severity } = check;
    const skipped = check.skip?.(input);
    if (skipped !== undefined) return [{ name, result: 'not checked', sentence: skipped }];
    const errors = check.errors(input);
    if (errors.length === 0) return [{ name, result: 'pass', sentence: rule }];
    const stops = severity === 'always' || (severity === 'production' && isProduction);
    return errors.map((sentence) => ({ name, result: stops ? 'fail' : 'warn', sentence }));
  });
}

/** Returns the sentences with a result. */
export function sentencesOf(outcomes: readonly CheckOutcome[], result: CheckResult): string[] {
  return outcomes.filter((outcome) => outcome.result === result).map(({ sentence }) => sentence);
}
