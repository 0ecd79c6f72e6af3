import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** A real browser without an install step: the system's Chromium, else the one that npm brought. */

const ROOT = resolve(__dirname, '..', '..');
const CACHE = join(ROOT, 'node_modules', '.cache', 'ats-chromium');
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

interface Found {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

function installed(): Found | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const paths = [
    process.env['CHROME_PATH'],
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  const executablePath = paths.find((path) => path !== undefined && path !== '' && existsSync(path));
  return executablePath === undefined ? undefined : { executablePath, env: {} };
}

/**
 * The browser of @sparticuz/chromium, unpacked once. It carries the shared libraries that a bare image lacks (NSS and its
 * like), but unpacks them only where it takes itself to be on Amazon Linux: so it is told that it is.
 */
function carried(): Found {
  // By file: the package exports nothing of the kind.
  const about = readFileSync(join(ROOT, 'node_modules', '@sparticuz', 'chromium', 'package.json'), 'utf8');
  const { version } = JSON.parse(about) as { readonly version: string };
  const folder = join(CACHE, version);
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true });
    // Moved into place whole: two runs at once, or one interrupted, leave no half browser.
    const draft = mkdtempSync(join(CACHE, 'draft-'));
    const said = spawnSync(process.execPath, [join(__dirname, 'extract-chromium.mjs')], {
      env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
      encoding: 'utf8',
    });
    if (said.status !== 0) throw new Error(`the browser could not be unpacked: ${said.stderr}`);
    try {
      renameSync(draft, folder);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  const libraries = [join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(
    (each) => each !== undefined,
  );
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries.join(delimiter), FONTCONFIG_FILE: fontsIn(folder) },
  };
}

/** The browser's own fonts where they lie: its configuration looks in /tmp, and without any font it ends at once. */
function fontsIn(folder: string): string {
  const file = join(folder, 'fontconfig.xml');
  const folders = `<dir>${join(folder, 'fonts', 'fonts')}</dir><cachedir>${join(folder, 'font-cache')}</cachedir>`;
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${folders}</fontconfig>`);
  return file;
}

/** Starts it; fails loudly where there is none, so that no test passes for want of a browser. */
export async function startChromium(): Promise<Browser> {
  const { executablePath, env } = installed() ?? carried();
  return chromium.launch({
    executablePath,
    headless: true,
    env: { ...(process.env as Record<string, string>), ...env },
    // Containers run as root and without the namespaces the sandbox is made of; every page visited is our own.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}
