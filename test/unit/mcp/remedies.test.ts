import { ApiError } from 'agent-trading-client';
import { describeFailure } from '../../../packages/mcp/src/errors';
import { EVENT_TYPES } from '../../../packages/mcp/src/views/event';
import { errorCatalogue } from '../../../src/domain/errors/catalogue';
import { eventForms } from '../../../src/domain/events/event-schemas';

/** The advice of the service, in the words of the tools. */

/** Errors of requests that the server never sends. */
const NEVER = ['idempotency_key_required', 'signature_incomplete', 'acting_headers_required', 'method_not_allowed'];

const remedyOf = (code: string, remedy: string, members = {}): string =>
  describeFailure(new ApiError({ code, status: 409, detail: 'd', remedy, members })).remedy;

const remedies = Object.entries(errorCatalogue)
  .filter(([code]) => !NEVER.includes(code))
  .map(([code, { remedy }]) => [code, remedyOf(code, remedy)] as const);

// @spec MC8
test.each(remedies)('the remedy of %s has no idempotency key, no header and no name of REST', (_, remedy) => {
  expect(remedy).toMatch(/\w+/);
  expect(remedy).not.toMatch(/idempotency|a new key|X-Agent-Id|Retry-After/i);
  const names = remedy.replace(/\bats_\w+|ledger_stopped|\b[A-Z_]+\b/g, '');
  expect(names).not.toMatch(/[a-z]_[a-z]|\b(?:approval|proposal|trade)\.[a-z]/);
});

// @spec MC8
test.each([
  ['Send it again with a new idempotency key.', 'Send it again with a new intentId.'],
  ['Wait for the event proposal.accepted.', 'Wait for the event PROPOSAL_ACCEPTED.'],
  ['Wait for trade.failed (in GraphQL: TRADE_FAILED), and stop.', 'Wait for TRADE_FAILED, and stop.'],
  ['Use a credential with the scope in `required_scope`.', 'Use a credential with the scope in `requiredScope`.'],
  ['Wait for Retry-After seconds.', 'Wait for `retryAfterSeconds`.'],
])('should translate %j', (remedy, translated) => {
  expect(remedyOf('some_code', remedy)).toBe(translated);
});

// @spec MC8
test.each(remedies)('the remedy of %s names no collection and no signing', (_, remedy) => {
  expect(remedy).not.toMatch(/list the collection|what you signed/i);
});

// @spec MC8
test('the remedy of an invalid credential names the options, or the connection inside the service', () => {
  const error = new ApiError({ code: 'credential_invalid', status: 401, detail: 'd', remedy: 'r', members: {} });
  const attempt = { tool: { input: { shape: {} } }, args: {} };
  const url = 'http://127.0.0.1:4000';
  expect(describeFailure(error, { ...attempt, url }).remedy).toMatch(
    /at http:\/\/127\.0\.0\.1:4000.*--credential and --url/,
  );
  expect(describeFailure(error, attempt).remedy).toMatch(/connect again/);
});

// @spec MC30
test.each([
  ['PENDING', 'the same intentId'],
  ['APPROVED', 'the same intentId'],
  ['DENIED', 'do not repeat it'],
  ['EXPIRED', 'a new intentId'],
])('should say what to do about an approval that is %s', (approvalStatus, advice) => {
  expect(remedyOf('approval_required', 'r', { approvalStatus })).toContain(advice);
});

// @spec MC8
it('should show the members of the request that are wrong as untrusted text', () => {
  const fields = [
    { pointer: '/steps/0/title', detail: 'is too long' },
    { pointer: '/tags', detail: 'has 17 items' },
  ];
  const error = new ApiError({ code: 'validation_failed', status: 400, detail: 'd', members: { fields } });
  expect(describeFailure(error).untrusted).toEqual([
    { field: 'detail', text: 'd' },
    { field: 'fields', text: '/steps/0/title is too long; /tags has 17 items' },
  ]);
});

it('should name every type of event', () => {
  const types = Object.keys(eventForms).map((type) => type.replace('.', '_').toUpperCase());
  expect([...EVENT_TYPES].toSorted()).toEqual(types.toSorted());
});
