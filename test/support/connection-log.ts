import { createHook } from 'node:async_hooks';

/** Every TCP connection this process begins, whoever asks for it: seen where Node hands it to the system. Not a test. */

interface ConnectRequest {
  /** Set by `net` right after the request was made. */
  readonly address?: string;
  readonly port?: number;
}

export interface Dials {
  /** `address:port`, in order. */
  made(): string[];
  stop(): void;
}

export function watchDials(): Dials {
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
