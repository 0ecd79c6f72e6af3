/**
 * A storage of the browser that never fails. If the browser has no space, or keeps no data, a value lives as long as the
 * page.
 */
class SafeStorage {
  private readonly ofPage = new Map<string, string>();

  /** @param storage throws if the browser forbids it */
  constructor(private readonly storage: () => Storage) {}

  read(name: string): string | null {
    const value = this.ofPage.get(name);
    if (value !== undefined) return value;
    try {
      return this.storage().getItem(name);
    } catch {
      return null;
    }
  }

  write(name: string, value: string): void {
    try {
      this.storage().setItem(name, value);
      this.ofPage.delete(name);
    } catch {
      this.ofPage.set(name, value);
    }
  }

  remove(name: string): void {
    this.ofPage.delete(name);
    try {
      this.storage().removeItem(name);
    } catch {
      // Nothing is stored then.
    }
  }
}

/** Values of this tab. */
export const tabStorage = new SafeStorage(() => sessionStorage);
/** Values of this browser. */
export const browserStorage = new SafeStorage(() => localStorage);
