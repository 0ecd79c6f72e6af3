const START = '{"id":';
const TYPE = ',"type":"next","payload":';
const END = '}';
const AROUND = START.length + TYPE.length + END.length;
const NOTHING = Buffer.alloc(0);
// The whole message, text.
const TEXT = 0x81;

/**
 * `next` messages of graphql-transport-ws as finished WebSocket text frames (RFC 6455 §5.2: one fragment, unmasked), one
 * after the other. What subscribers of one view are sent differs in the id of their subscription alone, and ids are mostly
 * of one length: so one buffer serves them all, as long as the kernel takes it from us at once.
 */
export class NextFrames {
  private readonly lengths: readonly number[];
  private frames = NOTHING;
  /** Where in them the id is written. */
  private places: number[] = [];
  private idLength = -1;

  /** @param payloads JSON texts */
  constructor(private readonly payloads: readonly string[]) {
    this.lengths = payloads.map((payload) => Buffer.byteLength(payload));
  }

  /** The frames for a subscription, its id given as JSON text. They change with the next call, unless `keep` is called. */
  of(id: string): Buffer {
    const idLength = Buffer.byteLength(id);
    if (idLength !== this.idLength) this.build(idLength);
    for (const place of this.places) this.frames.write(id, place);
    return this.frames;
  }

  /** The last frames belong to a socket now, which has not taken them yet. */
  keep(): void {
    this.idLength = -1;
  }

  private build(idLength: number): void {
    const around = AROUND + idLength;
    const bytes = this.lengths.reduce((sum, length) => sum + headLength(around + length) + around + length, 0);
    this.frames = Buffer.allocUnsafe(bytes);
    this.places = [];
    this.idLength = idLength;
    let at = 0;
    for (const [index, payload] of this.payloads.entries()) {
      at = this.writeHead(around + (this.lengths[index] ?? 0), at);
      at += this.frames.write(START, at);
      this.places.push(at);
      at += idLength;
      at += this.frames.write(TYPE + payload + END, at);
    }
  }

  private writeHead(length: number, at: number): number {
    const { frames } = this;
    frames[at] = TEXT;
    const head = headLength(length);
    frames[at + 1] = head === 2 ? length : head === 4 ? 126 : 127;
    if (head === 4) frames.writeUInt16BE(length, at + 2);
    if (head === 10) frames.writeBigUInt64BE(BigInt(length), at + 2);
    return at + head;
  }
}

function headLength(length: number): number {
  if (length < 126) return 2;
  return length < 65_536 ? 4 : 10;
}
