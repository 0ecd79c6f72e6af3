import { consolePath } from '../../api/base';
import { sessionFetch } from '../../api/session-fetch';
import { readObject, type ReadObject } from '../../ui/json-object';

/** The answer to a query. */
export interface Answer {
  readonly text: string;
  readonly hasErrors: boolean;
  readonly requestId: string | undefined;
  readonly durationMs: number;
  /** How many reads are left in this minute. */
  readonly readsLeft: string | undefined;
}

interface Body {
  readonly errors?: readonly { readonly extensions?: { readonly requestId?: string; readonly request_id?: string } }[];
}

/** Sends a query as the human who is signed in. The backend refuses anything but queries. */
export async function runQuery(query: string, variables: object): Promise<Answer> {
  const start = performance.now();
  const response = await sessionFetch(`${consolePath}/workbench`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const body = (await response.json()) as Body;
  const durationMs = Math.round(performance.now() - start);
  const extensions = body.errors?.[0]?.extensions;
  return {
    text: JSON.stringify(body, undefined, 2),
    hasErrors: body.errors !== undefined,
    requestId: response.headers.get('x-request-id') ?? extensions?.requestId ?? extensions?.request_id,
    durationMs,
    readsLeft: /r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1],
  };
}

/** Reads variables. An empty text means none. */
export function readVariables(text: string): ReadObject {
  return readObject(text.trim() === '' ? '{}' : text);
}
