import type { CardSigningKey } from '../../domain/parties/card-keys';
import type { Services } from '../context';
import type { SessionKeyRow } from '../../database/entities/session';
import type { TimedDb } from '../../database/transactions/statement';
import { signingKey } from '../../database/repositories/session-keys';
import { serviceCard } from '../../domain/parties/service-card';
import type { Card } from '../../domain/parties/agent-card';
import { currentPolicy } from './policies';

/** The database state on which a signed card depends. */
export interface CardState {
  readonly policyVersion: string;
  /** Undefined: no key can sign now. */
  readonly key: SessionKeyRow | undefined;
}

export async function readCardState(db: TimedDb, { settings }: Pick<Services, 'settings'>): Promise<CardState> {
  const policyVersion = await currentPolicy(db, await db.now(), settings.policyVersion);
  return { policyVersion, key: await signingKey(db, await db.realNow()) };
}

/** Signs the card of the service with the key of session tokens. The header `typ` keeps cards and tokens apart. */
export async function signedServiceCard(
  { cardSignatures, secrets }: Services,
  data: Omit<Parameters<typeof serviceCard>[0], 'signingKeyId'>,
  key: SessionKeyRow,
): Promise<Card> {
  const { keyId, publicKey, privateCiphertext, privateKeyId } = key;
  const encrypted = { ciphertext: privateCiphertext, keyId: privateKeyId };
  const privateKey = secrets.decrypt(encrypted, `session-key:${keyId}`);
  const signing: CardSigningKey = { keyId, publicKey, privateKey, keySetUrl: data.keySetUrl };
  return cardSignatures.signCard(serviceCard({ ...data, signingKeyId: keyId }), signing);
}
