/** For so long whoever spoiled a transaction of others goes by itself: one of its requests a minute can cost them anything. */
const FOR_MS = 60_000;
/** More in one minute: the earliest are let in again rather than memory grown without bound. */
const MOST = 10_000;

/** Who lately spoiled a transaction that it shared with others. It loses nothing but their company. */
export class Spoilers {
  private readonly until = new Map<string, number>();

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  add(sender: string): void {
    this.until.delete(sender);
    this.until.set(sender, this.nowMs() + FOR_MS);
    const [earliest] = this.until.keys();
    if (this.until.size > MOST && earliest !== undefined) this.until.delete(earliest);
  }

  has(sender: string): boolean {
    const until = this.until.get(sender);
    if (until === undefined) return false;
    if (this.nowMs() < until) return true;
    this.until.delete(sender);
    return false;
  }
}
