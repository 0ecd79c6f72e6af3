import { Readable } from 'node:stream';

const CHUNK_BYTES = 64 * 1024;

/** The body of a large answer, in chunks. The next chunk waits until the connection has taken the last one. */
export class PacedBody extends Readable {
  private offset = 0;

  constructor(private readonly bytes: Buffer) {
    super({ highWaterMark: CHUNK_BYTES });
  }

  get length(): number {
    return this.bytes.length;
  }

  get sentBytes(): number {
    return this.offset;
  }

  /** Bytes of the next chunk, which waits for the reader. */
  get waitingBytes(): number {
    return Math.min(CHUNK_BYTES, this.bytes.length - this.offset);
  }

  override _read(): void {
    if (this.waitingBytes === 0) {
      this.push(null);
      return;
    }
    const chunk = this.bytes.subarray(this.offset, this.offset + this.waitingBytes);
    this.offset += chunk.length;
    this.push(chunk);
  }
}
