/** A failure that the terminal shows in several lines. */
export class FailureInLines extends Error {
  override readonly name = 'FailureInLines';

  constructor(
    readonly lines: readonly string[],
    options?: ErrorOptions,
  ) {
    super(lines.join('\n'), options);
  }
}
