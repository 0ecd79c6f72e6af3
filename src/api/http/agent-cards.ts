import { createHash } from 'node:crypto';
import { Refusal } from '../../domain/errors/errors';
import { idOf } from '../../domain/keys';
import { findAgent } from '../../database/repositories/agents';
import type { Database } from '../../database/transactions/database';
import type { HttpResponse } from '../responses/response';
import { etagMatches } from './etag';

export const AGENT_CARD_PATH = '/agents/:agentKey/.well-known/agent-card.json';

// A replaced card is seen after 5 minutes.
const CACHED = 'public, max-age=300';

/** Serves the public A2A card of each agent at its well-known path. */
export class AgentCards {
  constructor(private readonly store: Database) {}

  /** @throws Refusal 404 `agent_not_found` */
  async answer(agentKey: string, ifNoneMatch: string | undefined): Promise<HttpResponse> {
    const agentId = idOf('agt', agentKey);
    const agent = agentId === undefined ? undefined : await findAgent(this.store, agentId);
    if (!agent) throw new Refusal('agent_not_found');
    const body = JSON.stringify(agent.card);
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    const headers = { etag, 'cache-control': CACHED };
    if (etagMatches(ifNoneMatch, etag)) return { status: 304, headers, body: '' };
    return { status: 200, headers: { ...headers, 'content-type': 'application/json' }, body };
  }
}
