import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSettings } from '../../../src/settings/settings';
import { debianProgram } from '../../support/debian-program';

/** The units of deploy/systemd: their settings, and what systemd-analyze says of them. systemd itself does not run here. */

const ROOT = resolve(__dirname, '..', '..', '..');
const FOLDER = join(ROOT, 'deploy', 'systemd');
const units = readdirSync(FOLDER).toSorted();
const services = units.filter((name) => name.endsWith('.service'));

/** Scores above 1.5 of 10 mean that a protection is missing. Systemd calls 2 and less "OK". */
const MAX_EXPOSURE = 15;

/** Reads the lines of a unit: each name with its values. */
function read(name: string, instance = ''): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const line of readFileSync(join(FOLDER, name), 'utf8').split('\n')) {
    const [, key, value = ''] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined) values.set(key, [...(values.get(key) ?? []), value.replaceAll('%i', instance)]);
  }
  return values;
}

const EXAMPLE = readFileSync(join(ROOT, 'deploy', 'service.env.example'), 'utf8');

/** The variables of deploy/service.env.example as systemd reads them, with valid values in the place of its words in capitals. */
function exampleEnvironment(): Record<string, string> {
  const text = EXAMPLE.replace('BASE64_OF_32_BYTES', Buffer.alloc(32, 1).toString('base64')).replace(
    'SERVICE_PASSWORD',
    'password',
  );
  const pairs = [...text.matchAll(/^([A-Z_]+)=('?)(.*)\2$/gm)];
  return Object.fromEntries(pairs.map(([, name = '', , value = '']) => [name, value]));
}

function environmentOf(name: string, instance?: string): Record<string, string> {
  const own = (read(name, instance).get('Environment') ?? []).flatMap((line) => line.split(' '));
  return { ...exampleEnvironment(), ...Object.fromEntries(own.map((pair) => pair.split('=') as [string, string])) };
}

test('should run with valid production settings, and two API processes with ports of their own', () => {
  const [first, second] = ['1', '2'].map((instance) => readSettings(environmentOf('ats-api@.service', instance)));
  const worker = readSettings(environmentOf('ats-worker.service'));
  expect(first).toMatchObject({ env: 'production', role: 'api', port: 4001, metricsPort: 9461 });
  expect(second).toMatchObject({ env: 'production', role: 'api', port: 4002, metricsPort: 9462 });
  expect(worker).toMatchObject({ env: 'production', metricsPort: 9464 });
  // nginx runs on this machine.
  expect(exampleEnvironment()['ATS_TRUSTED_PROXIES']).toBe('127.0.0.1');
});

// Every `ats` command of the documents reads the file in a shell, and systemd reads it without one.
test('should keep values with characters of the shell when a shell reads the example', () => {
  const url = 'postgres://ats_service:p@db.example:5432/ats?sslmode=verify-full&sslrootcert=/etc/ssl/ats-db.pem';
  const secret = 'a$HOME `b` "c" #d; e\\f';
  const file = EXAMPLE.replace('postgres://ats_service:SERVICE_PASSWORD@127.0.0.1:5432/ats', () => url)
    .replace(/^(OIDC_CLIENT_SECRET=.*)SECRET/m, (_, before: string) => before + secret)
    .replace(/^(STRIPE_WEBHOOK_SECRET=.*)SECRET/m, (_, before: string) => before + secret);
  const shell = spawnSync('sh', ['-s'], { input: `set -a\n${file}\nexec env -0`, encoding: 'utf8' });
  expect(shell.stderr).toBe('');
  const read = new Map(shell.stdout.split('\0').map((pair) => [pair.slice(0, pair.indexOf('=')), pair]));
  expect(read.get('DATABASE_URL')).toBe(`DATABASE_URL=${url}`);
  expect(read.get('OIDC_CLIENT_SECRET')).toBe(`OIDC_CLIENT_SECRET=${secret}`);
  expect(read.get('STRIPE_WEBHOOK_SECRET')).toBe(`STRIPE_WEBHOOK_SECRET=whsec_${secret}`);
});

test('should give each service the same protections and an ordinary user', () => {
  const protections = services.map((name) => {
    const unit = read(name);
    const own = [
      'Description',
      'After',
      'Wants',
      'PartOf',
      'Type',
      'Environment',
      'ExecStart',
      'Restart',
      'RestartSec',
    ];
    return [...unit].filter(
      ([key]) => ![...own, 'KillMode', 'TimeoutStopSec', 'LimitNOFILE', 'WantedBy'].includes(key),
    );
  });
  for (const others of protections) expect(others).toEqual(protections[0]);
  expect(read('ats-worker.service').get('User')).toEqual(['ats']);
});

const program = debianProgram('systemd', '/usr/bin/systemd-analyze');
const analyze = (
  ...args: string[]
): { readonly status: number | null; readonly stderr: string; readonly stdout: string } =>
  spawnSync(program.path, args, { cwd: FOLDER, env: program.env, encoding: 'utf8' });

describe('systemd-analyze', () => {
  test('should find no error in any unit', () => {
    // The program is not installed here.
    const { stderr } = analyze('verify', '--man=no', ...units.map((name) => `./${name}`));
    expect(stderr.split('\n').filter((line) => line !== '' && !/is not executable|No such file/.test(line))).toEqual(
      [],
    );
  });

  test.each(services)('should expose little with %s', (name) => {
    const { status, stdout } = analyze(
      'security',
      '--offline=true',
      `--threshold=${String(MAX_EXPOSURE)}`,
      `./${name}`,
    );
    expect([status, stdout.split('\n').at(-2)]).toEqual([0, expect.stringContaining('exposure level')]);
  });
});
