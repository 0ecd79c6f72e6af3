/** The parts of a request, as a developer copies them. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  /** One header in a line: `Name: value`. */
  readonly headers: string;
  readonly body: string;
  /** Empty: the signature itself is not compared. */
  readonly secret: string;
}

/** One result of the examination. */
export interface Finding {
  readonly isError: boolean;
  readonly text: string;
}

export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** The text that the service signs; undefined if it cannot be written. */
  readonly base: string | undefined;
}

/** The parsed value of `Signature-Input`. */
interface SignatureInput {
  readonly components: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
  /** The value after the label, which is signed as it is. */
  readonly text: string;
}

const MAX_AGE_SECONDS = 300;
const MAX_AHEAD_SECONDS = 60;
const ALWAYS = ['@method', '@authority', '@path', '@query'];
/** Headers that must be signed if they are sent. */
const SIGNED_HEADERS = [
  'content-digest',
  'idempotency-key',
  'x-agent-id',
  'x-acting-provider',
  'x-acting-subject',
  'authorization',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
];
const INPUT = /^ats=(\(((?:"[^"]*"(?: "[^"]*")*)?)\)((?:;[a-z]+=(?:"[^"]*"|-?\d+))*))$/;
const MAC = /^ats=:([A-Za-z0-9+/]{43}=):$/;

/**
 * Examines the signature of a request by the rules of docs/guides/signing.md. Nothing leaves the browser.
 *
 * @param now the current time in milliseconds
 */
export async function diagnose(request: SentRequest, now: number): Promise<Diagnosis> {
  const headers = headersOf(request.headers);
  const signed = headers.get('signature-input');
  const input = signed === undefined ? undefined : inputOf(signed);
  const values = URL.canParse(request.url) ? valuesOf(request, headers) : undefined;
  const findings = [
    check(values !== undefined, 'The address is complete.', 'The address must begin with http:// or https://.'),
    ...(signed === undefined
      ? [errorFinding('The header Signature-Input is missing.')]
      : [check(input !== undefined, 'Signature-Input is well-formed.', MALFORMED)]),
    ...(input ? [...parameterFindings(input, now), ...componentFindings(input, headers, request.body)] : []),
    ...(await digestFindings(headers.get('content-digest'), request.body)),
  ];
  const base = input && values && baseOf(input, values);
  const isComplete = input?.components.every((name) => values?.has(name)) === true;
  return {
    findings: [...findings, ...(await signatureFindings(headers, isComplete ? base : undefined, request.secret))],
    base,
  };
}

const MALFORMED = 'Signature-Input must be ats=("@method" …);created=…;keyid="…";tag="ats-v1".';
const errorFinding = (text: string): Finding => ({ isError: true, text });
const check = (isRight: boolean, right: string, wrong: string): Finding =>
  isRight ? { isError: false, text: right } : errorFinding(wrong);

function headersOf(text: string): ReadonlyMap<string, string> {
  const lines = text.split(/\r?\n/).map((line) => /^([^:\s]+):(.*)$/.exec(line.trim()));
  return new Map(lines.flatMap((line) => (line ? [[(line[1] ?? '').toLowerCase(), (line[2] ?? '').trim()]] : [])));
}

function inputOf(text: string): SignatureInput | undefined {
  const found = INPUT.exec(text);
  if (!found) return undefined;
  const [, whole = '', list = '', parameters = ''] = found;
  const pairs = [...parameters.matchAll(/;([a-z]+)=(?:"([^"]*)"|(-?\d+))/g)];
  return {
    components: [...list.matchAll(/"([^"]*)"/g)].map(([, name]) => name ?? ''),
    parameters: Object.fromEntries(pairs.map(([, name = '', quoted, number]) => [name, quoted ?? number ?? ''])),
    text: whole,
  };
}

/** The values of all components that the request has. */
function valuesOf({ method, url }: SentRequest, headers: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const { host, pathname, search } = new URL(url);
  return new Map([
    ...headers,
    ['@method', method.trim()],
    ['@authority', headers.get('host')?.toLowerCase() ?? host],
    ['@path', pathname],
    ['@query', search === '' ? '?' : search],
  ]);
}

function parameterFindings({ parameters }: SignatureInput, now: number): Finding[] {
  const { created = '', keyid = '', tag, expires, alg } = parameters;
  const seconds = Math.floor(now / 1_000);
  const age = seconds - Number(created);
  const isInTime = created !== '' && age <= MAX_AGE_SECONDS && age >= -MAX_AHEAD_SECONDS;
  const wrongTime =
    created === ''
      ? 'The parameter created is missing.'
      : `created is ${distance(age)}. It must be at most 300 s old and 60 s ahead.`;
  return [
    check(tag === 'ats-v1', 'The tag is ats-v1.', 'The parameter tag must be "ats-v1".'),
    check(isInTime, 'created is in time.', wrongTime),
    check(
      /^ak_(live|test)_[a-z0-9]+$/.test(keyid),
      'keyid is an API key.',
      'keyid must be the API key, ak_live_…, or ak_test_… of a sandbox.',
    ),
    ...(expires !== undefined && Number(expires) < seconds ? [errorFinding('expires has passed.')] : []),
    ...(alg !== undefined && alg !== 'hmac-sha256' ? [errorFinding('alg must be "hmac-sha256", or absent.')] : []),
  ];
}

const distance = (age: number): string => (age >= 0 ? `${age} s old` : `${-age} s ahead`);

function componentFindings(
  { components }: SignatureInput,
  headers: ReadonlyMap<string, string>,
  body: string,
): Finding[] {
  const needed = [...ALWAYS, ...SIGNED_HEADERS.filter((name) => headers.has(name))];
  if (body !== '' && !needed.includes('content-digest')) needed.push('content-digest');
  const missing = needed.filter((name) => !components.includes(name));
  const absent = components.filter((name) => !name.startsWith('@') && !headers.has(name));
  const twice = components.filter((name, at) => components.indexOf(name) !== at);
  return [
    check(missing.length === 0, 'Every needed component is signed.', `Not signed: ${missing.join(', ')}.`),
    ...(absent.length > 0 ? [errorFinding(`Signed, but not among the headers: ${absent.join(', ')}.`)] : []),
    ...(twice.length > 0 ? [errorFinding(`Signed twice: ${twice.join(', ')}.`)] : []),
  ];
}

async function digestFindings(digest: string | undefined, body: string): Promise<Finding[]> {
  if (body === '') return [];
  if (digest === undefined) return [errorFinding('The request has a body, so it needs the header Content-Digest.')];
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
  const wanted = `sha-256=:${base64(hash)}:`;
  return [
    check(
      digest === wanted,
      'Content-Digest fits the body.',
      `Content-Digest does not fit the body. It must be ${wanted}`,
    ),
  ];
}

async function signatureFindings(
  headers: ReadonlyMap<string, string>,
  base: string | undefined,
  secret: string,
): Promise<Finding[]> {
  const sent = headers.get('signature');
  if (sent === undefined) return [errorFinding('The header Signature is missing.')];
  const [, mac] = MAC.exec(sent) ?? [];
  if (mac === undefined) return [errorFinding('Signature must be ats=:<44 characters of base64>:.')];
  if (secret === '' || base === undefined) return [];
  if (!/^sk_(live|test)_\S+$/.test(secret))
    return [errorFinding('The secret must be the whole text sk_live_…, or sk_test_… of a sandbox, without spaces.')];
  const wanted = await macOf(base, secret);
  return [
    check(mac === wanted, 'The signature fits this secret.', `The signature does not fit. It must be ats=:${wanted}:`),
  ];
}

function baseOf({ components, text }: SignatureInput, values: ReadonlyMap<string, string>): string {
  const lines = components.map((name) => `"${name}": ${values.get(name) ?? ''}`);
  return [...lines, `"@signature-params": ${text}`].join('\n');
}

async function macOf(base: string, secret: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  return base64(await crypto.subtle.sign('HMAC', key, encoder.encode(base)));
}

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));
