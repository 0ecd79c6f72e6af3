import { useTestApp } from '../../support/app';
import { codeOf, query, send, signerOf } from '../../support/exchange';
import { newId } from '../../support/ledger';
import { createParty, type Party } from '../../support/actors';

/** The order of refusals: access and the idempotency key come before the validation of a document. */

const app = useTestApp({ ATS_ROLE: 'api' });
let party: Party;
let other: Party;
beforeAll(async () => {
  [party, other] = [await createParty(app, 'Orderly'), await createParty(app, 'Other')];
});

const UNKNOWN = 'mutation { reserveBond(input: { amountStamps: 1, bogus: 1 }) { principal { id } } }';
const OWNERS = 'mutation { purgePrincipals }';
const OPERATORS = '{ operatorTrades { nodes { nothing } } }';
const sent = async (text: string, key?: string, acting?: { provider: string; subject: string }) =>
  codeOf(await send(app, { ...signerOf(party), ...(acting && { acting }) }, { body: query(text), key }));

// @spec AU10
test('400 idempotency_key_required comes before the validation of a mutation', async () => {
  expect(await sent(UNKNOWN)).toBe('idempotency_key_required');
  expect(await sent(OWNERS)).toBe('idempotency_key_required');
  expect(await sent(UNKNOWN, newId())).toBe('validation_failed');
  expect(await sent(OWNERS, newId())).toBe('validation_failed');
});

test('400 idempotency_key_required comes before 403 platform_only for acting headers', async () => {
  const acting = { provider: 'test', subject: 'nobody' };
  const valid = 'mutation { reserveBond(input: { amountStamps: 1 }) { principal { id } } }';
  expect(await sent(valid, undefined, acting)).toBe('idempotency_key_required');
  expect(await sent(valid, newId(), acting)).toBe('platform_only');
  expect(await sent('{ nothing', undefined, acting)).toBe('platform_only');
});

test('403 comes before the validation of a query or a mutation', async () => {
  expect(await sent(OPERATORS)).toBe('platform_only');
  const settle = 'mutation { settleTrade(input: { bogus: 1 }) { nothing } }';
  expect(await sent(`{ principal(principalKey: "${other.principalKey}") { nothing } }`)).toBe(
    'principal_access_denied',
  );
  expect(await sent('{ principal { nothing } }')).toBe('validation_failed');
  expect(await sent(settle, newId())).toBe('platform_only');
});

test('A field of subscriptions in a query or mutation is a validation error', async () => {
  for (const field of ['events', 'tradeCompleted', 'tradeFailed']) {
    expect(await sent(`{ ${field} { id } }`)).toBe('validation_failed');
    expect(await sent(`mutation { ${field} { id } }`, newId())).toBe('validation_failed');
  }
});

test('An invalid document, or one past a limit, is refused before every other check', async () => {
  expect(await sent('mutation {')).toBe('validation_failed');
  expect(await sent(`{ ${'a '.repeat(2_001)} }`)).toBe('query_refused');
});

test('422 idempotency_key_reused comes before validation', async () => {
  const key = newId();
  expect(await sent('mutation { reserveBond(input: { amountStamps: 5 }) { principal { id } } }', key)).toBe(
    'principal_bond_insufficient_balance',
  );
  expect(await sent(UNKNOWN, key)).toBe('idempotency_key_reused');
});

test('403 platform_only comes before 422 idempotency_key_reused and before the validation of a page', async () => {
  const key = newId();
  expect(await sent('mutation { reserveBond(input: { amountStamps: 5 }) { principal { id } } }', key)).toBe(
    'principal_bond_insufficient_balance',
  );
  const wallet = 'mutation { purchaseTickets(input: { pack: STARTER, to: WALLET }) { purchase { sessionId } } }';
  expect(await sent(wallet, key)).toBe('platform_only');
  expect(await sent('{ principal { bindings(first: 999) { nodes { id } } } }')).toBe('platform_only');
  expect(await sent('{ principal { bindings { nothing } } }')).toBe('platform_only');
});
