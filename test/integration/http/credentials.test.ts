import type { Signer } from '../../../src/client';
import { useTestApp } from '../../support/app';
import { codeOf, query, send } from '../../support/exchange';
import { Connection } from '../../support/ledger';
import { ISSUED, type Issued, mutate, plainClient, provisioned } from '../../support/parties';
import { until } from '../../support/actors';
import { WAITING } from '../../support/waiting';

/** Credentials of concurrent requests are loaded together (docs/decisions/0027-shared-lookups.md). */

const app = useTestApp({ ATS_ROLE: 'api' });

const READ_PRINCIPAL = query('{ principal { principalKey } }');
const WRONG_SECRET = ['sk_live', '1'.repeat(52)].join('_');

/** Returns the principal of the response, or the code of the refusal. */
async function answerFor(signer: Signer): Promise<unknown> {
  const sent = await send(app, signer, { body: READ_PRINCIPAL });
  return codeOf(sent) ?? sent.json.data?.['principal']?.['principalKey'];
}

const times = <T>(count: number, one: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => one(n));

describe('Concurrent signed requests', () => {
  test('should be answered for their own principals; a wrong secret and an unknown key are refused alone', async () => {
    const parties = await Promise.all(times(6, () => provisioned(app)));
    const forged = parties.map(({ credential }) => ({ ...credential, signingSecret: WRONG_SECRET }));
    const unknown = { apiKey: ['ak_live', '2'.repeat(26)].join('_'), signingSecret: WRONG_SECRET };
    const malformed = { apiKey: `{NULL,'}`, signingSecret: WRONG_SECRET };
    const signers = times(8, () => [
      ...parties.map(({ credential }) => credential),
      ...forged,
      unknown,
      malformed,
    ]).flat();
    const answers = await Promise.all(signers.map((credential) => answerFor({ credential })));
    const refused = 'credential_invalid';
    const round = [...parties.map(({ principalKey }) => principalKey), ...forged.map(() => refused), refused, refused];
    expect(answers).toEqual(times(8, () => round).flat());
  });

  test('should wait while the revocation of their credential commits, and then all be refused', async () => {
    const { credential } = await provisioned(app);
    const revoker = await Connection.open(app.ownerUrl);
    try {
      await revoker.sql('BEGIN');
      await revoker.sql('LOCK TABLE credential IN ACCESS EXCLUSIVE MODE');
      const waiting = times(20, () => answerFor({ credential }));
      await until(
        () => app.sql(`SELECT FROM (${WAITING}) w WHERE relation = 'credential'::regclass`),
        (locks) => locks.length > 0,
      );
      await revoker.sql('UPDATE credential SET revoked_at = now() WHERE api_key = $1', credential.apiKey);
      await revoker.sql('COMMIT');
      const after = times(20, () => answerFor({ credential }));
      expect(new Set(await Promise.all([...waiting, ...after]))).toEqual(new Set(['credential_invalid']));
    } finally {
      await revoker.close();
    }
  });
});

// @spec CR6
describe('After the response of a rotation', () => {
  test('should refuse the old pair, however many lookups are in flight', async () => {
    const { principalKey, credential: first } = await provisioned(app);
    let old: Issued = first;
    for (let rotation = 0; rotation < 5; rotation += 1) {
      let isDone = false;
      const signer = { credential: old };
      const keepSending = async (): Promise<void> => {
        while (!isDone) expect([principalKey, 'credential_invalid']).toContain(await answerFor(signer));
      };
      const backgroundRequests = times(8, keepSending);
      const { credential } = await mutate<{ credential: Issued }>(
        plainClient(app, old),
        'rotateCredential',
        {},
        `credential { ${ISSUED} }`,
      );
      const answersAfter = await Promise.all(times(16, () => answerFor(signer)));
      isDone = true;
      await Promise.all(backgroundRequests);
      expect(new Set(answersAfter)).toEqual(new Set(['credential_invalid']));
      expect(await answerFor({ credential })).toBe(principalKey);
      old = credential;
    }
  });
});
