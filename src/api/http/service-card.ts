import { createHash } from 'node:crypto';
import { assert } from '../../domain/errors/errors';
import type { Database } from '../../database/transactions/database';
import { currentKey } from '../../operations/commands/session-keys';
import type { Services } from '../../operations/context';
import { type CardState, readCardState, signedServiceCard } from '../../operations/queries/service-card';
import { packageVersion } from '../../package-folder';
import type { HttpResponse } from '../responses/response';
import { etagMatches } from './etag';
import { JWKS_PATH } from './sign-in/routes';

/** Time for which processes answer without the database, because everybody may read the card. */
const MAX_AGE_MS = 5_000;

// As for the key set: a client that has both for 5 minutes can verify the one with the other.
const CACHED = 'public, max-age=300';

interface SignedCard {
  readonly name: string;
  readonly body: string;
  readonly etag: string;
}

/** Serves the signed A2A card of the service. It signs once for each key, policy and address, and reads these every 5 s. */
export class ServiceCard {
  private last: SignedCard | undefined;
  private current: { readonly card: Promise<SignedCard>; readonly readAt: number } | undefined;

  constructor(
    private readonly store: Database,
    private readonly services: Services,
  ) {}

  async answer(ifNoneMatch: string | undefined): Promise<HttpResponse> {
    const { body, etag } = await this.currentCard();
    const headers = { etag, 'cache-control': CACHED };
    if (etagMatches(ifNoneMatch, etag)) return { status: 304, headers, body: '' };
    return { status: 200, headers: { ...headers, 'content-type': 'application/json' }, body };
  }

  /** The card of the last 5 s. Concurrent requests share one read. A failed read is not kept. */
  private currentCard(): Promise<SignedCard> {
    if (this.current && performance.now() - this.current.readAt < MAX_AGE_MS) return this.current.card;
    const current = { card: this.card(), readAt: performance.now() };
    this.current = current;
    current.card.catch(() => {
      if (this.current === current) this.current = undefined;
    });
    return current.card;
  }

  private async card(): Promise<SignedCard> {
    const publicUrl = this.services.publicUrl().replace(/\/$/, '');
    const { policyVersion, key } = await this.state();
    assert(key, 'a key was created');
    const name = JSON.stringify([key.keyId, policyVersion, publicUrl]);
    if (this.last?.name === name) return this.last;
    const keySetUrl = `${publicUrl}${JWKS_PATH}`;
    const data = { publicUrl, version: packageVersion(), policyVersion, keySetUrl };
    const body = JSON.stringify(await signedServiceCard(this.services, data, key));
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    return (this.last = { name, body, etag });
  }

  /** Reads the state. Creates a key if none can sign, as a sign-in does. */
  private async state(): Promise<CardState> {
    const { store, services } = this;
    const state = await readCardState(store, services);
    if (state.key) return state;
    return { ...state, key: await store.inTransaction((tx) => currentKey({ tx, services })) };
  }
}
