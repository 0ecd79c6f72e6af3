/** A mutant: a small bug that named tests must find. */
export interface Mutant {
  /** Short, and unique among all mutants. */
  readonly name: string;
  /** The bug, in one sentence. */
  readonly breaks: string;
  /** The rule that the bug violates, in one sentence. */
  readonly violates: string;
  /** The changes of the code, applied in this order. */
  readonly edits: readonly Edit[];
  /** Each of these tests must fail with the mutant, and pass without it. */
  readonly caughtBy: readonly TestReference[];
  /** Set if the mutant stops the service, so that the control test must fail too. Most mutants stop nothing. */
  readonly stops?: 'start-up' | 'a clean trade';
}

/** Replaces a text that occurs exactly once in a file. */
export interface Edit {
  /** A path from the root of the repository. A file that does not exist is created from an empty `find`. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A test with a comment `// @id <id>` above it. */
export interface TestReference {
  readonly file: string;
  readonly id: string;
  /** A part of the name of one row, if the test is parameterized and the other rows do not find the bug. */
  readonly row?: string;
}

/** `test/spec/concurrency.test.ts: create-trade-races` */
export function referenceName({ file, id, row }: TestReference): string {
  return `${file}: ${id}${row === undefined ? '' : ` (${row})`}`;
}
