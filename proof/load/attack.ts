import type { Signer } from '../../src/client';

/** Requests of one principal. */
interface Sender {
  readonly signer: Signer;
  readonly connections: number;
  readonly perSecond: number;
}

/** The attacks, all at once. */
export interface Attack {
  readonly url: string;
  /** WebSockets without a signature that send as fast as they can. */
  readonly sockets: number;
  /** Connections that write 200 unsigned requests at a time. */
  readonly pipelines: number;
  readonly introspection: Sender;
  readonly writers: Sender;
  /** Connections that request a page of 12 MB and read 64 KiB every four seconds. */
  readonly slow: { readonly connections: number; readonly signers: readonly Signer[] };
}

/** A message to the process of the attackers. */
export type AttackerMessage = Attack | 'stop';
