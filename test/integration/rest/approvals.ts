import type { List } from '../../support/rest';
import type { Call, Company } from './company';

/** Asks for an approval, which an owner denies. At the end the mandate of the company's agent has no limits again. */
export async function decideApprovals(
  call: Call,
  { p, owner, agent, agentKey }: Company,
  proposalKey: string,
): Promise<void> {
  const mandate = `${p}/agents/${agentKey}/mandate`;
  expect(await call(owner, 'put', mandate, { approval_above_stamps: 0 })).toMatchObject({ approval_above_stamps: 0 });
  const { json: refused } = await agent.post(`${p}/proposals/${proposalKey}/respond`, { decision: 'accept' });
  expect(refused).toMatchObject({ code: 'approval_required', approval_status: 'pending' });
  const approval = `${p}/approvals/${String(refused['approval_key'])}`;
  const { data } = await call<List>(agent, 'get', `${p}/approvals?status=pending&agent_key=${agentKey}`);
  expect(data).toEqual([await call(agent, 'get', approval)]);
  const denied = { status: 'denied', committed_stamps: refused['committed_stamps'] };
  expect(await call(owner, 'post', `${approval}/decision`, { decision: 'deny' })).toMatchObject(denied);
  await call(owner, 'put', mandate, {});
}
