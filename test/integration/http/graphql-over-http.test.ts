import { type Audit, type AuditResult, serverAudits } from 'graphql-http';
import { createSigningFetch } from '../../../src/client';
import { useTestApp } from '../../support/app';
import { createParty } from '../../support/actors';

/** Runs the audits of the GraphQL-over-HTTP reference implementation with signed requests. */

const app = useTestApp();
let fetchFn: typeof fetch;
beforeAll(async () => {
  const party = await createParty(app, 'Auditor');
  fetchFn = createSigningFetch({ credential: party.credential });
}, 120_000);

const audits: readonly Audit[] = serverAudits({
  url: () => `${app.url}/graphql`,
  fetchFn: (...args: Parameters<typeof fetch>) => fetchFn(...args),
});

// A document that cannot be executed is 400 in both media types (docs/decisions/0023-graphql-status.md).
const REFUSED: ReadonlySet<string> = new Set([
  'SHOULD use 200 status code on document parsing failure when accepting application/json',
  'SHOULD use 200 status code on document validation failure when accepting application/json',
  'SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
]);

test('should run all audits', () => {
  expect(audits.length).toBeGreaterThanOrEqual(61);
  expect(audits.filter(({ name }) => REFUSED.has(name)).length).toBe(REFUSED.size);
});

// @spec G5
test.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_, audit) => {
  const result: AuditResult = await audit.fn();
  expect(result).toMatchObject({ status: REFUSED.has(audit.name) ? 'warn' : 'ok' });
});
