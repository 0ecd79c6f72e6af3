const START = Buffer.from('{"id":');
const EMPTY = Buffer.alloc(0);
// The whole message, text.
const TEXT = 0x81;

/**
 * `next` messages of graphql-transport-ws as finished WebSocket text frames (RFC 6455 §5.2: one fragment, unmasked).
 * What subscribers of one view are sent differs in the id of their subscription alone, and ids are mostly of one length:
 * so one buffer serves them all, as long as the kernel takes it from us at once.
 */
export class NextFrames {
  private readonly rest: Buffer;
  private frame = EMPTY;
  private idLength = -1;

  /** @param payload JSON text */
  constructor(payload: string) {
    this.rest = Buffer.from(`,"type":"next","payload":${payload}}`);
  }

  /** The frame for a subscription, its id given as JSON text. It changes with the next call, unless `keep` is called. */
  of(id: string): Buffer {
    const idLength = Buffer.byteLength(id);
    if (idLength !== this.idLength) this.build(idLength);
    this.frame.write(id, this.frame.length - this.rest.length - idLength);
    return this.frame;
  }

  /** The last frame belongs to a socket now, which has not taken it yet. */
  keep(): void {
    this.idLength = -1;
  }

  private build(idLength: number): void {
    const length = START.length + idLength + this.rest.length;
    const head = headOf(length);
    this.frame = Buffer.concat([head, START, Buffer.alloc(idLength), this.rest]);
    this.idLength = idLength;
  }
}

function headOf(length: number): Buffer {
  if (length < 126) return Buffer.from([TEXT, length]);
  const long = length >= 65_536;
  const head = Buffer.alloc(long ? 10 : 4);
  head[0] = TEXT;
  head[1] = long ? 127 : 126;
  if (long) head.writeBigUInt64BE(BigInt(length), 2);
  else head.writeUInt16BE(length, 2);
  return head;
}
