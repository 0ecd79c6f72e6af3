import { createSocket } from 'node:dgram';

/** A real DNS server (RFC 1035) on loopback with the answers of a test; not a test. */

export interface NameServer {
  /** For `setServers`. */
  readonly address: string;
  /** Questions so far, such as `A evil.example`. */
  readonly questions: string[];
  stop(): Promise<void>;
}

/** Returns a name's addresses for its nth question of a type, from 1; undefined sends no response. */
export type Zone = (name: string, type: 'A' | 'AAAA', nth: number) => readonly string[] | undefined;

export async function startNameServer(zone: Zone): Promise<NameServer> {
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = nameIn(query);
    const type = query.readUInt16BE(end) === 28 ? 'AAAA' : 'A';
    questions.push(`${type} ${name}`);
    const addresses = zone(name, type, questions.filter((one) => one === `${type} ${name}`).length);
    if (addresses) socket.send(answer(query.subarray(0, end + 4), type, addresses), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${String(socket.address().port)}`,
    questions,
    stop: () => new Promise((resolve) => void socket.close(() => resolve())),
  };
}

function nameIn(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function answer(question: Buffer, type: 'A' | 'AAAA', addresses: readonly string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = type === 'A' ? Buffer.from(address.split('.').map(Number)) : v6(address);
    const fixed = Buffer.alloc(12);
    fixed.writeUInt16BE(0xc00c, 0);
    fixed.writeUInt16BE(type === 'A' ? 1 : 28, 2);
    fixed.writeUInt16BE(1, 4);
    fixed.writeUInt32BE(0, 6);
    fixed.writeUInt16BE(data.length, 10);
    return Buffer.concat([fixed, data]);
  });
  return Buffer.concat([head, ...records]);
}

function v6(address: string): Buffer {
  const host = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [left = '', right] = host.split('::');
  const parts = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const tail = right === undefined ? [] : parts(right);
  const head = parts(left);
  const all = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  return Buffer.from(all.map((part) => part.padStart(4, '0')).join(''), 'hex');
}
