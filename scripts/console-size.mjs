// Checks the size of the built console: what the first page loads, and what a screen adds. Sizes are after gzip.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const FIRST_KB = 170;
const CHUNK_KB = 70;

const folder = join(import.meta.dirname, '..', 'dist', 'console');
const page = readFileSync(join(folder, 'index.html'), 'utf8');
const assets = join(folder, 'assets');
const sizes = readdirSync(assets)
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({
    name,
    isFirst: page.includes(name),
    kb: gzipSync(readFileSync(join(assets, name))).length / 1024,
  }));
const first = sizes.filter(({ isFirst }) => isFirst).reduce((sum, { kb }) => sum + kb, 0);
const largest = sizes.filter(({ isFirst }) => !isFirst).reduce((a, b) => (a.kb > b.kb ? a : b));

console.log(
  `first page ${first.toFixed(0)} kB of ${FIRST_KB}, largest chunk ${largest.name} ${largest.kb.toFixed(0)} kB of ${CHUNK_KB}`,
);
if (sizes.length === 0 || first > FIRST_KB || largest.kb > CHUNK_KB) process.exitCode = 1;
