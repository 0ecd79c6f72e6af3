import { setTimeout as pause } from 'node:timers/promises';
import type { Credential, Signer } from '../../../src/client';
import { asAgent, asOwner, type Lane, mutate, type Party } from './parties';
import type { Scene } from './plan';
import { ISSUED, type Issued, pairOf } from './scenes-party';

/** Scenes of credentials that end while they are in use. */

/** Reads repeatedly with a credential at both servers. The checker requires refusals after its end. */
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

/** Checks that each server refuses the ended credential, and continues to. */
async function assertRefused(lane: Lane, key: string, party: Party, credential: Credential): Promise<void> {
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

/** Creates one more credential, uses it, and revokes it while it is in use. */
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
      values: { [`credential ${made.credential.credentialId}`]: 'active' },
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
        values: { [`credential ${credential.credentialId}`]: 'revoked' },
        endedCredentials: [credential.apiKey],
      }),
    });
  } finally {
    state.over = true;
    await probing;
  }
  await assertRefused(lane, key, spare, pairOf(credential));
}

/** Rotates a credential, by the party or its owner, while the credential reads and moves money. */
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
  await assertRefused(lane, key, spare, old);
}

/**
 * Rotates the credential, signed by the party itself or by its owner.
 * A rotation by the party ends its own signature. If its answer is lost, the same bytes return 401, and the new pair is
 * lost. The owner then rotates again, and the first request is repeated with the newest pair.
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
      values: {
        [`credential ${before.id}`]: 'revoked',
        [`credential ${made.credential.credentialId}`]: state.late ? 'revoked' : 'active',
      },
      endedCredentials: [before.apiKey, ...(state.late ? [made.credential.apiKey] : [])],
    }),
    ...(renewed && { renewed }),
  });
  if (state.late) return;
  spare.credentialId = credential.credentialId;
  spare.credential = pairOf(credential);
}

/** Moves stamps to bond and back with the current credential. */
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
