/** Counts what is open now by key, such as the connections of an address. */
export class OpenCounter {
  private readonly counts = new Map<string, number>();

  constructor(readonly maximum: number) {}

  isFull(key: string): boolean {
    return (this.counts.get(key) ?? 0) >= this.maximum;
  }

  /** Counts one. The caller calls the returned function once, when it closes. */
  add(key: string): () => void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    return () => {
      const count = (this.counts.get(key) ?? 1) - 1;
      if (count > 0) this.counts.set(key, count);
      else this.counts.delete(key);
    };
  }
}
