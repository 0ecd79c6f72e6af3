import { randomUUID } from 'node:crypto';
import { auditPayments } from '../../../src/cli/audit-payments';
import { reconcilePayments } from '../../../src/operations/commands/payment-records';
import type { ProcessorSession } from '../../../src/operations/ports';
import { serverOn } from '../adapters/stripe-support';
import { useTestApp } from '../../support/app';
import { runCli } from '../../support/built';
import { mutate, type ProvisionedParty, provisioned, withOwnerConnection } from '../../support/parties';
import { buySession, chargeEvent, deliver, sessionEvent, WEBHOOK_SECRET } from '../../support/payments';

/** The check I7 of `ats audit`, which compares credited purchases with the payments that Stripe lists. */

const app = useTestApp({ STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET });
let party: ProvisionedParty;
beforeAll(async () => {
  party = await provisioned(app);
});

const auditLine = async (
  dataDir = app.dataDir,
  env = {},
): Promise<{ code: number | null; line: string; findings: string[] }> => {
  const { code, stdout } = await runCli(['audit'], { DATABASE_URL: app.ownerUrl, ATS_DATA_DIR: dataDir, ...env });
  const lines = stdout.split('\n');
  const at = lines.findIndex((line) => line.includes('the processor reports as paid'));
  const findings = lines.slice(at + 1).filter((line) => line.startsWith('    '));
  return { code, line: lines[at] ?? '', findings: findings.map((line) => line.trim()) };
};

test('is ok when the credited sessions equal the paid ones in Stripe’s list, and skipped without Stripe', async () => {
  const { checkoutUrl } = await buySession(party);
  await fetch(checkoutUrl, { method: 'POST', redirect: 'manual' });
  await buySession(party);
  expect(await auditLine()).toMatchObject({
    code: 0,
    line: expect.stringMatching(/^ok {6}I7/) as unknown,
    findings: [],
  });
  expect(await auditLine(`${app.dataDir}/elsewhere`)).toMatchObject({
    code: 0,
    line: expect.stringMatching(/^skip {4}I7 .*: no payment processor is configured$/) as unknown,
  });
  const closed = await serverOn(0, () => undefined);
  await closed.close();
  const key = ['sk', 'test', 'of_nobody'].join('_');
  const unreachable = { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_BASE: closed.url };
  expect(await auditLine(app.dataDir, unreachable)).toMatchObject({
    code: 0,
    line: expect.stringMatching(/^skip {4}I7 .*: the payment processor cannot be reached$/) as unknown,
  });
}, 120_000);

/** A session as Stripe reports it: the smallest pack, paid. */
const paidSession = (sessionId: string, reference: string): ProcessorSession => ({
  sessionId,
  reference,
  paid: true,
  amountTotalMinor: 1000,
  currency: 'usd',
  sale: null,
  paymentIntentId: `pi_${sessionId}`,
  refund: null,
  isDisputed: false,
});

/** Returns the findings of check I7 if Stripe has exactly these sessions. */
function differencesFrom(sessions: readonly ProcessorSession[], livemode = true): Promise<string[]> {
  const records = {
    livemode,
    pages: async function* () {
      yield await Promise.resolve(sessions);
    },
    find: () => Promise.resolve(undefined),
  };
  const window = { rechecks: 0, pause: () => Promise.resolve() };
  return withOwnerConnection(app, (db) => reconcilePayments(db, records, window));
}

test.each([401, 403])(
  'fails if Stripe refuses the key with %d',
  async (status) => {
    const stripeServer = await serverOn(0, (_, response) =>
      response.writeHead(status).end('{"error":{"message":"no"}}'),
    );
    try {
      const key = ['sk', 'test', 'of_another'].join('_');
      const stripe = {
        STRIPE_SECRET_KEY: key,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_API_BASE: stripeServer.url,
      };
      expect(await auditLine(app.dataDir, stripe)).toMatchObject({
        code: 1,
        line: expect.stringMatching(/^BROKEN {2}I7/) as unknown,
        findings: [`the payments could not be compared: Stripe refused STRIPE_SECRET_KEY with ${String(status)}`],
      });
    } finally {
      await stripeServer.close();
    }
  },
  120_000,
);

