import { row } from './definition';
import { integer } from './kinds';

const MIB = 1024 * 1024;
const COUNT = integer(1, 1_000_000);
const BYTES = integer(64 * 1024, 1024 * 1024 * MIB);

/** Limits of what clients can do to one process without waiting for an answer. */
export const connectionLimitRows = {
  maxConnectionsPerAddress: row(
    'ATS_MAX_CONNECTIONS_PER_ADDRESS',
    COUNT,
    5_000,
    'Open connections of one address to this process. A request on a further connection gets 429.',
  ),
  newConnectionsPerAddress: row(
    'ATS_NEW_CONNECTIONS_PER_ADDRESS',
    COUNT,
    200,
    'New connections of one address to this process per second. Unused ones of 5 s add up. A further one is reset.',
  ),
  newConnections: row(
    'ATS_NEW_CONNECTIONS',
    COUNT,
    2_000,
    'New connections of all addresses to this process per second. Unused ones of 5 s add up. A further one is reset.',
  ),
  maxRequestsPerConnection: row(
    'ATS_MAX_REQUESTS_PER_CONNECTION',
    integer(1, 1_000),
    2,
    'Pipelined requests of one connection that run at the same time, and that start in one turn. Further ones wait.',
  ),
  maxUnacknowledgedSocketsPerAddress: row(
    'ATS_MAX_UNACKNOWLEDGED_SOCKETS_PER_ADDRESS',
    COUNT,
    500,
    'Open WebSockets of one address without a verified signature. A further unsigned upgrade gets 429.',
  ),
  maxSocketsPerPrincipal: row(
    'ATS_MAX_SOCKETS_PER_PRINCIPAL',
    COUNT,
    100,
    'Open WebSockets of one principal, human at the console or platform credential. A further one gets 429 or is closed with 4429.',
  ),
  maxSocketMessagesPerMinute: row(
    'ATS_MAX_SOCKET_MESSAGES_PER_MINUTE',
    integer(10, 100_000_000),
    1_200,
    'Messages and pings of one WebSocket per minute. Each started 4 KiB counts as one. More close it with 4429.',
  ),
  maxBodyBytesPerCaller: row(
    'ATS_MAX_BODY_BYTES_PER_CALLER',
    BYTES,
    16 * MIB,
    'Bytes of request bodies over 16 KiB of one principal, human or platform credential in progress. A further request gets 429.',
  ),
  maxBodyBytes: row(
    'ATS_MAX_BODY_BYTES',
    BYTES,
    64 * MIB,
    'Bytes of request bodies over 16 KiB of all clients in progress. Beyond it, the body that arrives slowest is cut.',
  ),
  maxUnreadBytesPerCaller: row(
    'ATS_MAX_UNREAD_BYTES_PER_CALLER',
    BYTES,
    32 * MIB,
    'Bytes of large answers that one principal, human or platform credential has not read yet. A further request gets 429.',
  ),
  maxUnreadBytes: row(
    'ATS_MAX_UNREAD_BYTES',
    BYTES,
    128 * MIB,
    'Bytes of large answers that all clients have not read yet. Beyond it, the connections that hold most are closed.',
  ),
  minReadBytesPerSecond: row(
    'ATS_MIN_READ_BYTES_PER_SECOND',
    integer(1, 1024 * MIB),
    32 * 1024,
    'Slowest rate at which a client may read a large answer. A slower connection is closed.',
  ),
  slowReaderSeconds: row(
    'ATS_SLOW_READER_SECONDS',
    integer(1, 3_600),
    10,
    'Seconds for which a connection may read more slowly than ATS_MIN_READ_BYTES_PER_SECOND.',
  ),
} as const;
