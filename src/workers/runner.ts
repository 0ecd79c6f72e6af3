import type { Log, Metrics } from '../operations/ports';

/** A job that the runner repeats. */
export interface Task {
  readonly name: string;
  /** Pause after a run that returns false. */
  readonly pollIntervalMs: number;
  /** Minimum pause between two runs; calls of `wake` in between share the next run. */
  readonly minIntervalMs?: number;
  /** Longest pause after failures; default 30 s. */
  readonly maxBackoffMs?: number;
  /** Runs once and returns true if there is more to do. `signal` aborts long work at shutdown. */
  run(signal?: AbortSignal): Promise<boolean>;
  /** Tells whether another process does the work and must be woken. */
  isRemote?(): boolean;
  /** Runs once, after the last run. */
  onStop?(): Promise<void>;
}

/** After failures in a row a task's pause doubles up to this. */
const MAX_BACKOFF_MS = 30_000;
const MIN_BACKOFF_MS = 100;

type TaskMetrics = Pick<Metrics, 'workerStarted' | 'workerRan'>;

const UNCOUNTED: TaskMetrics = { workerStarted: () => undefined, workerRan: () => undefined };

/** Repeats one task: run → pause → run; `wake` ends the pause, and `stop` ends the loop. */
class Loop {
  private readonly done: Promise<void>;
  private readonly abort = new AbortController();
  private isWoken = false;
  private endPause: (() => void) | undefined;
  private isWakeable = false;
  private failures = 0;

  constructor(
    private readonly task: Task,
    private readonly log: Log,
    private readonly metrics: TaskMetrics,
  ) {
    metrics.workerStarted(task.name);
    this.done = this.run();
  }

  wake(): boolean {
    this.isWoken = true;
    // A failing task keeps its backoff.
    if (this.isWakeable && this.failures === 0) this.endPause?.();
    return this.task.isRemote?.() !== true;
  }

  async stop(): Promise<void> {
    this.abort.abort();
    this.endPause?.();
    await this.done;
    await this.task.onStop?.().catch((error: unknown) => this.logError(error, 'a worker could not stop cleanly'));
  }

  private async run(): Promise<void> {
    while (!this.isStopping()) {
      this.isWoken = false;
      const hasMore = await this.runOnce();
      if (!hasMore && !this.isStopping()) await this.pause();
    }
  }

  // A method, because the compiler would narrow a field and assume that an await does not change it.
  private isStopping(): boolean {
    return this.abort.signal.aborted;
  }

  private async runOnce(): Promise<boolean> {
    try {
      const hasMore = await this.task.run(this.abort.signal);
      this.failures = 0;
      this.metrics.workerRan(this.task.name, false);
      return hasMore;
    } catch (error) {
      this.failures += 1;
      this.metrics.workerRan(this.task.name, true);
      this.logError(error, 'a worker failed and will retry');
      return false;
    }
  }

  private logError(error: unknown, message: string): void {
    this.log.error({ worker: this.task.name, failures: this.failures, err: error }, message);
  }

  private async pause(): Promise<void> {
    const minMs = this.task.minIntervalMs ?? 0;
    if (minMs > 0) await this.sleep(minMs, 'stop');
    if (this.isStopping() || (this.isWoken && this.failures === 0)) return;
    await this.sleep(this.pauseMs() - minMs, 'wake');
  }

  private async sleep(ms: number, until: 'stop' | 'wake'): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.endPause = resolve;
      this.isWakeable = until === 'wake';
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    this.endPause = undefined;
  }

  private pauseMs(): number {
    if (this.failures === 0) return this.task.pollIntervalMs;
    const { pollIntervalMs, maxBackoffMs = MAX_BACKOFF_MS } = this.task;
    const firstMs = Math.max(pollIntervalMs, MIN_BACKOFF_MS);
    return Math.min(maxBackoffMs, firstMs * 2 ** (this.failures - 1)) * (0.75 + Math.random() / 4);
  }
}

/** Runs every task in its own loop, so that tasks do not wait for each other. */
export class Runner {
  private readonly loops = new Map<string, Loop>();

  constructor(
    private readonly tasks: readonly Task[],
    private readonly log: Log,
    private readonly metrics: TaskMetrics = UNCOUNTED,
  ) {}

  start(): void {
    for (const task of this.tasks) {
      if (!this.loops.has(task.name)) this.loops.set(task.name, new Loop(task, this.log, this.metrics));
    }
  }

  /** Runs a task now or after its current run; returns false if another process must be woken. */
  wake(name: string): boolean {
    return this.loops.get(name)?.wake() ?? false;
  }

  /** Waits for the current runs, aborts long ones, and starts no others. */
  async stop(): Promise<void> {
    const loops = [...this.loops.values()];
    this.loops.clear();
    await Promise.all(loops.map((loop) => loop.stop()));
  }
}
