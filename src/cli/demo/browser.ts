const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 12;

interface Cookie {
  readonly host: string;
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

export interface BrowserPage {
  readonly url: string;
  readonly status: number;
  readonly text: string;
}

/** A browser as far as signing in goes. It leaves this machine for nobody: what it types in is no secret elsewhere. */
export class Browser {
  private cookies: readonly Cookie[] = [];

  /** The page that address leads to; undefined where the way leads off this machine. */
  async open(url: string, form?: URLSearchParams): Promise<BrowserPage | undefined> {
    let sent = form;
    for (let hops = 0, at = url; hops < MAX_REDIRECTS; hops += 1) {
      if (!isHere(at)) return undefined;
      const response = await (sent ? this.post(at, sent) : this.fetch(at, { headers: { accept: 'text/html' } }));
      sent = undefined;
      const location = response.headers.get('location');
      const text = await response.text();
      if (response.status < 300 || response.status > 399 || location === null)
        return { url: at, status: response.status, text };
      at = new URL(location, at).href;
    }
    throw new Error(`${url} leads in circles`);
  }

  /** What a page of that very origin would send. */
  async post(url: string, body?: URLSearchParams): Promise<Response> {
    const accept = body ? 'text/html' : 'application/json';
    return this.fetch(url, {
      method: 'POST',
      headers: { accept, origin: new URL(url).origin },
      ...(body && { body }),
    });
  }

  private async fetch(
    url: string,
    init: RequestInit & { readonly headers: Record<string, string> },
  ): Promise<Response> {
    const { hostname, pathname } = new URL(url);
    const cookie = this.cookies
      .filter(({ host, path }) => host === hostname && pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(url, {
      ...init,
      headers: { ...init.headers, ...(cookie !== '' && { cookie }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    for (const set of response.headers.getSetCookie()) this.keep(hostname, set);
    return response;
  }

  private keep(host: string, set: string): void {
    const [pair = '', ...attributes] = set.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice('path='.length) ?? '/';
    const others = this.cookies.filter((kept) => kept.host !== host || kept.path !== path || kept.name !== name);
    const over = attributes.some((attribute) => /^(max-age=0$|expires=thu, 01 jan 1970)/i.test(attribute));
    this.cookies = over ? others : [...others, { host, path, name, value: pair.slice(name.length + 1) }];
  }
}

function isHere(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
