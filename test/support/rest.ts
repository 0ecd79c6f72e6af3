import { randomUUID } from 'node:crypto';
import type { Signer } from '../../src/client';
import type { TestApp } from './app';
import { send, type Sent, signerOf, type Sending } from './exchange';
import type { Party } from './actors';

/** A REST client: signed requests to REST paths, with an Idempotency-Key for each mutation. */
export interface Rest {
  readonly signer: Signer;
  get(path: string, sending?: Sending): Promise<Sent>;
  post(path: string, body?: unknown, sending?: Sending): Promise<Sent>;
  put(path: string, body?: unknown, sending?: Sending): Promise<Sent>;
  patch(path: string, body?: unknown, sending?: Sending): Promise<Sent>;
  delete(path: string, body?: unknown, sending?: Sending): Promise<Sent>;
}

export const API = '/api/v1';

export function restAs(app: Pick<TestApp, 'url'>, signer: Signer): Rest {
  const ask =
    (method: string) =>
    (path: string, body?: unknown, sending: Sending = {}): Promise<Sent> =>
      send(app, signer, {
        method,
        path: `${API}${path}`,
        key: randomUUID(),
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...sending,
      });
  return {
    signer,
    get: (path, sending = {}) => send(app, signer, { method: 'GET', path: `${API}${path}`, ...sending }),
    post: ask('POST'),
    put: ask('PUT'),
    patch: ask('PATCH'),
    delete: ask('DELETE'),
  };
}

/** Signs as the principal's agent. */
export const restOf = (app: Pick<TestApp, 'url'>, party: Party): Rest => restAs(app, signerOf(party));

/** Signs as its owner, through the console. */
export const ownerRest = (app: TestApp, { subject }: Pick<Party, 'subject'>): Rest =>
  restAs(app, { credential: app.console, acting: { provider: 'test', subject } });

export const operatorRest = (app: TestApp): Rest => restAs(app, { credential: app.operatorCredential });

/** The body of an answer with this status; fails with the whole body otherwise. */
export function body<T = Record<string, unknown>>(sent: Sent, status = 200): T {
  expect({ status: sent.status, text: sent.text }).toEqual({ status, text: sent.text });
  return sent.json as T;
}

/** A single read without the actions, which mutations and lists leave out. */
export function withoutActions<T extends object>(read: T): Omit<T, 'allowed_actions' | 'blocked_actions'> {
  expect(read).toMatchObject({
    allowed_actions: expect.any(Array) as unknown,
    blocked_actions: expect.any(Array) as unknown,
  });
  const { allowed_actions: _allowed, blocked_actions: _blocked, ...rest } = read as Record<string, unknown>;
  return rest as Omit<T, 'allowed_actions' | 'blocked_actions'>;
}

/** The rows of a list, and its cursor. */
export interface List<T = Record<string, unknown>> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
}

export const under = ({ principalKey }: Pick<Party, 'principalKey'>): string => `/principals/${principalKey}`;
