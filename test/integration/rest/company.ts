import type { Credential } from '../../../src/client';
import { startTestApp, type TestApp } from '../../support/app';
import { type Rest, restAs } from '../../support/rest';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Sends a request and checks its answer. */
export type Call = <T = Record<string, unknown>>(
  rest: Rest,
  method: Method,
  path: string,
  body?: unknown,
  status?: number,
) => Promise<T>;

export interface Company {
  readonly subject: string;
  readonly p: string;
  readonly owner: Rest;
  readonly agent: Rest;
  readonly agentKey: string;
  readonly agentId: string;
}

const card = (name: string) => ({
  name,
  description: 'Trades.',
  version: '1',
  capabilities: { pushNotifications: true },
});

/** Registers a company with one agent, which gets webhooks at `notificationUrl`. */
export async function createCompany(
  app: Pick<TestApp, 'url' | 'console'>,
  call: Call,
  {
    name,
    subject,
    notificationUrl,
  }: { readonly name: string; readonly subject: string; readonly notificationUrl: string },
): Promise<Company> {
  const owner = restAs(app, { credential: app.console, acting: { provider: 'test', subject } });
  const made = await call<{ principal: { principal_key: string }; credential: Record<string, string> }>(
    owner,
    'post',
    '/principals',
    { display_name: name },
  );
  const p = `/principals/${made.principal.principal_key}`;
  const agent = await call<{ agent_key: string; agent_id: string; webhook_signing_key: object }>(
    owner,
    'post',
    `${p}/agents`,
    {
      card: card(name),
      notification_url: notificationUrl,
    },
  );
  expect(agent.webhook_signing_key).toMatchObject({ version: 1, secret: expect.stringMatching(/^whsec_/) as string });
  return {
    subject,
    p,
    owner,
    agent: restAs(app, { credential: credentialOf(made.credential), agentId: agent.agent_id }),
    agentKey: agent.agent_key,
    agentId: agent.agent_id,
  };
}

export function credentialOf(issued: Record<string, unknown>): Credential {
  return { apiKey: String(issued['api_key']), signingSecret: String(issued['signing_secret']) };
}

/** Sets and revokes a mandate of the company's agent. At the end it has one without limits, with which it can trade. */
export async function setMandates(call: Call, { p, owner, agent, agentKey }: Company): Promise<void> {
  const mandate = `${p}/agents/${agentKey}/mandate`;
  const limited = await call(owner, 'put', mandate, { budget_stamps: 0, budget_period: 'week' });
  expect(limited).toMatchObject({ status: 'active', budget_stamps: 0, budget_period: 'week', headroom_stamps: 0 });
  expect(await call(agent, 'get', mandate)).toEqual(limited);
  expect(await call(owner, 'delete', mandate)).toMatchObject({ status: 'revoked' });
  expect(await call(owner, 'put', mandate, {})).toMatchObject({ status: 'active', budget_stamps: null });
}

/** Calls the paths of a sandbox. */
export async function practise(call: Call): Promise<void> {
  const sandbox = await startTestApp({ ATS_SANDBOX: 'true' });
  const rest = restAs(sandbox, { credential: sandbox.console, acting: { provider: 'test', subject: 'trainee' } });
  const { principal } = await call<{ principal: Record<string, unknown> }>(rest, 'post', '/principals', {
    display_name: 'Trainee',
  });
  const granted = { principal_key: principal['principal_key'], pack: 'starter' };
  expect(await call(rest, 'post', '/sandbox/tickets', granted)).toMatchObject({ status: 'credited' });
  const spawned = { strategy: 'silent', side: 'consume', trade_profile: 'work', seed: 1 };
  expect(await call(rest, 'post', '/sandbox/counterparties', spawned)).toMatchObject(spawned);
  const fault = { kind: 'slow', count: 1 };
  expect(await call(rest, 'post', '/sandbox/faults', fault)).toMatchObject(fault);
  await call(rest, 'post', '/sandbox/clock/advance', { seconds: 86_400 });
  await sandbox.stop();
}

/** Reads the last audit, of which there is none, and a backtest under the policy of all trades. */
export async function readFigures(call: Call, operator: Rest): Promise<void> {
  expect(await call(operator, 'get', '/ledger/audit')).toEqual({ audited_at: null, is_whole: false, checks: [] });
  const period = 'since=2020-01-01T00:00:00Z&until=2100-01-01T00:00:00Z';
  const backtest = await call(operator, 'get', `/policies/slash_policy_v1.1/backtest?${period}`);
  expect(backtest).toMatchObject({ settlements: 1, unchanged: 1, changed: 0 });
}
