/** How far one principal's log reaches, as far as this process knows: its readers wait here for more. */
export class Topic {
  private newest = 0n;
  private readonly waiting = new Set<() => void>();

  /** The newest sequence known. */
  get head(): bigint {
    return this.newest;
  }

  rose(head: bigint): void {
    if (head <= this.newest) return;
    this.newest = head;
    for (const wake of [...this.waiting]) wake();
  }

  /** Resolves when the log is known to go beyond `position`, or when the reader ends. */
  async beyond(position: bigint, end: AbortSignal): Promise<void> {
    if (this.newest > position || end.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.waiting.delete(wake);
        end.removeEventListener('abort', wake);
        resolve();
      };
      this.waiting.add(wake);
      end.addEventListener('abort', wake, { once: true });
    });
  }
}
