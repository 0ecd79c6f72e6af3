import './own-fetch-first';
import { Agent, fetch as fetchWith, type RequestInit } from 'undici';
import type { ResolvingAddressGuard } from './guard';

const CONNECT_TIMEOUT_MS = 2_000;

/** Creates a `fetch` that never reaches our own network, as webhooks (guard.ts). It follows no redirect. */
export function createPublicFetch(guard: ResolvingAddressGuard): typeof fetch {
  let agent: Agent | undefined;
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    // An IP literal skips the lookup hook.
    await guard.resolveAllowed(url.hostname);
    agent ??= new Agent({ connect: { lookup: guard.lookup, timeout: CONNECT_TIMEOUT_MS } });
    // The caller's options are those of Node's own fetch, which has the same interface.
    const options = { ...(init as RequestInit | undefined), redirect: 'manual', dispatcher: agent } as const;
    return fetchWith(url, options);
  };
}