test('accepts a paid session that is refunded or resolved, with or without a purchase', async () => {
  const owner = party.principalKey;
  const deliverPaid = (id: string, data: object = {}) => {
    const session = { id, client_reference_id: owner, payment_intent: `pi_${id}`, ...data };
    return deliver(app, sessionEvent(session, undefined, `evt_${id}`));
  };
  const refund = (id: string) =>
    deliver(app, chargeEvent('charge.refunded', { payment_intent: `pi_${id}`, refunded: true }));
  const resolve = (input: object) =>
    mutate(app.operator, 'resolvePayment', { ...input, reason: 'Settled.' }, 'operatorAct { id }');
  const [lost, parked] = [(await buySession(party)).sessionId, (await buySession(party)).sessionId];
  const [unknown, resolved] = [`cs_${randomUUID()}`, `cs_${randomUUID()}`];
  await deliverPaid(parked, { amount_total: 1 });
  await deliverPaid(unknown);
  await deliverPaid(resolved);
  const ids = [lost, parked, unknown, resolved];
  const findings = () => differencesFrom(ids.map((sessionId) => paidSession(sessionId, owner)));
  expect(await findings()).toEqual(ids.map((id) => `session ${id} is paid and not credited`));
  await refund(lost);
  await refund(unknown);
  await resolve({ sessionId: parked });
  await resolve({ eventId: `evt_${resolved}` });
  expect(await findings()).toEqual([]);
});

test('reports a credited session that Stripe does not call paid, and a paid session that is not credited', async () => {
  const [forged, parked] = [await buySession(party), await buySession(party)];
  await deliver(app, sessionEvent({ id: forged.sessionId, client_reference_id: party.principalKey }));
  await app.sql('UPDATE ticket_purchase SET currency = $2 WHERE session_id = $1', [parked.sessionId, 'eur']);
  await fetch(parked.checkoutUrl, { method: 'POST', redirect: 'manual' });
  const found = await auditLine();
  expect(found).toMatchObject({ code: 1, line: expect.stringMatching(/^BROKEN {2}I7/) as unknown });
  expect(found.findings.sort()).toEqual(
    [
      `session ${forged.sessionId} is credited, the processor has not been paid for it`,
      `session ${parked.sessionId} is paid and not credited`,
    ].sort(),
  );
  const [{ payment_intent_id: paymentIntent } = {}] = await app.sql(
    'SELECT payment_intent_id FROM ticket_purchase WHERE session_id = $1',
    [parked.sessionId],
  );
  await deliver(app, chargeEvent('charge.refunded', { payment_intent: paymentIntent, refunded: true }));
  expect((await auditLine()).findings).toEqual([
    `session ${forged.sessionId} is credited, the processor has not been paid for it`,
  ]);
}, 120_000);

