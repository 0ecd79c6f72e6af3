/** The start ended, because a stop was requested. */
export class StartCancelled extends Error {
  override readonly name = 'StartCancelled';

  constructor() {
    super('the service was stopped during its start');
  }
}

interface Part {
  readonly name: string;
  readonly release: () => Promise<unknown>;
  /** False: a stop waits for the part without a limit, because it has its own. */
  readonly isBounded: boolean;
}

/** The problems of a stop. */
export interface StopReport {
  /** Parts that did not end within the grace. */
  readonly late: readonly string[];
  readonly errors: readonly { readonly part: string; readonly error: unknown }[];
}

/** A part that begins to stop after the grace still gets this time. */
const MIN_PART_MS = 500;

/**
 * Releases the parts of the service in the reverse order of their start, within a grace.
 *
 * States: starting → stopping, by `run`.
 */
export class StopSequence {
  private readonly parts: Part[] = [];
  private isStopping = false;

  /**
   * Adds a part that has started. After `run`, it is released at once.
   * @throws StartCancelled after `run`, so that the start goes no further
   */
  add(name: string, release: () => Promise<unknown>, { isBounded = true } = {}): void {
    this.check(() => void release().catch(() => undefined));
    this.parts.push({ name, release, isBounded });
  }

  /** @throws StartCancelled after `run` */
  check(beforeThrow: () => void = () => undefined): void {
    if (!this.isStopping) return;
    beforeThrow();
    throw new StartCancelled();
  }

  /** Releases all parts. A part that fails or does not end in time delays no other. */
  async run(graceMs: number): Promise<StopReport> {
    this.isStopping = true;
    const endsAt = performance.now() + graceMs;
    const late: string[] = [];
    const errors: { part: string; error: unknown }[] = [];
    for (let part = this.parts.pop(); part; part = this.parts.pop()) {
      const { name, isBounded } = part;
      const release = part.release().catch((error: unknown) => void errors.push({ part: name, error }));
      const ms = Math.max(MIN_PART_MS, endsAt - performance.now());
      if (!isBounded) await release;
      else if (!(await endsWithin(release, ms))) late.push(name);
    }
    return { late, errors };
  }
}

/** Tells whether the work ends within the time. */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
