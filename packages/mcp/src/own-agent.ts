import { createClient } from '#client';
import type { ServiceOptions } from './service';

/** A start without the service must not wait for it. */
const TIMEOUT_MS = 3_000;
const AGENT = `query ($key: ID!) { principal {
  agent(agentKey: $key) { agentKey } agents(first: 10) { nodes { agentKey } } } }`;

interface Data {
  readonly principal: {
    readonly agent: object | null;
    readonly agents: { readonly nodes: readonly { readonly agentKey: string }[] };
  };
}

/**
 * Checks that the agent of `--agent` is one of the principal. If the service cannot be reached or refuses the credential, the
 * first call says so, with what to do.
 * @throws Error with one line
 */
export async function assertOwnAgent({ url, credential }: ServiceOptions, key: string): Promise<void> {
  const client = createClient({ url, credential, retry: { attempts: 1 } });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const data = await client.queryOrThrow<Data>(AGENT, { key }, { signal }).catch(() => undefined);
  if (data === undefined || data.principal.agent !== null) return;
  const keys = data.principal.agents.nodes.map(({ agentKey }) => agentKey);
  const advice = keys.length === 0 ? 'it has no agent' : `its agents are: ${keys.join(', ')}`;
  throw new Error(`--agent ${key} is no agent of the principal of this credential; ${advice}`);
}
