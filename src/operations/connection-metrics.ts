/** Limits of connections. Reaching one causes a refusal, a wait, or the end of a socket or connection. */
export const connectionLimitNames = [
  'connections',
  'new_connections',
  'pipelined_requests',
  'sockets',
  'unacknowledged_sockets',
  'socket_messages',
  'early_message',
  'body_bytes',
  'unread_answers',
  'unread_bytes',
  'slow_reader',
] as const;
type ConnectionLimitName = (typeof connectionLimitNames)[number];

/** Metrics of connections and of the answers that they have not read. */
export interface ConnectionMetrics {
  /** A client reached a limit of connections, sockets, messages or unread answers. */
  readonly limitReached: (limit: ConnectionLimitName) => void;
  /** The bytes of large answers that clients have not read changed by this number. */
  readonly unreadBytesChanged: (bytes: number) => void;
}
