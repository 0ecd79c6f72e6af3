import { execFileSync } from 'node:child_process';
import { request as send } from 'node:http';
import { signRequest, toCurl, type UnsignedRequest } from '../../../src/client';
import { bodyOf, closeAll, credential, judge, listen } from './support';

afterEach(closeAll);

/** Returns the arguments that a shell would pass to curl. */
function argumentsOf(line: string): string[] {
  const script = `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; }\n${line}`;
  return execFileSync('sh', ['-c', script]).toString().split('\0').slice(0, -1);
}

/** Sends the request of curl's arguments. */
async function sendAs(args: readonly string[]): Promise<number> {
  const values = (option: string): string[] => args.flatMap((text, at) => (args[at - 1] === option ? [text] : []));
  const url = args.find((text) => text.startsWith('http')) ?? '';
  const headers = Object.fromEntries(
    values('--header').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  );
  return new Promise((resolve, reject) => {
    const request = send(url, { method: values('--request')[0], headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end([...values('--data-binary'), ...values('--data-raw')][0]);
  });
}

describe('toCurl', () => {
  it.each<[string, Omit<UnsignedRequest, 'url'> & { path: string }]>([
    ['a GET', { method: 'GET', path: '/api/v1/x?a=1&b=[2]%20{3}' }],
    [
      'a mutation',
      {
        method: 'POST',
        path: '/graphql',
        headers: { 'idempotency-key': '"k$1`"' },
        body: '{"a":"it\'s $HOME \\n `x` !! ø"}',
      },
    ],
    ['a body over several lines', { method: 'POST', path: '/', body: "a\n'b'\n\n" }],
    ['a body that begins with @', { method: 'POST', path: '/', body: '@/etc/passwd' }],
    ['bytes that are text', { method: 'POST', path: '/', body: Buffer.from('{"ø":1}') }],
  ])('makes a line that sends %s as signed', async (_name, { path, ...request }) => {
    const { url } = await listen((incoming, response) => {
      void (async () => {
        const { ours, independent } = await judge(incoming, await bodyOf(incoming));
        response.writeHead(ours && independent ? 204 : 401).end();
      })();
    });
    const signed = signRequest({ ...request, url: `${url}${path}` }, { credential }, { now: new Date() });
    expect(await sendAs(argumentsOf(toCurl(signed)))).toBe(204);
  });

  it('never reads a file, and refuses bytes that no shell can pass', () => {
    const line = (body: string | Uint8Array): string => toCurl({ method: 'POST', url: 'http://a/', headers: {}, body });
    expect(line('@x')).toContain("--data-raw '@x'");
    expect(() => line('a\0b')).toThrow(TypeError);
    expect(() => line(Buffer.from([255]))).toThrow('utf-8');
  });
});
