/** The most recently used, within a number of them and a number of characters: parsed, a document takes memory by its length. */
export class KeptDocuments<T> {
  private readonly kept = new Map<string, { readonly value: T; readonly characters: number }>();
  private characters = 0;

  get(key: string): T | undefined {
    const found = this.kept.get(key);
    if (!found) return undefined;
    this.kept.delete(key);
    this.kept.set(key, found);
    return found.value;
  }

  keep(key: string, value: T, characters: number): void {
    if (characters > LONGEST || this.kept.has(key)) return;
    this.kept.set(key, { value, characters });
    this.characters += characters;
    for (const [oldest, { characters: freed }] of this.kept) {
      if (this.kept.size <= KEPT && this.characters <= KEPT_CHARACTERS) break;
      this.kept.delete(oldest);
      this.characters -= freed;
    }
  }
}

// Documents of clients repeat; so many are kept, the least recently used ones forgotten first.
const KEPT = 1_000;
const LONGEST = 16_384;
// Of all of them. A document takes up to a hundred and fifty bytes of memory a character: so they are 80 MB at most.
const KEPT_CHARACTERS = 512 * 1024;
