import { Validator } from '../validator';

/**
 * The part of the webhook address rules that needs no look-up. Names are resolved, and every answer vetted again, where
 * the request is made. Source: events.md §2 (SSRF).
 */

/** As low as receivers behind odd proxies use; lower ports belong to services that must not hear from us. */
const LOW_PORTS = new Set(['80', '443', '8080', '8443']);

/** IPv4 that is not global unicast (IANA special-purpose registry), as [network, prefix length]. */
const NOT_GLOBAL_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Inside 2000::/3, which alone is global unicast: protocol assignments with Teredo, documentation, 6to4, and documentation again. */
const NOT_GLOBAL_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/**
 * Throws 400 `validation_failed` with pointer `/notification_url` if the address cannot be one we may call. null is
 * no address and passes. `allowPrivate` (ATS_WEBHOOK_ALLOW_PRIVATE, development) lets http and private hosts through.
 */
export function checkNotificationUrl(url: string | null, { allowPrivate }: { readonly allowPrivate: boolean }): void {
  if (url === null) return;
  const check = new Validator();
  const fault = faultOf(url, allowPrivate);
  if (fault !== undefined) check.fault('/notification_url', fault);
  check.done();
}

/** Whether one that was kept may be called still: the rules, or `allowPrivate`, may have been others when it was. */
export function isNotificationUrlAllowed(url: string, { allowPrivate }: { readonly allowPrivate: boolean }): boolean {
  return faultOf(url, allowPrivate) === undefined;
}

function faultOf(text: string, allowPrivate: boolean): string | undefined {
  if (text.length > 2048) return 'must have at most 2048 characters';
  // What URL parsers mend silently, and each in its own way: white space, controls, the backslash.
  if (/[\s\p{C}\\]/u.test(text) || !URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'must be an https URL';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  // A fragment is never sent, so whoever wrote one meant something that will not happen.
  if (text.includes('#')) return 'must not have a fragment';
  if (url.port !== '' && Number(url.port) < 1024 && !LOW_PORTS.has(url.port)) {
    return 'must use port 443, 8443, 80, 8080 or one of 1024 and above';
  }
  return allowPrivate || isPublicHost(url.hostname) ? undefined : 'must not point to a private or reserved host';
}

/** `hostname` as WHATWG URL gives it: IPv4 in dotted decimals whatever its spelling was, IPv6 in brackets. */
function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isGlobalV6(hextets(hostname.slice(1, -1)));
  if (/^[0-9.]+$/.test(hostname)) return isGlobalV4(octets(hostname));
  const name = hostname.replace(/\.$/, '');
  return name !== 'localhost' && !name.endsWith('.localhost');
}

function octets(address: string): number[] {
  return address.split('.').map(Number);
}

function isGlobalV4(address: readonly number[]): boolean {
  return !NOT_GLOBAL_V4.some(([network, length]) => shares(address, octets(network), length, 8));
}

function isGlobalV6(address: readonly number[]): boolean {
  const [high = 0, low = 0] = address.slice(6);
  // ::ffff:a.b.c.d is the IPv4 address to whoever dials it.
  const mapped = address.slice(0, 5).every((part) => part === 0) && address[5] === 0xffff;
  if (mapped) return isGlobalV4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
  if (!shares(address, hextets('2000::'), 3, 16)) return false;
  return !NOT_GLOBAL_V6.some(([network, length]) => shares(address, hextets(network), length, 16));
}

/** The eight parts of a canonical IPv6 text, `::` filled up. */
function hextets(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const parts = (text: string): number[] => (text === '' ? [] : text.split(':').map((part) => parseInt(part, 16)));
  if (tail === undefined) return parts(head);
  const left = parts(head);
  const right = parts(tail);
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/** Whether two addresses agree in their first `length` bits; `width` is the bits of a part. */
function shares(a: readonly number[], b: readonly number[], length: number, width: number): boolean {
  return a.every((part, index) => {
    const bits = Math.min(Math.max(length - index * width, 0), width);
    const shift = width - bits;
    return part >> shift === (b[index] ?? 0) >> shift;
  });
}
