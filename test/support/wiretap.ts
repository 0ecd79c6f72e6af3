import { Client as PgClient } from 'pg';
import type { Fetch } from '../../src/client';

/** Records everything that crosses the wire, and searches it for secrets. */

interface Answered {
  /** `POST /graphql` and the Idempotency-Key, or else a number. */
  readonly what: string;
  readonly key: string;
  readonly text: string;
}

interface Secret {
  readonly name: string;
  readonly value: string;
  /** The Idempotency-Key whose response may hold it, or the path of its cookie; undefined: no response may. */
  readonly own: Set<string>;
}

export interface Found {
  readonly secret: string;
  readonly where: string;
}

export class Wiretap {
  readonly answers: Answered[] = [];
  private readonly secrets = new Map<string, Secret>();

  /** Adds a secret to search for. */
  keep(name: string, value: string, ownKey: string | null = null): void {
    if (value.length < 12) throw new Error(`${name} is too short to be told from other text`);
    // The first origin of a secret stays.
    if (!this.secrets.has(value))
      this.secrets.set(value, { name, value, own: new Set(ownKey === null ? [] : [ownKey]) });
  }

  /** Secrets of the browser: its cookies and the parameters of its sign-in. */
  private keepOfBrowser({ headers }: Response, path: string, key: string): void {
    for (const set of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') continue;
      this.keep(`cookie ${name}`, value, key);
      // The service may issue the same JWT twice within one second.
      this.secrets.get(value)?.own.add(key);
    }
    if (path !== '/auth/login') return;
    const sent = new URL(headers.get('location') ?? 'about:blank').searchParams;
    for (const name of ['state', 'nonce']) {
      const value = sent.get(name);
      if (value !== null) this.keep(name, value, key);
    }
  }

  get names(): readonly string[] {
    return [...new Set([...this.secrets.values()].map(({ name }) => name))].sort();
  }

  /** A `fetch` that records responses, and adds the signature of each request as a secret. */
  readonly fetch: Fetch = async (input, init) => {
    const request = new Request(input, init);
    for (const name of ['signature', 'stripe-signature', 'authorization', 'cookie']) {
      const value = request.headers.get(name);
      for (const part of name === 'cookie' ? cookiesOf(value ?? '') : secretPartsOf(value ?? ''))
        this.keep(`${name} header`, part);
    }
    const { method, url } = request;
    const key = request.headers.get('idempotency-key') ?? `answer ${String(this.answers.length)}`;
    const { pathname } = new URL(url);
    const response = await fetch(request);
    const text = await response.clone().text();
    this.keepOfBrowser(response, pathname, key);
    const head = [...response.headers].map((pair) => pair.join(': ')).join('\n');
    this.answers.push({
      what: `${method} ${pathname} → ${String(response.status)}`,
      key,
      text: `${head}\n${text}`,
    });
    return response;
  };

  /** The places of a secret in responses other than its own. */
  inAnswers(): Found[] {
    return this.answers.flatMap(({ what, key, text }) =>
      this.search(text, `${what} (${key})`, ({ own }) => !own.has(key)),
    );
  }

  /** The places of a secret in a text: plain, hexadecimal or base64. */
  search(text: string, where: string, which: (secret: Secret) => boolean = () => true): Found[] {
    return [...this.secrets.values()]
      .filter(which)
      .filter(({ value }) => spellings(value).some((spelling) => text.includes(spelling)))
      .map(({ name }) => ({ secret: name, where }));
  }
}

/** The computed part of `ats=:…:` and `t=…,v1=…`, else the whole value. */
function secretPartsOf(header: string): string[] {
  const parts = [/=:([\w+/=]+):/, /v1=([0-9a-f]{64})/].flatMap((form) => form.exec(header)?.[1] ?? []);
  return parts.length > 0 || header.length < 12 ? parts : [header.replace(/^Bearer /, '')];
}

function cookiesOf(header: string): string[] {
  const values = header.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1));
  return values.filter((value) => value !== '');
}

function spellings(value: string): string[] {
  const bytes = Buffer.from(value);
  return [value, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')];
}

/** Every row of every table as text, by table. */
export async function databaseDump(ownerUrl: string): Promise<Map<string, string>> {
  const client = new PgClient(ownerUrl);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    );
    const dump = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`);
      dump.set(name, rows.map(({ line }) => line).join('\n'));
    }
    return dump;
  } finally {
    await client.end();
  }
}
