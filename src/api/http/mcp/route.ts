import type { FastifyInstance, FastifyReply } from 'fastify';
import type { LongResponse } from '../../responses/response';
import { refuseOthers } from '../methods';
import type { McpDeps } from './deps';

export const MCP_PATH = '/mcp';

/** Adds `POST /mcp`, the tools of agent-trading-mcp without a session and without a stream. */
export function addMcpRoute(app: FastifyInstance, deps: McpDeps): void {
  app.route({
    method: 'POST',
    url: MCP_PATH,
    handler: async (request, reply) => {
      // Loaded by the first request: the SDK and the tools take about 0.3 s of CPU.
      const { answerMcp } = await import('./answer.js');
      return send(reply, await answerMcp(deps, request, reply));
    },
  });
  refuseOthers(app, MCP_PATH, ['POST']);
}

function send(reply: FastifyReply, { status, headers, body }: LongResponse): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
