import { randomUUID } from 'node:crypto';
import { idOf, keyOf } from '../../src/domain/keys';
import { accessRules } from '../../src/operations/access';
import { useTestApp } from '../support/app';
import { twoParties } from '../support/trades';
import { refusal } from '../support/ledger';
import { codeOf, mutate, provisioned, withOwnerConnection } from '../support/parties';
import { checkout, deliver, sessionEvent, WEBHOOK_SECRET } from '../support/payments';
import { activate, checkpoint, publishContract, type StartedTrade, startTrade } from '../support/actors';

/** Operator queries and mutations, and their log. No worker runs: due trades wait for operators. */
const app = useTestApp({ ATS_ROLE: 'api', STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET });

interface Act {
  readonly id: string;
  readonly credentialId: string;
  readonly operation: string;
  readonly subjectKey: string;
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
  readonly requestId: string;
  readonly actedAt: string;
}

async function logOf(subjectKey: string): Promise<Act[]> {
  const { operatorLog } = await app.operator.queryOrThrow<{ operatorLog: { nodes: Act[] } }>(
    `query ($key: ID) { operatorLog(subjectKey: $key) {
       nodes { id credentialId operation subjectKey before after requestId actedAt } } }`,
    { key: subjectKey },
  );
  return operatorLog.nodes;
}

const setAnchor = (principalKey: string, input: object) =>
  mutate(
    app.operator,
    'setEconomicAnchor',
    { principalKey, ...input },
    'principal { economicAnchor { maxOpenTrades } }',
  );
const settle = ({ tradeKey }: StartedTrade) =>
  mutate<{ trade: { state: string; settlementError: string | null }; settlement: { id: string } | null }>(
    app.operator,
    'settleTrade',
    { tradeKey },
    'trade { state settlementError } settlement { id }',
  );

async function awaiting(queue: string, selection = 'tradeKey'): Promise<Record<string, unknown>[]> {
  const { operatorTrades } = await app.operator.queryOrThrow<{ operatorTrades: { nodes: Record<string, unknown>[] } }>(
    `{ operatorTrades(awaiting: ${queue}) { nodes { ${selection} } } }`,
  );
  return operatorTrades.nodes;
}
const keysAwaiting = async (queue: string) => (await awaiting(queue)).map(({ tradeKey }) => tradeKey);

/** Starts a trade whose step is being delivered. */
async function running(): Promise<StartedTrade> {
  const { provider, consumer } = await twoParties(app);
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  return trade;
}

