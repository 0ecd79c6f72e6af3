import { createHash } from 'node:crypto';
import type { Caller } from '../domain/sessions/caller';
import type { Digest } from '../domain/canonical';
import type { DecisionContext } from '../domain/effects';
import type { Settings } from '../settings/settings';
import type { Tx } from '../database/transactions/database';
import type { RequestBudget } from '../database/transactions/request-budget';
import type { Db } from '../database/transactions/statement';
import type { AddressGuard, Checkout, Log, Metrics, SecretBox, SessionTokens } from './ports';

export type { Db, RequestBudget, Tx };

/** What the operations are given once, by the composition root. */
export interface Services {
  readonly settings: Settings;
  readonly secrets: SecretBox;
  readonly checkout: Checkout;
  readonly sessionTokens: SessionTokens;
  /** Where webhooks may go. */
  readonly addresses: AddressGuard;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Where others reach this service: ATS_PUBLIC_URL, else the address it listens on. Links are built from it alone. */
  publicUrl(): string;
  /** A UUIDv7 of that instant. */
  newId(now: Date): string;
  newCredential(): { readonly apiKey: string; readonly signingSecret: string };
  newWebhookSecret(): string;
  /**
   * Tells whoever waits for it that there is work: due trades, new events, deliveries; in this process, or in others where
   * this one does not do it. After the commit; a hint, never a promise.
   */
  notifyWorker(topic: 'settle' | 'relay' | 'webhooks'): void;
}

/** What a reading operation works with. */
export interface QueryContext {
  readonly db: Db;
  readonly caller: Caller;
  readonly services: Services;
}

/** What a changing operation works with: it has no transaction of its own, the request (or the worker) has. */
export interface WriteContext {
  readonly tx: Tx;
  readonly services: Services;
}

/** A changing operation called by someone. */
export interface MutationContext extends WriteContext {
  readonly caller: Caller;
  /** `req_…`, as the caller is told it. */
  readonly requestId: string;
  /** The idempotency key of the request with its scope, for calls that carry it further (the checkout). */
  readonly requestKey: string;
  /** Marks the answer as bearing a secret: it is kept encrypted and for 24 h (contract §4). */
  containsSecret(): void;
}

/** Hex SHA-256 of a text's UTF-8. */
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Time, identity and digest for the domain's decisions. */
export function decisionContext({ tx, services }: WriteContext): DecisionContext & Digest {
  return { now: tx.now, newId: () => services.newId(tx.now), sha256 };
}
