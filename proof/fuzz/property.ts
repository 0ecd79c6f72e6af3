import fc from 'fast-check';
import { ApiError, type Credential } from '../../src/client';
import type { AccessRule } from '../../src/domain/sessions/caller';
import { accessRules } from '../../src/operations/access';
import { mutate, type Party } from '../../test/support/actors';
import type { Attack } from './attack';
import { type Cast, newCast, type Role } from './cast';
import { PropertyViolation, type Judged } from './reply-check';

/** A statement that holds for every request of a kind. */
export interface Property {
  readonly name: string;
  /** Factor on the number of runs. It is smaller for expensive properties and those with few inputs. */
  readonly share: number;
  /** Tries the property. @throws Error with seed, path and counterexample */
  hold(attack: Attack, cast: Cast, trial: Trial): Promise<void>;
}

export interface Trial {
  readonly runs: number;
  readonly seed: number;
  /** Path of an earlier failure, to start at its counterexample. */
  readonly path?: string | undefined;
}

export function property<T>(
  name: string,
  arbitraryOf: (cast: Cast) => fc.Arbitrary<T>,
  holds: (attack: Attack, cast: Cast, it: T) => Promise<void>,
  share = 1,
): Property {
  return {
    name,
    share,
    async hold(attack, cast, { runs, seed, path }) {
      const tried = fc.asyncProperty(arbitraryOf(cast), (it) => holds(attack, cast, it));
      const parameters = { numRuns: Math.ceil(runs * share), seed, ...(path === undefined ? {} : { path }) };
      await fc.assert(tried, { ...parameters });
    },
  };
}

const ROLES: Readonly<Record<AccessRule, readonly Role[]>> = {
  any: ['agent', 'owner', 'operator'],
  read: ['agent', 'agent', 'owner', 'operator'],
  act: ['agent', 'agent', 'agent', 'owner', 'consumer'],
  owner: ['owner'],
  console: ['owner', 'console'],
  session: ['owner', 'console'],
  console_owner: ['owner'],
  operator: ['operator'],
};
const ALL: readonly Role[] = ['agent', 'consumer', 'noAgent', 'owner', 'console', 'operator'];

/** The usual role for this field; seldom any role. */
export function roleFor(field: string): fc.Arbitrary<Role> {
  const rule = (accessRules as Readonly<Record<string, AccessRule>>)[field] ?? 'any';
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...ROLES[rule]) },
    { weight: 1, arbitrary: fc.constantFrom(...ALL) },
  );
}

const NOT_ALLOWED: readonly string[] = [
  'principal_access_denied',
  'principal_owner_required',
  'principal_quota_exceeded',
];

/** Renews the credentials that a request has ended. A refusal of valid credentials is an error. @throws PropertyViolation */
export async function renewEnded({ service }: Attack, cast: Cast, { codes, refusal }: Judged): Promise<void> {
  if (!codes.includes('credential_invalid')) return;
  const renewed = [
    await renew(cast, cast.provider, ['agent', 'noAgent']),
    await renew(cast, cast.consumer, ['consumer']),
  ];
  if (renewed.includes('not allowed')) Object.assign(cast, await newCast(service));
  else if (!renewed.includes('renewed'))
    throw new PropertyViolation('a valid credential was refused', { status: 401, text: refusal });
}

/**
 * Renews the credentials of a party if they have ended. It is not allowed if the owner gave the principal away, or if an
 * operator lowered the maximum of credentials.
 */
async function renew(cast: Cast, { principalKey, owner }: Party, roles: readonly [Role, ...Role[]]) {
  try {
    const text =
      'query ($key: ID!) { principal(principalKey: $key) { credentials(first: 200) { nodes { apiKey status } } } }';
    const { principal } = await owner.queryOrThrow<Listed>(text, { key: principalKey });
    const mine = principal.credentials.nodes.find(({ apiKey }) => apiKey === cast.signers[roles[0]].credential.apiKey);
    if (mine?.status === 'ACTIVE') return 'active';
    const selection = 'credential { apiKey signingSecret }';
    const { credential } = await mutate<{ credential: Credential }>(
      owner,
      'createCredential',
      { principalKey },
      selection,
    );
    for (const role of roles) cast.signers[role] = { ...cast.signers[role], credential };
    return 'renewed';
  } catch (error) {
    if (error instanceof ApiError && NOT_ALLOWED.includes(error.code)) return 'not allowed';
    throw error;
  }
}

interface Listed {
  readonly principal: { readonly credentials: { readonly nodes: readonly { apiKey: string; status: string }[] } };
}
