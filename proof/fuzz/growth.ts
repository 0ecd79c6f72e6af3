import type { FuzzedService, Memory } from './service';

/**
 * Judges whether memory grows with the number of requests. Caches fill up first, each to its limit, so only the second
 * half of the samples counts. The line through them may rise only a little per thousand requests.
 */

const MOST_BYTES_A_REQUEST = 300;
// Difference between two samples of an idle process: garbage of a collection and pages of the heap.
const NOISE_BYTES = 6 * 1024 * 1024;

interface Look extends Memory {
  readonly requests: number;
}

export class Growth {
  private readonly looks: Look[] = [];

  constructor(private readonly service: Pick<FuzzedService, 'memory'>) {}

  async look(requests: number): Promise<void> {
    this.looks.push({ requests, ...(await this.service.memory()) });
  }

  /** Bytes per request in the second half, by least squares, and the total rise. */
  get rise(): { readonly bytesARequest: number; readonly bytes: number } {
    const half = this.looks.slice(Math.floor(this.looks.length / 2));
    const [x, y] = [mean(half.map(({ requests }) => requests)), mean(half.map(used))];
    const spread = sum(half.map(({ requests }) => (requests - x) ** 2));
    const slope = spread === 0 ? 0 : sum(half.map((it) => (it.requests - x) * (used(it) - y))) / spread;
    const requests = (half.at(-1)?.requests ?? 0) - (half[0]?.requests ?? 0);
    return { bytesARequest: slope, bytes: slope * requests };
  }

  isBounded(): boolean {
    const { bytesARequest, bytes } = this.rise;
    return bytesARequest <= MOST_BYTES_A_REQUEST || bytes <= NOISE_BYTES;
  }

  text(): string {
    const { bytesARequest } = this.rise;
    const shown = this.looks.filter(
      (_, at) => at % Math.ceil(this.looks.length / 12) === 0 || at === this.looks.length - 1,
    );
    const points = shown.map((it) => `${it.requests}: ${megabytes(used(it))}`).join(', ');
    return `memory after a forced collection, MB by requests: ${points}; second half ${bytesARequest.toFixed(0)} bytes a request`;
  }
}

/** Used bytes inside and outside the heap. `rss` shows what the allocator holds and says little. */
const used = ({ heapUsed, external }: Look): number => heapUsed + external;
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
const sum = (values: readonly number[]): number => values.reduce((total, it) => total + it, 0);
const mean = (values: readonly number[]): number => sum(values) / Math.max(1, values.length);
