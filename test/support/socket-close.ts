import type { Socket } from 'node:net';

/** Resolves when the socket is closed. `once` of `node:events` would reject: the close can be a reset. */
export async function socketClosed(socket: Socket): Promise<void> {
  if (socket.closed) return;
  await new Promise<void>((resolve) =>
    socket
      .on('error', () => undefined)
      .once('close', () => {
        resolve();
      }),
  );
}
