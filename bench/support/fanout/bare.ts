import { framed, openSockets } from './raw';

/** Runs in a process of its own: `ws` alone. A finished frame is written to the sockets it is for, and nothing else. */

export interface Send {
  /** The message's text. */
  readonly text: string;
  /** Of each event. */
  readonly to: readonly (readonly number[] | 'all')[];
}

const sockets = openSockets();

process.on('message', ({ text, to }: Send) => {
  const frame = framed(text);
  for (const numbers of to) {
    if (numbers === 'all') for (const socket of sockets.values()) socket.write(frame);
    else for (const number of numbers) sockets.get(number)?.write(frame);
  }
});
process.on('disconnect', () => process.exit());
