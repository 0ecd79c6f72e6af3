import { encodeFrame, openSockets } from './raw';

/** Runs `ws` alone in its own process. It writes finished frames to the addressed sockets and does nothing else. */

export interface Send {
  /** Text of the message. */
  readonly text: string;
  /** Sockets of each event. */
  readonly to: readonly (readonly number[] | 'all')[];
}

const sockets = openSockets();

process.on('message', ({ text, to }: Send) => {
  const frame = encodeFrame(text);
  for (const numbers of to) {
    if (numbers === 'all') for (const socket of sockets.values()) socket.write(frame);
    else for (const number of numbers) sockets.get(number)?.write(frame);
  }
});
process.on('disconnect', () => process.exit());
