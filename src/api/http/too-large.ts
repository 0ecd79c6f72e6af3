import { maxHeaderSize } from 'node:http';
import { Refusal } from '../../domain/errors/errors';

const KIB = 1024;
const MIB = 1024 * KIB;

/** The refusal of a body that is larger than its path allows. */
export function bodyTooLarge(maximumBytes: number): Refusal {
  return new Refusal(
    'payload_too_large',
    `The body of your request is larger than ${formatSize(maximumBytes)}.`,
    { maximum_bytes: maximumBytes },
    'Send a smaller body.',
  );
}

/** The refusal of a request whose target and headers are too large for Node's parser. */
export function headersTooLarge(): Refusal {
  return new Refusal(
    'payload_too_large',
    `The address and the headers of your request are larger than ${formatSize(maxHeaderSize)}.`,
    { maximum_bytes: maxHeaderSize },
    'Send fewer or shorter headers, or a shorter address. A long query of GraphQL fits into the body of a POST.',
  );
}

function formatSize(bytes: number): string {
  return bytes % MIB === 0 ? `${String(bytes / MIB)} MiB` : `${String(bytes / KIB)} KiB`;
}
