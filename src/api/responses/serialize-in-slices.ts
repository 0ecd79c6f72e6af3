import { preparedJsonOf } from '../work/prepared-json';
import { answerTurns } from '../work/turns';
import { EncodedList } from './encoded-list';

/** Characters written in one turn of the event loop: about 1 ms. */
const SLICE_CHARACTERS = 256 * 1024;
/** Items of longer lists are written as a whole, because most of the time is spent there. */
const MAX_SHORT_LIST = 8;

/**
 * Writes the JSON of a long answer in several turns of the event loop. The same text as `JSON.stringify`, in UTF-8.
 * Each slice becomes bytes at once, so that the text is not in memory twice.
 * @throws what `onBytes` throws. It gets the bytes so far.
 */
export async function serializeInSlices(value: unknown, onBytes: (total: number) => void): Promise<Buffer> {
  const writer = new SlicedWriter(onBytes);
  await writer.write(value);
  return writer.bytes();
}

class SlicedWriter {
  private readonly chunks: Buffer[] = [];
  private totalBytes = 0;
  private slice = '';

  constructor(private readonly onBytes: (total: number) => void) {}

  bytes(): Buffer {
    this.endSlice();
    return Buffer.concat(this.chunks, this.totalBytes);
  }

  async write(value: unknown): Promise<void> {
    const json = preparedJsonOf(value);
    if (json) this.addBytes(json);
    else if (Array.isArray(value)) await this.writeList(value);
    else if (value instanceof EncodedList) await this.writeList(value.items, value.encode);
    else if (isPlainObject(value)) await this.writeObject(value);
    else await this.add(jsonOf(value));
  }

  private async writeList(items: readonly unknown[], encode = (item: unknown): unknown => item): Promise<void> {
    let separator = '[';
    for (const item of items) {
      this.slice += separator;
      separator = ',';
      if (items.length > MAX_SHORT_LIST) await this.add(jsonOf(encode(item)));
      else await this.write(encode(item));
    }
    this.slice += items.length === 0 ? '[]' : ']';
  }

  private async writeObject(object: Readonly<Record<string, unknown>>): Promise<void> {
    let separator = '{';
    for (const [name, member] of Object.entries(object)) {
      if (member === undefined) continue;
      this.slice += `${separator}${JSON.stringify(name)}:`;
      separator = ',';
      await this.write(member);
    }
    this.slice += separator === '{' ? '{}' : '}';
  }

  private async add(text: string): Promise<void> {
    this.slice += text;
    if (this.slice.length < SLICE_CHARACTERS) return;
    this.endSlice();
    await answerTurns.next();
  }

  private addBytes(bytes: Buffer): void {
    this.endSlice();
    this.push(bytes);
  }

  private endSlice(): void {
    const bytes = Buffer.from(this.slice);
    this.slice = '';
    this.push(bytes);
  }

  private push(bytes: Buffer): void {
    this.chunks.push(bytes);
    this.totalBytes += bytes.length;
    this.onBytes(this.totalBytes);
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
