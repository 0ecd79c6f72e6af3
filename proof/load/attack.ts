import type { Signer } from '../../src/client';

/** Requests of one principal at a rate. */
export interface Sender {
  readonly signer: Signer;
  readonly connections: number;
  readonly perSecond: number;
}

interface Target {
  readonly url: string;
  /** The address that the attacker connects from. Undefined: the default one. */
  readonly from: string | undefined;
}

/** The attack of one process. */
export type Attack = Target &
  (
    | {
        readonly kind: 'flood';
        /** WebSockets without a signature that send as fast as they can. */
        readonly sockets: number;
        /** Connections that write 200 unsigned requests at a time. */
        readonly pipelines: number;
      }
    | { readonly kind: 'introspection' | 'writers'; readonly sender: Sender }
    | {
        /** Connections that request a page of 12 MB and read 64 KiB every four seconds. */
        readonly kind: 'slow';
        readonly connections: number;
        readonly signers: readonly Signer[];
      }
  );

/** How often each part of an attack did what. */
export type AttackCounts = Readonly<Record<string, number>>;

/** A message to the process of an attacker. */
export type AttackerMessage = Attack | 'count' | 'stop';
