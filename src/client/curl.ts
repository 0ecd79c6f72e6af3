import type { SignedRequest } from './sign';

/**
 * A line for a POSIX shell that sends a signed request with curl, as is. Good as long as the signature is: the server's
 * window, 300 s by default. Throws a TypeError on a body that is not text, which no shell could hold.
 */
export function toCurl(request: SignedRequest): string {
  // --globoff: brackets in a query are meant; --path-as-is: the path is signed as it stands.
  const parts = ['curl', '--silent', '--show-error', '--globoff', '--path-as-is', '--request', quote(request.method)];
  parts.push(quote(request.url));
  // curl drops a header without a value unless it ends in a semicolon.
  for (const [name, value] of Object.entries(request.headers)) {
    parts.push('--header', quote(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (request.body !== undefined) {
    const text = textOf(request.body);
    // To --data-binary a leading @ is a file's name.
    parts.push(text.startsWith('@') ? '--data-raw' : '--data-binary', quote(text));
  }
  return parts.join(' ');
}

function quote(text: string): string {
  return /^[A-Za-z0-9_./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function textOf(body: string | Uint8Array): string {
  const text =
    typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  if (text.includes('\0')) throw new TypeError('a body with a zero byte cannot be put on a command line');
  return text;
}
