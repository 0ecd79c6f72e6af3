/** A planned event at an instant of virtual time, in milliseconds since 1970. */
export interface Happening {
  readonly at: number;
  /** Orders events of the same instant. */
  readonly key: number;
  readonly seq: number;
  readonly run: () => Promise<void>;
}

function before(a: Happening, b: Happening): boolean {
  return a.at !== b.at ? a.at < b.at : a.key !== b.key ? a.key < b.key : a.seq < b.seq;
}

/** Planned events, ordered by instant, then by a random key of the seed, then by the order of planning. */
export class Queue {
  private readonly heap: Happening[] = [];
  private planned = 0;

  /** `key` draws a new number for each planned event. */
  constructor(private readonly key: () => number) {}

  plan(at: number, run: () => Promise<void>): void {
    const happening = { at, key: this.key(), seq: (this.planned += 1), run };
    let index = this.heap.push(happening) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!before(happening, this.at(parent))) break;
      this.heap[index] = this.at(parent);
      index = parent;
    }
    this.heap[index] = happening;
  }

  take(): Happening | undefined {
    const first = this.heap[0];
    const last = this.heap.pop();
    if (first !== undefined && last !== undefined && this.heap.length > 0) this.sink(last);
    return first;
  }

  private sink(happening: Happening): void {
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= this.heap.length) break;
      if (child + 1 < this.heap.length && before(this.at(child + 1), this.at(child))) child += 1;
      if (!before(this.at(child), happening)) break;
      this.heap[index] = this.at(child);
      index = child;
    }
    this.heap[index] = happening;
  }

  private at(index: number): Happening {
    return this.heap[index] as Happening;
  }
}
