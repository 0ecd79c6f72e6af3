import { createHook } from 'node:async_hooks';

/** Records every TCP connection that this process opens; not a test. */

interface ConnectRequest {
  /** `net` sets it right after it creates the request. */
  readonly address?: string;
  readonly port?: number;
}

export interface ConnectionLog {
  /** `address:port`, in order. */
  made(): string[];
  stop(): void;
}

export function logConnections(): ConnectionLog {
  const requests: ConnectRequest[] = [];
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TCPCONNECTWRAP') requests.push(resource);
    },
  }).enable();
  return {
    made: () => requests.map(({ address = '?', port = 0 }) => `${address}:${String(port)}`),
    stop: () => void hook.disable(),
  };
}
