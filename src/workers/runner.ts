import type { Log, Metrics } from '../operations/ports';

/** Something that is done again and again. */
export interface Task {
  readonly name: string;
  /** Pause after a run that found nothing more to do. */
  readonly pollIntervalMs: number;
  /** Least time between two runs, however often it is woken: what comes in between is done together. */
  readonly minIntervalMs?: number;
  /** One round of it; true: there is more to do at once. `signal` is aborted when what takes long is to be left. */
  run(signal?: AbortSignal): Promise<boolean>;
  /** Whether it is for another process to do now, which is to be woken too. */
  isRemote?(): boolean;
  /** Called once, after the last run. */
  onStop?(): Promise<void>;
}

/** A broken task comes back after its own pause, doubled for each failure in a row up to this. */
const MAX_BACKOFF_MS = 30_000;
const MIN_BACKOFF_MS = 100;

type Ran = Metrics['workerRan'];

/** One task's life: a run, a pause that can be cut short, a run … */
class Loop {
  private readonly done: Promise<void>;
  private readonly end = new AbortController();
  private isWoken = false;
  private endPause: (() => void) | undefined;
  private wakeable = false;
  private failures = 0;

  constructor(
    private readonly task: Task,
    private readonly log: Log,
    private readonly ran: Ran,
  ) {
    this.done = this.run();
  }

  wake(): boolean {
    this.isWoken = true;
    // A task that fails is not driven on by those who wake it.
    if (this.wakeable && this.failures === 0) this.endPause?.();
    return this.task.isRemote?.() !== true;
  }

  async stop(): Promise<void> {
    this.end.abort();
    this.endPause?.();
    await this.done;
    await this.task.onStop?.().catch((error: unknown) => this.logError(error, 'a worker could not end in order'));
  }

  private async run(): Promise<void> {
    while (!this.stopping()) {
      this.isWoken = false;
      const more = await this.runOnce();
      if (!more && !this.stopping()) await this.pause();
    }
  }

  // A function: what the compiler concluded before the await is no longer so after it.
  private stopping(): boolean {
    return this.end.signal.aborted;
  }

  private async runOnce(): Promise<boolean> {
    try {
      const more = await this.task.run(this.end.signal);
      this.failures = 0;
      this.ran(this.task.name, false);
      return more;
    } catch (error) {
      this.failures += 1;
      this.ran(this.task.name, true);
      this.logError(error, 'a worker failed and will try again');
      return false;
    }
  }

  private logError(error: unknown, message: string): void {
    this.log.error({ worker: this.task.name, failures: this.failures, err: error }, message);
  }

  private async pause(): Promise<void> {
    const restMs = this.task.minIntervalMs ?? 0;
    if (restMs > 0) await this.sleep(restMs, 'stop');
    if (this.stopping() || (this.isWoken && this.failures === 0)) return;
    await this.sleep(this.pauseMs() - restMs, 'wake');
  }

  private async sleep(ms: number, until: 'stop' | 'wake'): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.endPause = resolve;
      this.wakeable = until === 'wake';
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    this.endPause = undefined;
  }

  private pauseMs(): number {
    if (this.failures === 0) return this.task.pollIntervalMs;
    const least = Math.max(this.task.pollIntervalMs, MIN_BACKOFF_MS);
    return Math.min(MAX_BACKOFF_MS, least * 2 ** (this.failures - 1)) * (0.75 + Math.random() / 2);
  }
}

/** The only loop there is: every task in its own turn, none of them waiting for or stopped by another. */
export class Runner {
  private readonly loops = new Map<string, Loop>();

  constructor(
    private readonly tasks: readonly Task[],
    private readonly log: Log,
    private readonly ran: Ran = () => undefined,
  ) {}

  start(): void {
    for (const task of this.tasks) {
      if (!this.loops.has(task.name)) this.loops.set(task.name, new Loop(task, this.log, this.ran));
    }
  }

  /** Runs a task now, or once more after the run under way; false: another process is to be woken for it. */
  wake(name: string): boolean {
    return this.loops.get(name)?.wake() ?? false;
  }

  /** Lets every run under way come to its end, or leave off where it would take long, and begins no other. */
  async stop(): Promise<void> {
    const loops = [...this.loops.values()];
    this.loops.clear();
    await Promise.all(loops.map((loop) => loop.stop()));
  }
}
