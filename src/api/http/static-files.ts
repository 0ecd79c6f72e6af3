import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
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

/** Serves files by their paths, compressed if the client accepts it, with an entity tag. Other methods get 405. */
export function serveFiles(
  app: FastifyInstance,
  allowOnly: (url: string, methods: readonly string[]) => void,
  files: Readonly<Record<string, StaticFile>>,
  headers: Readonly<Record<string, string>>,
): void {
  for (const [url, file] of Object.entries(files)) {
    const read = readOnce(file);
    const choices = COMPRESSIBLE.test(file.type) ? ENCODINGS : (['identity'] as const);
    app.route({
      method: 'GET',
      url,
      handler: async (request: FastifyRequest, reply) => {
        const encoding = choose(request, choices);
        const { body, etag } = await read(encoding);
        reply.headers({ ...headers, etag, vary: 'accept-encoding' });
        if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send();
        if (encoding !== 'identity') reply.header('content-encoding', encoding);
        return reply.type(file.type).send(body);
      },
    });
    allowOnly(url, ['GET', 'HEAD']);
  }
}

type Encoding = 'br' | 'gzip' | 'identity';

/** The smallest first. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];
/** Pictures are compressed already. */
const COMPRESSIBLE = /^text\/|json|svg/;

/** The highest quality is 10 % smaller, and takes 0.7 s of the first request for the largest script. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const brotli = promisify<Buffer, typeof BROTLI, Buffer>(brotliCompress);

const COMPRESS: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => brotli(body, BROTLI),
  gzip: promisify(gzip),
  identity: (body) => Promise.resolve(body),
};

/** The smallest form that the client accepts. A client that accepts none, or says nothing, gets the file as it is. */
function choose(request: FastifyRequest, choices: readonly Encoding[]): Encoding {
  if (request.headers['accept-encoding'] === undefined) return 'identity';
  const accepted = new Negotiator(request.raw).encodings([...choices]);
  return choices.find((one) => accepted.includes(one)) ?? 'identity';
}

interface Content {
  readonly body: Buffer;
  readonly etag: string;
}

/** Reads and compresses a file at its first request, and keeps each form. */
export function readOnce({ read }: StaticFile): (encoding: Encoding) => Promise<Content> {
  const contents = new Map<Encoding, Promise<Content>>();
  let whole: Promise<Buffer> | undefined;
  const contentOf = async (encoding: Encoding): Promise<Content> => {
    const body = await COMPRESS[encoding](await (whole ??= read().then((file) => Buffer.from(file))));
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
  };
  return (encoding) => {
    const content = contents.get(encoding) ?? contentOf(encoding);
    contents.set(encoding, content);
    // A failed read is tried again by the next request.
    content.catch(() => {
      contents.delete(encoding);
      whole = undefined;
    });
    return content;
  };
}
