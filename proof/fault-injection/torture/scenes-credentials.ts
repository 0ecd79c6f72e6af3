import { setTimeout as pause } from 'node:timers/promises';
import type { Credential, Signer } from '../../../src/client';
import { asAgent, asOwner, type Lane, mutate, type Party } from './cast';
import type { Scene } from './plan';
import { ISSUED, type Issued, pairOf } from './scenes-party';

/** Credentials come and end while they are in use. Not a test. */

/** Whether a credential is good is asked of both servers, again and again: after its end, none may say so. */
async function probe(
  lane: Lane,
  key: string,
  party: Party,
  credential: Credential,
  over: () => boolean,
): Promise<void> {
  for (let n = 0; n < 40 && !over(); n += 1) {
    const { code } = await lane.calls.ask({
      key: `${key}-${n}`,
      signer: () => ({ credential, agentId: party.agentId }),
      field: 'principal',
      document: { query: '{ principal { displayName } }' },
    });
    if (code !== 'done' && code !== 'credential_invalid') throw new Error(`${key}: ${code}`);
    await pause(10);
  }
}

/** After the end: each server must refuse it, and go on refusing. */
async function refused(lane: Lane, key: string, party: Party, credential: Credential): Promise<void> {
  for (const n of [0, 1, 2, 3]) {
    const { code } = await lane.calls.ask({
      key: `${key}-after-${n}`,
      server: n % 2,
      signer: () => ({ credential, agentId: party.agentId }),
      field: 'principal',
      document: { query: '{ principal { displayName } }' },
    });
    if (code !== 'credential_invalid') throw new Error(`${key}: a credential that has ended is answered ${code}`);
  }
}

/** One more credential, used, and revoked while it is in use. */
export async function credentials(lane: Lane, { key }: Scene): Promise<void> {
  const { spare } = lane;
  const owner = asOwner(lane, spare.subject);
  const { credential } = await mutate<{ credential: Issued }>(lane, {
    key: `${key}-create`,
    signer: owner,
    field: 'createCredential',
    input: { principalKey: spare.principalKey },
    selection: ISSUED,
    acknowledges: (made) => ({
      effects: [{ kind: 'credential', id: made.credential.credentialId }],
      sets: { [`credential ${made.credential.credentialId}`]: 'active' },
    }),
  });
  const state = { over: false };
  const probing = probe(lane, `${key}-probe`, spare, pairOf(credential), () => state.over);
  try {
    await mutate(lane, {
      key: `${key}-revoke`,
      signer: owner,
      field: 'revokeCredential',
      input: { principalKey: spare.principalKey, credentialId: credential.credentialId },
      selection: 'credential { status }',
      acknowledges: () => ({
        sets: { [`credential ${credential.credentialId}`]: 'revoked' },
        ends: [credential.apiKey],
      }),
    });
  } finally {
    state.over = true;
    await probing;
  }
  await refused(lane, key, spare, pairOf(credential));
}

/** A rotation by the party itself or by its owner, while its credential reads and moves money. */
export async function rotation(lane: Lane, { key, draws }: Scene): Promise<void> {
  const { spare } = lane;
  const old = spare.credential;
  const state = { over: false };
  let renew: () => void = () => undefined;
  const renewed = new Promise<void>((resolve) => (renew = resolve));
  const busy = [probe(lane, `${key}-probe`, spare, old, () => state.over), bonds(lane, key, () => state.over, renewed)];
  try {
    await rotate(lane, key, (draws[0] ?? 0) % 2 === 0);
  } finally {
    state.over = true;
    renew();
    await Promise.all(busy);
  }
  await refused(lane, key, spare, old);
}

/**
 * Signed by the party itself, the request ends its own signature: if the answer is lost, the same bytes again are 401.
 * What the caller knows then is that it happened. The pair is lost with the answer, so the owner rotates once more; with
 * the pair of that, the request that nobody knew of is asked for what it did.
 */
async function rotate(lane: Lane, key: string, byItself: boolean): Promise<void> {
  const { spare } = lane;
  const owner = asOwner(lane, spare.subject);
  if (!byItself) {
    await renew(lane, `${key}-owner`, owner);
    return;
  }
  const state = { late: false };
  await renew(lane, `${key}-own`, asAgent(spare), state, async () => {
    state.late = true;
    await renew(lane, `${key}-owner`, owner);
  });
}

async function renew(
  lane: Lane,
  key: string,
  signer: () => Signer,
  state: { readonly late: boolean } = { late: false },
  renewed?: () => Promise<void>,
): Promise<void> {
  const { spare } = lane;
  const before = { id: spare.credentialId, apiKey: spare.credential.apiKey };
  const { credential } = await mutate<{ credential: Issued }>(lane, {
    key,
    signer,
    field: 'rotateCredential',
    input: { principalKey: spare.principalKey },
    selection: ISSUED,
    acknowledges: (made) => ({
      effects: [{ kind: 'credential', id: made.credential.credentialId }],
      sets: {
        [`credential ${before.id}`]: 'revoked',
        [`credential ${made.credential.credentialId}`]: state.late ? 'revoked' : 'active',
      },
      ends: [before.apiKey, ...(state.late ? [made.credential.apiKey] : [])],
    }),
    ...(renewed && { renewed }),
  });
  if (state.late) return;
  spare.credentialId = credential.credentialId;
  spare.credential = pairOf(credential);
}

/** Stamps moved to bond and back, by whichever credential is good. */
async function bonds(lane: Lane, key: string, over: () => boolean, renewed: Promise<void>): Promise<void> {
  for (let n = 0; n < 20 && !over(); n += 1) {
    for (const [field, kind] of [
      ['reserveBond', 'bond_reserve'],
      ['releaseBond', 'bond_release'],
    ] as const) {
      const own = `${key}-${kind}-${n}`;
      await mutate(lane, {
        key: own,
        signer: asAgent(lane.spare),
        field,
        input: { amountStamps: 1 },
        selection: 'principal { bondAvailableStamps }',
        acknowledges: () => ({ effects: [{ kind, id: own, value: '1' }] }),
        renewed: () => renewed,
      });
    }
  }
}
