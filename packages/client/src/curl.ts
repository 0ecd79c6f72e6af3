import type { SignedRequest } from './sign';

/**
 * Formats a signed request as a curl command for a POSIX shell. It is valid as long as the signature: 300 s by default.
 * Throws a TypeError on a body that is not text.
 */
export function toCurl(request: SignedRequest): string {
  // --globoff keeps brackets in a query. --path-as-is keeps the signed path.
  const parts = ['curl', '--silent', '--show-error', '--globoff', '--path-as-is', '--request', quote(request.method)];
  parts.push(quote(request.url));
  // curl drops a header without a value unless it ends in a semicolon.
  for (const [name, value] of Object.entries(request.headers)) {
    parts.push('--header', quote(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (request.body !== undefined) {
    const text = textOf(request.body);
    // --data-binary reads a file if the value begins with @.
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
  if (text.includes('\0')) throw new TypeError('a body with a zero byte cannot be a command-line argument');
  return text;
}
