import 'reflect-metadata';
import { EVENTS_CHANNEL, parseHeads, type StoredEvent } from '../../../src/database/events/event-log';
import { keyOf } from '../../../src/domain/keys';
import { ChannelReadPlan, readChannels } from '../../../src/database/events/feed';
import { openListener } from '../../../src/database/connection/listener';
import { openDatabase } from '../../../src/database/connection/open';
import { encodeFrame, openSockets } from './raw';

/**
 * Follows the same log in its own process and sends it by `ws` alone. It uses the same statement after the same
 * notification. It checks no credentials, executes no GraphQL and ignores slow readers.
 */
export interface Follow {
  readonly url: string;
  readonly principals: readonly string[];
  /** One entry per socket: the number of the principal whose events it receives. */
  readonly principalOf: readonly number[];
}

const sockets = openSockets();

async function follow({ url, principals, principalOf }: Follow): Promise<void> {
  const store = await openDatabase({ url });
  const heads = new Map<string, bigint>();
  const places = new Map(principals.map((id) => [id, 0n]));
  const due = new Set<string>();
  const own = new Map<string, number[]>();
  for (const [socket, principal] of principalOf.entries()) {
    const id = principals[principal] ?? '';
    own.set(id, [...(own.get(id) ?? []), socket]);
  }
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    while (due.size > 0) {
      const reads: { principalId: string; after: bigint }[] = [];
      const size = new ChannelReadPlan();
      for (const principalId of due) {
        if (size.isFull) break;
        due.delete(principalId);
        const after = places.get(principalId) ?? 0n;
        size.add((heads.get(principalId) ?? 0n) - after);
        reads.push({ principalId, after });
      }
      const { events } = await readChannels(store, reads, [], size.limit);
      for (const [id, page] of events) {
        for (const event of page) {
          const frame = encodeFrame(messageOf(event));
          for (const socket of own.get(id) ?? []) sockets.get(socket)?.write(frame);
          places.set(id, event.sequence);
        }
        if ((heads.get(id) ?? 0n) > (places.get(id) ?? 0n)) due.add(id);
      }
    }
  };
  openListener(store, {
    channels: {
      [EVENTS_CHANNEL]: (payload) => {
        for (const [id, head] of parseHeads(payload)) {
          heads.set(id, head);
          due.add(id);
        }
        reading ??= read().finally(() => (reading = undefined));
      },
    },
    connected: () => process.send?.({ following: true }),
    lost: (error) => {
      throw error;
    },
  });
}

function messageOf({ eventId, type, sequence, createdAt: timestamp, data, subjectKey }: StoredEvent): string {
  const id = keyOf('evt', eventId);
  const events = { id, type, sequence: Number(sequence), subjectKey, timestamp, data };
  return JSON.stringify({ id, type: 'next', payload: { data: { events } } });
}

process.on('message', (message: Follow) => void follow(message));
process.on('disconnect', () => process.exit());
