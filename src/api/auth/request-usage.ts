/** One unit of the rate limit stands for about 1 ms of work. */
const BYTES_PER_UNIT = 64 * 1024;
const TOKENS_PER_UNIT = 100;

/** Returns the units of parsing and validating a document. */
export function unitsOfTokens(tokens: number): number {
  return Math.floor(tokens / TOKENS_PER_UNIT);
}

/** Measures the work of a request, which the rate limit charges after the response. */
export class RequestUsage {
  private bytes = 0;
  private tokens = 0;

  /** Adds bytes received, read from the database or sent. */
  addBytes(bytes: number): void {
    this.bytes += bytes;
  }

  /** Adds the tokens of a document that had to be parsed and validated. */
  addTokens(tokens: number): void {
    this.tokens += tokens;
  }

  /** The units beyond the first one, which every request costs. */
  get extraUnits(): number {
    return Math.floor(this.bytes / BYTES_PER_UNIT) + unitsOfTokens(this.tokens);
  }
}
