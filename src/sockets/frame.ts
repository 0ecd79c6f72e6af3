const START = Buffer.from('{"id":');

/**
 * `next` messages of graphql-transport-ws as finished WebSocket text frames (RFC 6455 §5.2: one fragment, unmasked).
 * What subscribers of one view are sent differs in the id of their subscription alone.
 */
export class NextFrames {
  private readonly rest: Buffer;

  /** @param payload JSON text */
  constructor(payload: string) {
    this.rest = Buffer.from(`,"type":"next","payload":${payload}}`);
  }

  /** @param id the subscription's id as JSON text */
  of(id: string): Buffer {
    const idLength = Buffer.byteLength(id);
    const length = START.length + idLength + this.rest.length;
    const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
    const frame = Buffer.allocUnsafe(head + length);
    frame[0] = 0x81;
    if (head === 2) frame[1] = length;
    else if (head === 4) {
      frame[1] = 126;
      frame.writeUInt16BE(length, 2);
    } else {
      frame[1] = 127;
      frame.writeBigUInt64BE(BigInt(length), 2);
    }
    frame.set(START, head);
    frame.write(id, head + START.length);
    frame.set(this.rest, head + START.length + idLength);
    return frame;
  }
}
