import { parseStrictUrl } from '../url';
import { Validator } from '../validator';

/** Valid ports below 1024. Other low ports belong to services that must not get requests from this service. */
const VALID_LOW_PORTS = new Set(['80', '443', '8080', '8443']);

/**
 * IPv4 networks that webhooks never call.
 *
 * They are the IANA special-purpose registry (RFC 6890), multicast, class E, and public addresses that a cloud answers inside
 * its network. The other metadata addresses are in special networks: 169.254.169.254, 100.100.100.200 (Alibaba), 192.0.0.192
 * (Oracle), fd00:ec2::254 (AWS) and fd20:ce::254 (Google).
 */
const FORBIDDEN_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** IPv6 networks in 2000::/3 of the same registry: Teredo and others, documentation, 6to4, AS112, documentation. */
const FORBIDDEN_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

/**
 * Checks a webhook URL without a DNS lookup, against server-side request forgery (SSRF).
 *
 * The webhook client resolves the name and checks the addresses before each request. null means no URL. `allowPrivate`
 * (ATS_WEBHOOK_ALLOW_PRIVATE, for development) allows http and private hosts.
 * @throws Refusal 400 `validation_failed` with the pointer `/notification_url`
 */
export function checkNotificationUrl(
  url: string | null,
  { allowPrivate }: { readonly allowPrivate: boolean },
  pointer = '/notification_url',
): void {
  if (url === null) return;
  const check = new Validator();
  const error = errorOf(url, allowPrivate);
  if (error !== undefined) check.addError(pointer, error);
  check.done();
}

/** Whether a stored URL is still valid: the rules can be stricter than when it was stored. */
export function isNotificationUrlAllowed(url: string, { allowPrivate }: { readonly allowPrivate: boolean }): boolean {
  return errorOf(url, allowPrivate) === undefined;
}

function errorOf(text: string, allowPrivate: boolean): string | undefined {
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
  if (hostname.startsWith('[')) return isCallableAddress(hostname.slice(1, -1));
  if (/^[0-9.]+$/.test(hostname)) return isCallableAddress(hostname);
  const name = hostname.replace(/\.$/, '');
  return name !== 'localhost' && !name.endsWith('.localhost');
}

/** Whether webhooks may call an address: IPv4 in dotted decimals, or canonical IPv6. */
export function isCallableAddress(address: string): boolean {
  return address.includes(':') ? isCallableV6(hextets(address)) : isCallableV4(octets(address));
}

function octets(address: string): number[] {
  return address.split('.').map(Number);
}

function isCallableV4(address: readonly number[]): boolean {
  return !FORBIDDEN_V4.some(([network, length]) => hasCommonPrefix(address, octets(network), length, 8));
}

function isCallableV6(address: readonly number[]): boolean {
  const [high = 0, low = 0] = address.slice(6);
  // A connection to ::ffff:a.b.c.d goes to the IPv4 address.
  const mapped = address.slice(0, 5).every((part) => part === 0) && address[5] === 0xffff;
  if (mapped) return isCallableV4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
  if (!hasCommonPrefix(address, hextets('2000::'), 3, 16)) return false;
  return !FORBIDDEN_V6.some(([network, length]) => hasCommonPrefix(address, hextets(network), length, 16));
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
