import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters written in one turn of the event loop: about 1 ms. */
const SLICE_CHARACTERS = 256 * 1024;
/** Items of longer lists are written as a whole, because most of the time is spent there. */
const MAX_SHORT_LIST = 8;

/** Returns the JSON of a long answer, written in several turns of the event loop. The same text as `JSON.stringify`. */
export async function serializeInSlices(value: unknown): Promise<string> {
  const writer = new SlicedWriter();
  await writer.write(value);
  return writer.text();
}

class SlicedWriter {
  private readonly parts: string[] = [];
  private sliceCharacters = 0;

  text(): string {
    return this.parts.join('');
  }

  async write(value: unknown): Promise<void> {
    if (Array.isArray(value)) await this.writeList(value);
    else if (isPlainObject(value)) await this.writeObject(value);
    else await this.add(jsonOf(value));
  }

  private async writeList(items: readonly unknown[]): Promise<void> {
    let separator = '[';
    for (const item of items) {
      this.parts.push(separator);
      separator = ',';
      if (items.length > MAX_SHORT_LIST) await this.add(jsonOf(item));
      else await this.write(item);
    }
    this.parts.push(items.length === 0 ? '[]' : ']');
  }

  private async writeObject(object: Readonly<Record<string, unknown>>): Promise<void> {
    let separator = '{';
    for (const [name, member] of Object.entries(object)) {
      if (member === undefined) continue;
      this.parts.push(`${separator}${JSON.stringify(name)}:`);
      separator = ',';
      await this.write(member);
    }
    this.parts.push(separator === '{' ? '{}' : '}');
  }

  private async add(text: string): Promise<void> {
    this.parts.push(text);
    this.sliceCharacters += text.length;
    if (this.sliceCharacters < SLICE_CHARACTERS) return;
    this.sliceCharacters = 0;
    await nextTurn();
  }
}

/** The JSON of an item of a list; undefined becomes null, as in `JSON.stringify`. */
function jsonOf(value: unknown): string {
  return value === undefined ? 'null' : JSON.stringify(value);
}

/** Other objects, such as dates, have a `toJSON`. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}
