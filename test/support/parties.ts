import { ApiError, createClient, type Client, type Credential } from '../../src/client';
import { tickets } from '../../src/domain/ledger/accounts';
import type { TestApp } from './app';
import { balance, buy, Connection } from './ledger';

export { mutate } from './actors';

/** Parties that the console provisions, with their own credentials. */

export interface Issued extends Credential {
  readonly credentialId: string;
}

export interface ProvisionedParty {
  readonly principalKey: string;
  readonly principalId: string;
  readonly credential: Issued;
  /** The console acting for the owner. */
  readonly owner: Client;
  /** The principal's own credential; it never retries. */
  readonly agent: Client;
}

export const ISSUED = 'credentialId apiKey signingSecret createdAt';

const PROVISION = `mutation ($input: ProvisionPrincipalInput!) { provisionPrincipal(input: $input) {
  principal { principalKey principalId displayName } credential { ${ISSUED} } } }`;

export interface ProvisionAnswer {
  readonly principal: { readonly principalKey: string; readonly principalId: string; readonly displayName: string };
  readonly credential: Issued | null;
}

export async function callProvision(owner: Client, displayName = 'Party'): Promise<ProvisionAnswer> {
  const data = await owner.mutate<{ provisionPrincipal: ProvisionAnswer }>(PROVISION, { input: { displayName } });
  return data.provisionPrincipal;
}

/** A client without retries, so that the test sees each response of the service. */
export function plainClient(app: Pick<TestApp, 'url'>, credential: Credential): Client {
  return createClient({ url: app.url, credential, retry: { attempts: 1 } });
}

let humans = 0;

export async function provisioned(
  app: TestApp,
  subject = `human-${String((humans += 1))}`,
  stamps = 0n,
): Promise<ProvisionedParty> {
  const owner = app.consoleFor(subject);
  const { principal, credential } = await callProvision(owner);
  if (!credential) throw new Error(`${subject} had a principal already`);
  if (stamps > 0n) await withOwnerConnection(app, (db) => buy(db, principal.principalId, stamps));
  const { principalKey, principalId } = principal;
  return { principalKey, principalId, credential, owner, agent: plainClient(app, credential) };
}

export async function ticketsIn(app: TestApp, principalId: string): Promise<bigint> {
  return withOwnerConnection(app, (db) => balance(db, tickets(principalId)));
}

export async function withOwnerConnection<T>(app: TestApp, work: (db: Connection) => Promise<T>): Promise<T> {
  return work(await app.ownerConnection());
}

/** The code of the refused call, or `done`. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

/** The refusal of a call: `{status, code, …members}`. */
export async function refusalOf(work: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, code: error.code, ...error.members };
    throw error;
  }
  throw new Error('not refused');
}
