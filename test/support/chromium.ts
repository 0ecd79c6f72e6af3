import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

/** Starts a real browser: the system's Chromium, else the one from npm. */

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
 * Unpacks the browser of @sparticuz/chromium once.
 * The environment claims Amazon Lambda, because only then it unpacks its shared libraries, such as NSS.
 */
function carried(): Found {
  // Read from the file system, because the package does not export its version.
  const about = readFileSync(join(ROOT, 'node_modules', '@sparticuz', 'chromium', 'package.json'), 'utf8');
  const { version } = JSON.parse(about) as { readonly version: string };
  const folder = join(CACHE, version);
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true });
    // Renamed as a whole, so that concurrent or interrupted runs leave no partial browser.
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

/** Writes a configuration for the browser's own fonts; it exits without any font. */
function fontsIn(folder: string): string {
  const file = join(folder, 'fontconfig.xml');
  const folders = `<dir>${join(folder, 'fonts', 'fonts')}</dir><cachedir>${join(folder, 'font-cache')}</cachedir>`;
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${folders}</fontconfig>`);
  return file;
}

/** The browser with its options; throws if there is none, so that no test passes without a browser. */
export function chromiumOptions(): LaunchOptions & { readonly args: string[] } {
  const { executablePath, env } = installed() ?? carried();
  return {
    executablePath,
    headless: true,
    env: { ...(process.env as Record<string, string>), ...env },
    // Containers run as root and without the namespaces of the sandbox; the tests visit only their own pages.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  };
}

export function startChromium(): Promise<Browser> {
  return chromium.launch(chromiumOptions());
}
