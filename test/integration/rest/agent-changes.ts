import type { Call, Company } from './company';

/** Registers another agent of the company, replaces its card, and retires it. */
export async function replaceAndRetire(call: Call, { p, owner }: Company): Promise<void> {
  const card = { name: 'Second', capabilities: { streaming: true } };
  const { agent_key: agentKey } = await call(owner, 'post', `${p}/agents`, {
    card: { name: 'Other', capabilities: {} },
  });
  const a = `${p}/agents/${String(agentKey)}`;
  const replaced = await call(owner, 'put', `${a}/card`, { card });
  expect(replaced).toMatchObject({ card, name: 'Second', capabilities: { streaming: true }, retired_at: null });
  expect(await call(owner, 'post', `${a}/retirement`)).toMatchObject({
    card,
    retired_at: expect.any(String) as string,
  });
}
