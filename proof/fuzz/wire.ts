import { createHmac } from 'node:crypto';
import { Agent, request as begin } from 'node:http';
import { contentDigest, type Signer } from '../../src/client';

/** Sends requests with headers in any written form: repeated, empty, or in bytes that libraries reject. */

export interface Outgoing {
  readonly method: string;
  /** Path and query of the request line. */
  readonly target: string;
  /** Name, value, name, value …, without Host and Content-Length. */
  readonly headers: readonly string[];
  readonly body?: string | Buffer | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly ms: number;
}

/** A request without an answer for this time hangs. */
export const HANGS_MS = 20_000;

export class Wire {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 16 });

  constructor(private readonly url: string) {}

  async send({ method, target, headers, body }: Outgoing): Promise<Reply> {
    const { hostname, port, host } = new URL(this.url);
    const length = body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))];
    const all = [...(names(headers).includes('host') ? [] : ['host', host]), ...headers, ...length];
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const sent = begin({ hostname, port, method, path: target, agent: this.agent, headers: all }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode: status = 0, headers: replyHeaders } = answer;
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status, headers: replyHeaders, text, ms: performance.now() - started });
        });
      });
      sent.setTimeout(HANGS_MS, () => sent.destroy(new Error(`no answer in ${HANGS_MS} ms`)));
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

export const names = (headers: readonly string[]): string[] =>
  headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());

const IDENTIFYING = ['idempotency-key', 'x-agent-id', 'x-acting-provider', 'x-acting-subject', 'authorization'];

/**
 * Signs a request by hand over its unmodified target, which a library would normalize. A repeated header, or one with
 * characters that a signature may not cover, gets the closest possible signature.
 */
export function signed(
  url: string,
  { credential, agentId, acting }: Signer,
  outgoing: Outgoing,
  atMs = Date.now(),
): Outgoing {
  const { method, target, body } = outgoing;
  const headers = [
    ...outgoing.headers,
    ...(agentId === undefined ? [] : ['x-agent-id', agentId]),
    ...(acting ? ['x-acting-provider', acting.provider, 'x-acting-subject', acting.subject] : []),
    ...(body === undefined || body.length === 0 ? [] : ['content-digest', contentDigest(body)]),
  ];
  const mark = target.indexOf('?');
  const covered: [string, string][] = [
    ['@method', method],
    ['@authority', (valueOf(headers, 'host') ?? new URL(url).host).toLowerCase()],
    ['@path', mark < 0 ? target : target.slice(0, mark)],
    ['@query', mark < 0 ? '?' : target.slice(mark)],
  ];
  for (const name of ['content-digest', ...IDENTIFYING]) {
    const value = valueOf(headers, name);
    if (value !== undefined) covered.push([name, value.trim()]);
  }
  const created = Math.floor(atMs / 1000);
  const list = covered.map(([name]) => `"${name}"`).join(' ');
  const input = `(${list});created=${created};keyid="${credential.apiKey}";tag="ats-v1"`;
  const lines = [...covered, ['@signature-params', input]].map(([name, value]) => `"${name}": ${value}`);
  const mac = createHmac('sha256', credential.signingSecret).update(lines.join('\n'), 'latin1').digest('base64');
  const proof = ['signature-input', `ats=${input}`, 'signature', `ats=:${mac}:`];
  return { ...outgoing, headers: [...headers, ...proof] };
}

export function valueOf(headers: readonly string[], name: string): string | undefined {
  const at = names(headers).indexOf(name);
  return at < 0 ? undefined : headers[2 * at + 1];
}