describe('A paid session whose payment Stripe took back', () => {
  const findingsOf = (session: ProcessorSession) => differencesFrom([session]);
  const bought = async (): Promise<ProcessorSession> => {
    const { sessionId } = await buySession(party);
    const session = paidSession(sessionId, party.principalKey);
    await deliver(
      app,
      sessionEvent({
        id: sessionId,
        client_reference_id: party.principalKey,
        payment_intent: `pi_${sessionId}`,
      }),
    );
    expect(await findingsOf(session)).toEqual([]);
    return session;
  };
  const arrives = (session: ProcessorSession, type: string, data: object = {}) =>
    deliver(app, chargeEvent(type, { payment_intent: session.paymentIntentId, ...data }));

  // @spec TK24
  test('should be reported until the event of its full refund arrives', async () => {
    const session = { ...(await bought()), refund: 'full' } as const;
    const finding = [`session ${session.sessionId} was refunded, and the event of the full refund did not arrive`];
    expect(await findingsOf(session)).toEqual(finding);
    await arrives(session, 'charge.refunded', { refunded: false });
    expect(await findingsOf(session)).toEqual(finding);
    await arrives(session, 'charge.refunded', { refunded: true });
    expect(await findingsOf(session)).toEqual([]);
  });

  // @spec TK24
  test('should be reported until an event of its partial refund arrives', async () => {
    const session = { ...(await bought()), refund: 'partial' } as const;
    const finding = `session ${session.sessionId} was refunded in part, and no event of a refund arrived`;
    expect(await findingsOf(session)).toEqual([finding]);
    await arrives(session, 'charge.refunded', { refunded: false });
    expect(await findingsOf(session)).toEqual([]);
  });

  // @spec TK24
  test('should be reported until an event of its dispute arrives', async () => {
    const session = { ...(await bought()), isDisputed: true };
    const finding = `session ${session.sessionId} is disputed, and no event of a dispute arrived`;
    expect(await findingsOf(session)).toEqual([finding]);
    await arrives(session, 'charge.dispute.created');
    expect(await findingsOf(session)).toEqual([]);
  });

  test('should be ignored if the session is of another program', async () => {
    const session = { ...paidSession(`cs_${randomUUID()}`, 'order-7'), refund: 'full' } as const;
    expect(await findingsOf({ ...session, isDisputed: true })).toEqual([]);
  });
});

// @spec TK25
test('should report a credit to another receiver than the session at Stripe names', async () => {
  const { sessionId, checkoutUrl } = await buySession(party);
  await fetch(checkoutUrl, { method: 'POST', redirect: 'manual' });
  const other = await provisioned(app);
  expect(await differencesFrom([paidSession(sessionId, other.principalKey)], false)).toContain(
    `session ${sessionId} is credited to ${party.principalKey}, and was paid for ${other.principalKey}`,
  );
});

// @spec TK22
test('should report a credit of other stamps or another pack than were sold', async () => {
  const bought = [await buySession(party), await buySession(party)] as const;
  const ids = bought.map(({ sessionId }) => sessionId);
  await app.sql('UPDATE ticket_purchase SET tickets_stamps = 100000 WHERE session_id = $1', [ids[0]]);
  for (const { checkoutUrl } of bought) await fetch(checkoutUrl, { method: 'POST', redirect: 'manual' });
  await app.sql(`UPDATE ticket_purchase SET pack = 'scale' WHERE session_id = $1`, [ids[1]]);
  const settings = {
    env: 'development',
    dataDir: app.dataDir,
    stripeSecretKey: undefined,
    stripeApiBase: undefined,
  } as const;
  const { findings } = await withOwnerConnection(app, (db) => auditPayments(db, settings));
  expect(findings.map(({ detail }) => detail).filter((detail) => ids.some((id) => detail.includes(id)))).toEqual([
    `session ${String(ids[0])} is credited with 100000 stamps of pack starter, and was sold for 1000 of starter`,
    `session ${String(ids[1])} is credited with 1000 stamps of pack scale, and was sold for 1000 of starter`,
  ]);
});

// @spec TK23
test('should report in production that a credit was paid in the test mode', async () => {
  const { sessionId, checkoutUrl } = await buySession(party);
  await fetch(checkoutUrl, { method: 'POST', redirect: 'manual' });
  const findingsIn = async (env: 'development' | 'production') => {
    const settings = { env, dataDir: app.dataDir, stripeSecretKey: undefined, stripeApiBase: undefined };
    const { findings } = await withOwnerConnection(app, (db) => auditPayments(db, settings));
    return findings.map(({ detail }) => detail);
  };
  const finding = `session ${sessionId} is credited, and was not paid in the live mode`;
  expect(await findingsIn('production')).toContain(finding);
  expect(await findingsIn('development')).not.toContain(finding);
});