describe('The operators’ log', () => {
  test('records who changed an economic anchor, when, from what and to what', async () => {
    const { principalKey } = await provisioned(app);
    await setAnchor(principalKey, { maxOpenTrades: 3 });
    await setAnchor(principalKey, { bondLimitStamps: 7 });
    const [second, first] = await logOf(principalKey);
    const anchor = { maxOpenTrades: 20, bondLimitStamps: 1_000_000, dailySpendLimitStamps: 1_000_000 };
    expect(first).toMatchObject({
      operation: 'SET_ECONOMIC_ANCHOR',
      subjectKey: principalKey,
      before: anchor,
      after: { ...anchor, maxOpenTrades: 3 },
    });
    expect(second).toMatchObject({
      before: { ...anchor, maxOpenTrades: 3 },
      after: { ...anchor, maxOpenTrades: 3, bondLimitStamps: 7 },
    });
    const [row] = await app.sql<{ id: string }>('SELECT credential_id AS id FROM credential WHERE api_key = $1', [
      app.operatorCredential.apiKey,
    ]);
    expect(first?.credentialId).toBe(keyOf('crd', row?.id ?? ''));
    expect(first?.requestId).toMatch(/^req_/);
    expect(Date.parse(first?.actedAt ?? '')).toBeLessThanOrEqual(Date.parse(second?.actedAt ?? ''));
  });

  test('should not record a refused act, alone or as part of a request', async () => {
    const { principalKey } = await provisioned(app);
    expect(await codeOf(setAnchor(principalKey, { maxOpenTrades: -1 }))).toBe('validation_failed');
    const request = app.operator.mutate(`mutation {
      a: setEconomicAnchor(input: { principalKey: "${principalKey}", maxOpenTrades: 1 }) { principal { id } }
      b: settleTrade(input: { tradeKey: "${keyOf('trd', randomUUID())}" }) { trade { id } } }`);
    expect(await codeOf(request)).toBe('trade_not_found');
    expect(await logOf(principalKey)).toEqual([]);
  });

  test('should record a request once that is sent twice under one key', async () => {
    const { principalKey } = await provisioned(app);
    const input = { principalKey, maxOpenTrades: 4 };
    for (let sent = 0; sent < 2; sent += 1) {
      await mutate(app.operator, 'setEconomicAnchor', input, 'principal { id }', 'twice-the-same');
    }
    expect(await logOf(principalKey)).toHaveLength(1);
  });

  test('is append-only, also for the owner of the schema', async () => {
    const { principalKey } = await provisioned(app);
    await setAnchor(principalKey, { maxOpenTrades: 5 });
    for (const text of [
      `UPDATE operator_act SET after = '{}'`,
      'DELETE FROM operator_act',
      'TRUNCATE operator_act CASCADE',
    ]) {
      expect(await withOwnerConnection(app, (db) => refusal(db.query({ text })))).toBe('AT003');
    }
    expect(await logOf(principalKey)).toHaveLength(1);
  });

  test('is read by operators only, page by page, newest first, and node finds its records', async () => {
    const { principalKey, agent } = await provisioned(app);
    for (const maxOpenTrades of [1, 2, 3]) await setAnchor(principalKey, { maxOpenTrades });
    const all = await logOf(principalKey);
    const page = (after: string | null) =>
      app.operator.queryOrThrow<{
        operatorLog: { nodes: Act[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
      }>(
        `query ($key: ID, $after: String) { operatorLog(subjectKey: $key, first: 2, after: $after) {
           nodes { id } pageInfo { endCursor hasNextPage } } }`,
        { key: principalKey, after },
      );
    const { operatorLog: first } = await page(null);
    const { operatorLog: second } = await page(first.pageInfo.endCursor);
    expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
    const node = `{ node(id: "${all[0]?.id ?? ''}") { id __typename } }`;
    expect(await app.operator.queryOrThrow(node)).toEqual({ node: { id: all[0]?.id, __typename: 'OperatorAct' } });
    expect(await agent.queryOrThrow(node)).toEqual({ node: null });
    expect(await codeOf(agent.queryOrThrow('{ operatorLog { nodes { id } } }'))).toBe('platform_only');
  });

  test('names the role to a platform credential of the other role', async () => {
    const { owner } = await provisioned(app);
    const naming = (role: string) => ({ remedy: expect.stringContaining(role) as string });
    const [ofConsole, ofOperator] = [naming('with the role operator'), naming('with the role console')];
    for (const [work, named] of [
      [() => owner.queryOrThrow('{ operatorLog { nodes { id } } }'), ofConsole],
      [() => app.operator.queryOrThrow('{ wallet { balanceStamps } }'), ofOperator],
      [() => app.operator.queryOrThrow('{ actingPrincipal { principalKey } }'), ofOperator],
      [() => app.operator.queryOrThrow('{ sessionCheck { sessionId } }'), ofOperator],
    ] as const) {
      const error: unknown = await work().catch((refused: unknown) => refused);
      expect(error).toMatchObject({ code: 'platform_only', ...named });
      expect((error as { detail: string }).detail).not.toContain('needs a platform credential');
    }
  });

  test('should find nothing for text that is no subject', async () => {
    for (const subject of ['', ' ', 'prn_\0', '\ud800', 'ä', 'x'.repeat(300)]) expect(await logOf(subject)).toEqual([]);
  });

  test('has the verdicts and settlements of trades too: every mutation by operators', async () => {
    const trade = await running();
    await checkpoint(trade, { status: 'FAILED' });
    const verdict = { tradeKey: trade.tradeKey, verdict: 'PASS', reason: 'It was delivered.' };
    await mutate(app.operator, 'evaluateTrade', verdict, 'trade { id }');
    const { settlement } = await settle(trade);
    await setAnchor(trade.consumer.principalKey, { maxOpenTrades: 9 });
    const lost = { id: 'cs_of_the_log', client_reference_id: trade.consumer.principalKey };
    await deliver(app, sessionEvent(lost, undefined, 'evt_of_the_log'));
    await mutate(app.operator, 'resolvePayment', { eventId: 'evt_of_the_log', reason: 'Seen.' }, 'operatorAct { id }');
    const inTwoDays = new Date(Date.now() + app.clock.offsetMs() + 2 * 86_400_000).toISOString();
    const activation = { policyVersion: 'slash_policy_v1', effectiveAt: inTwoDays };
    await mutate(app.operator, 'activatePolicy', activation, 'policy { version }');
    const [settled, evaluated] = await logOf(trade.tradeKey);
    expect(evaluated).toMatchObject({
      operation: 'EVALUATE_TRADE',
      before: { stepNo: 1, verdict: null },
      after: { stepNo: 1, verdict: 'pass', reason: 'It was delivered.' },
    });
    expect(settled).toMatchObject({
      operation: 'SETTLE_TRADE',
      before: { activeStepNo: 1, settlementError: null },
      after: { state: 'compensated', activeStepNo: null, settlementKey: settlement?.id },
    });
    const logged = await app.sql<{ operation: string }>('SELECT DISTINCT operation FROM operator_act ORDER BY 1');
    const reads = [
      ...[
        'flaggedPayments',
        'ledgerAudit',
        'operatorLog',
        'operatorQueues',
        'operatorQueueChanged',
        'operatorTrade',
        'operatorTrades',
      ],
      ...['parkedPurchases', 'policyBacktest', 'principals'],
    ];
    const changing = Object.entries(accessRules).flatMap(([name, rule]) => (rule === 'operator' ? [name] : []));
    expect(logged.map(({ operation }) => operation)).toEqual(changing.filter((name) => !reads.includes(name)).sort());
  });
});

describe('Trades that wait for operators', () => {
  test('include trades quarantined because their settlement failed; settling them again returns them to the queue', async () => {
    const trade = await running();
    await checkpoint(trade);
    const tradeId = await quarantined(trade, 'a planted fault');
    expect(await awaiting('SETTLEMENT', 'tradeKey settlementError')).toEqual([
      { tradeKey: trade.tradeKey, settlementError: 'a planted fault' },
    ]);
    const read = `{ principal { trade(tradeKey: "${trade.tradeKey}") { settlementError } } }`;
    expect(await trade.consumer.api.queryOrThrow(read)).toEqual({ principal: { trade: { settlementError: null } } });
    expect((await settle(trade)).trade).toEqual({ state: 'COMPLETED', settlementError: null });
    expect(await keysAwaiting('SETTLEMENT')).toEqual([]);
    expect(await app.sql('SELECT settlement_error_at FROM trade WHERE trade_id = $1', [tradeId])).toEqual([
      { settlement_error_at: null },
    ]);
    expect((await logOf(trade.tradeKey))[0]).toMatchObject({
      before: { settlementError: 'a planted fault' },
      after: { settlementError: null },
    });
  });

  test('should keep a trade quarantined while its settlement fails again, without recording an act', async () => {
    const trade = await running();
    await checkpoint(trade);
    const tradeId = await quarantined(trade, 'no such rules');
    const [rules] = await app.sql<{ rule_version: string }>('SELECT rule_version FROM trade WHERE trade_id = $1', [
      tradeId,
    ]);
    await app.sql(`UPDATE trade SET rule_version = 'unheard-of' WHERE trade_id = $1`, [tradeId]);
    expect(await codeOf(settle(trade))).toBe('trade_state_conflict');
    expect(await keysAwaiting('SETTLEMENT')).toEqual([trade.tradeKey]);
    expect(await logOf(trade.tradeKey)).toEqual([]);
    await app.sql('UPDATE trade SET rule_version = $2 WHERE trade_id = $1', [tradeId, rules?.rule_version]);
    expect((await settle(trade)).trade).toEqual({ state: 'COMPLETED', settlementError: null });
    expect(await keysAwaiting('SETTLEMENT')).toEqual([]);
  });

  test('include trades past a deadline, quarantined or not, until they are settled', async () => {
    const waiting = await running();
    const aside = await running();
    expect(await keysAwaiting('OVERDUE')).not.toContain(waiting.tradeKey);
    app.clock.advance(259_201);
    await quarantined(aside, 'a planted fault');
    const overdue = await keysAwaiting('OVERDUE');
    expect(overdue).toEqual(expect.arrayContaining([waiting.tradeKey, aside.tradeKey]));
    await settle(waiting);
    expect(await keysAwaiting('OVERDUE')).not.toContain(waiting.tradeKey);
    await settle(aside);
    expect(await keysAwaiting('OVERDUE')).not.toContain(aside.tradeKey);
  });

  test('include trades whose checkpoint failed', async () => {
    const trade = await running();
    await checkpoint(trade, { status: 'FAILED' });
    expect(await keysAwaiting('VERDICT')).toContain(trade.tradeKey);
  });
});

test('Late payments and paid sessions without a purchase are flagged to operators', async () => {
  const { agent, principalKey } = await provisioned(app);
  const sessionId = await checkout(agent);
  const late = 'checkout.session.async_payment_succeeded';
  await deliver(app, sessionEvent({ id: sessionId }, late, 'evt_late'));
  await deliver(app, sessionEvent({ id: 'cs_lost', client_reference_id: principalKey }, undefined, 'evt_lost'));
  const { flaggedPayments } = await app.operator.queryOrThrow<{ flaggedPayments: { nodes: unknown[] } }>(
    '{ flaggedPayments { nodes { eventId type reason sessionId reference purchaseStatus principalKey humanKey } } }',
  );
  expect(flaggedPayments.nodes.slice(0, 2)).toEqual([
    expect.objectContaining({
      eventId: 'evt_lost',
      sessionId: 'cs_lost',
      purchaseStatus: null,
      reference: principalKey,
    }),
    expect.objectContaining({ eventId: 'evt_late', type: late, sessionId, principalKey, humanKey: null }),
  ]);
  expect(await codeOf(agent.queryOrThrow('{ flaggedPayments { nodes { eventId } } }'))).toBe('platform_only');
});

async function quarantined({ tradeKey }: StartedTrade, error: string): Promise<string> {
  const [row] = await app.sql<{ trade_id: string }>(
    `UPDATE trade SET settlement_error = $2, settlement_error_at = now()
     WHERE trade_id = $1 RETURNING trade_id`,
    [idOf('trd', tradeKey), error],
  );
  return row?.trade_id ?? '';
}
