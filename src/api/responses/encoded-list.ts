/** A list whose items are encoded when they are written, so that a long list is encoded in slices too. */
export class EncodedList {
  constructor(
    readonly items: readonly unknown[],
    readonly encode: (item: unknown) => unknown,
  ) {}

  /** For short answers, which `JSON.stringify` writes as a whole. */
  toJSON(): unknown[] {
    return this.items.map((item) => this.encode(item));
  }
}
