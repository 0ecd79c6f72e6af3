import { newCredential, newUuidV7 } from '../../../src/adapters/ids';
import { keyOf } from '../../../src/domain/keys';
import { journals, line, stripeClearing, wallet } from '../../../src/domain/ledger/accounts';
import type { SecretBox } from '../../../src/operations/ports';
import { postJournal } from '../../../test/support/ledger';
import type { Db } from '../../../src/database/transactions/statement';
import type { Sender } from '../http';
import { type Party, STAMPS } from '../market';

/** A human with a wallet who owns a party, and the console that acts for the human. */
export interface Owner {
  readonly party: Party;
  readonly humanId: string;
  readonly principalKey: string;
  readonly console: Sender;
}

const PROVIDER = 'bench';

/** Inserts an owner for each party and fills its wallet with a credited purchase. */
export async function seedOwners(db: Db, secrets: SecretBox, parties: readonly Party[]): Promise<Owner[]> {
  const credential = await seedPlatform(db, secrets, 'console');
  const owners: Owner[] = [];
  for (const party of parties) {
    const now = new Date();
    const humanId = newUuidV7(now);
    await db.query({ text: 'INSERT INTO human VALUES ($1, $2, $3, $4)', values: [humanId, PROVIDER, humanId, now] });
    await db.query({
      text: `INSERT INTO binding VALUES ($1, $2, $3, 'owner', $4)`,
      values: [newUuidV7(now), party.principalId, humanId, now],
    });
    const sessionId = `cs_test_${newUuidV7(now)}`;
    await db.query({
      text: `INSERT INTO ticket_purchase (session_id, pack, tickets_stamps, price_minor, currency, human_id, status, created_at, credited_at, livemode)
        VALUES ($1, 'scale', $2, 80000, 'usd', $3, 'credited', $4, $4, false)`,
      values: [sessionId, STAMPS, humanId, now],
    });
    const head = { journalId: newUuidV7(now), idemKey: `stripe:session:${sessionId}`, tradeId: null };
    const lines = [line(stripeClearing, wallet(humanId), STAMPS)];
    for (const journal of journals({ ...head, kind: 'ticket_purchase' }, lines)) await postJournal(db, journal, now);
    const acting = { provider: PROVIDER, subject: humanId };
    owners.push({ party, humanId, principalKey: keyOf('prn', party.principalId), console: { credential, acting } });
  }
  // The audit compares the humans of transfers with the facts about bindings.
  await db.query({ text: 'SELECT authority_import_facts()', values: [] });
  return owners;
}

/** Inserts a credential of the platform itself. */
export async function seedPlatform(
  db: Db,
  secrets: SecretBox,
  role: 'console' | 'operator',
): Promise<Sender['credential']> {
  const now = new Date();
  const credentialId = newUuidV7(now);
  const { apiKey, signingSecret } = newCredential();
  const sealed = secrets.encrypt(signingSecret, `signing:${credentialId}`);
  await db.query({
    text: `INSERT INTO credential (credential_id, platform_role, api_key, secret_ciphertext, secret_key_id, created_at)
      VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [credentialId, role, apiKey, sealed.ciphertext, sealed.keyId, now],
  });
  return { apiKey, signingSecret };
}
