import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { etagMatches } from './etag';

/** A document of this package, served without a signature. */
export interface StaticFile {
  readonly type: string;
  readonly read: () => Promise<string | Buffer>;
}

export const HTML = 'text/html; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';

export function text(body: string, type: string): StaticFile {
  return { type, read: () => Promise.resolve(body) };
}

/** Serves files by their paths, with an entity tag. Other methods get 405. */
export function serveFiles(
  app: FastifyInstance,
  allowOnly: (url: string, methods: readonly string[]) => void,
  files: Readonly<Record<string, StaticFile>>,
  headers: Readonly<Record<string, string>>,
): void {
  for (const [url, file] of Object.entries(files)) {
    const read = once(file);
    app.route({
      method: 'GET',
      url,
      handler: async (request: FastifyRequest, reply) => {
        const { body, etag } = await read();
        reply.headers({ ...headers, etag });
        if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send();
        return reply.type(file.type).send(body);
      },
    });
    allowOnly(url, ['GET', 'HEAD']);
  }
}

/** Reads a file at its first request and caches it. */
function once({ read }: StaticFile): () => Promise<{ readonly body: string | Buffer; readonly etag: string }> {
  let cached: Promise<{ body: string | Buffer; etag: string }> | undefined;
  return () =>
    (cached ??= read().then((body) => ({
      body,
      etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    })));
}
