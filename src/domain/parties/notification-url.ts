import { parseStrictUrl } from '../url';
import { Validator } from '../validator';

/** Valid ports below 1024. Other low ports belong to services that must not get requests from this service. */
const VALID_LOW_PORTS = new Set(['80', '443', '8080', '8443']);

/** IPv4 networks that are not global unicast (IANA special-purpose registry). */
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

/** Networks in 2000::/3 that are not global unicast: Teredo, documentation, 6to4, documentation. */
const NOT_GLOBAL_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/**
 * Checks a webhook URL without a DNS lookup, against server-side request forgery (SSRF).
 *
 * The webhook client resolves the name and checks the addresses before each request. null means no URL. `allowPrivate`
 * (ATS_WEBHOOK_ALLOW_PRIVATE, for development) allows http and private hosts.
 * @throws Refusal 400 `validation_failed` with the pointer `/notification_url`
 */
export function checkNotificationUrl(url: string | null, { allowPrivate }: { readonly allowPrivate: boolean }): void {
  if (url === null) return;
  const check = new Validator();
  const fault = faultOf(url, allowPrivate);
  if (fault !== undefined) check.fault('/notification_url', fault);
  check.done();
}

/** Whether a stored URL is still valid: the rules can be stricter than when it was stored. */
export function isNotificationUrlAllowed(url: string, { allowPrivate }: { readonly allowPrivate: boolean }): boolean {
  return faultOf(url, allowPrivate) === undefined;
}

function faultOf(text: string, allowPrivate: boolean): string | undefined {
  const url = parseStrictUrl(text);
  if (typeof url === 'string') return url;
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'must be an https URL';
  // HTTP never sends a fragment, so a URL with a fragment is a mistake.
  if (text.includes('#')) return 'must not have a fragment';
  if (url.port !== '' && Number(url.port) < 1024 && !VALID_LOW_PORTS.has(url.port)) {
    return 'must use port 443, 8443, 80, 8080 or one of 1024 and above';
  }
  return allowPrivate || isPublicHost(url.hostname) ? undefined : 'must not point to a private or reserved host';
}

/** `hostname` comes from WHATWG URL: IPv4 is in dotted decimals, IPv6 is in brackets. */
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
  return !NOT_GLOBAL_V4.some(([network, length]) => hasCommonPrefix(address, octets(network), length, 8));
}

function isGlobalV6(address: readonly number[]): boolean {
  const [high = 0, low = 0] = address.slice(6);
  // A connection to ::ffff:a.b.c.d goes to the IPv4 address.
  const mapped = address.slice(0, 5).every((part) => part === 0) && address[5] === 0xffff;
  if (mapped) return isGlobalV4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
  if (!hasCommonPrefix(address, hextets('2000::'), 3, 16)) return false;
  return !NOT_GLOBAL_V6.some(([network, length]) => hasCommonPrefix(address, hextets(network), length, 16));
}

/** The eight parts of a canonical IPv6 address, with `::` expanded. */
function hextets(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const parts = (text: string): number[] => (text === '' ? [] : text.split(':').map((part) => parseInt(part, 16)));
  if (tail === undefined) return parts(head);
  const left = parts(head);
  const right = parts(tail);
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/** Whether two addresses have the same first `length` bits. `width` is the number of bits of a part. */
function hasCommonPrefix(a: readonly number[], b: readonly number[], length: number, width: number): boolean {
  return a.every((part, index) => {
    const bits = Math.min(Math.max(length - index * width, 0), width);
    const shift = width - bits;
    return part >> shift === (b[index] ?? 0) >> shift;
  });
}
