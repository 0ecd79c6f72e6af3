import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../domain/errors/errors';
import { HTML, serveFiles, type StaticFile, text } from '../api/http/static-files';
import { buildFolder } from './documents';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Only files of this service, no inline script or style, no frame, and no text as HTML. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'cache-control': 'no-cache',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** Names of built assets contain a hash of their content. */
const ASSET_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

type AllowOnly = (url: string, methods: readonly string[]) => void;

/** Serves the built pages. Every path below `/console` that is no asset is the one page, whose script shows the screen. */
export async function addPages(app: FastifyInstance, allowOnly: AllowOnly, prefix: string): Promise<void> {
  const folder = join(buildFolder, 'assets');
  const assets = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = assets.flatMap((entry): [string, StaticFile][] => {
    const path = join(entry.parentPath, entry.name);
    const type = TYPES[extname(path)];
    const url = `/console/assets/${relative(folder, path).split(sep).join('/')}`;
    return type === undefined ? [] : [[url, { type, read: () => readFile(path) }]];
  });
  serveFiles(app, allowOnly, Object.fromEntries(files), ASSET_HEADERS);
  // An asset of another release is missing. The page in its place would be an unclear error of a script.
  app.get('/console/assets/*', () => Promise.reject(new Refusal('route_not_found')));
  const built = await readFile(join(buildFolder, 'index.html'), 'utf8');
  // The build does not know the path of ATS_PUBLIC_URL.
  const page = text(built.replaceAll('"/console/', `"${prefix}/console/`), HTML);
  serveFiles(app, allowOnly, { '/console': page, '/console/*': page }, PAGE_HEADERS);
}
