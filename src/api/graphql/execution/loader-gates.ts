import { afterPromiseJobs } from './computations';
import type { WorkSlices } from './work-slices';

/** Delays the batches of loaders while a read runs whose rows may add keys to them. */
class BatchGate {
  private reads = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly slices: WorkSlices | undefined) {}

  /** Delays the batches until the read has ended. The read must not load from them. */
  async hold<T>(read: () => Promise<T>): Promise<T> {
    this.reads += 1;
    try {
      return await read();
    } finally {
      this.reads -= 1;
      if (this.reads === 0) this.release();
    }
  }

  /** Starts the batches after the fields that continue with the rows. */
  private release(): void {
    const batches = this.waiting.splice(0);
    if (batches.length === 0) return;
    const start = (): void => {
      for (const startBatch of batches) startBatch();
    };
    afterPromiseJobs(() => {
      const fields = this.slices?.waitingFields();
      if (fields) fields.then(start, start);
      else start();
    });
  }

  /** Starts a batch after the present promise jobs, as DataLoader does, and after all reads. */
  readonly schedule = (startBatch: () => void): void => {
    if (this.reads > 0) this.waiting.push(startBatch);
    else afterPromiseJobs(startBatch);
  };
}

/**
 * Makes the lists of one answer read the data of their objects in one statement.
 *
 * Lists are read at the same time, and any of them can end first. Without the gates, that list reads its data alone. Then the
 * number of statements depends on the times of the lists, and on the objects that they share.
 */
export class LoaderGates {
  private readonly objects: BatchGate;
  private readonly parties: BatchGate;

  constructor(slices?: WorkSlices) {
    this.objects = new BatchGate(slices);
    this.parties = new BatchGate(slices);
  }

  /** Schedules the data of trades and proposals: after the lists of them. */
  get ofObjects(): BatchGate['schedule'] {
    return this.objects.schedule;
  }

  /** Schedules the data of principals and mandates: after that of trades and proposals. */
  get ofParties(): BatchGate['schedule'] {
    return this.parties.schedule;
  }

  /** Reads a list of trades or proposals. */
  list<T>(read: () => Promise<T>): Promise<T> {
    return this.objects.hold(() => this.parties.hold(read));
  }

  /** Reads the data of trades or proposals, and may read lists of them. */
  data<T>(read: () => Promise<T>): Promise<T> {
    return this.parties.hold(read);
  }
}
