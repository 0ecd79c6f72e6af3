import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { dataFolderError, listenError } from '../../../src/adapters/start-errors';
import { openSecrets } from '../../../src/adapters/secrets';
import { newFolder } from '../../support/folder';

/** Every error of the system at a start names its setting. */

/** Returns the error of a real server that listens at that address. */
async function failureAt(host: string, port: number): Promise<string> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, resolve);
    });
  } catch (error) {
    return listenError(error, { host, port, portSetting: 'PORT' }).message;
  } finally {
    server.close();
  }
  throw new Error(`the server listens at ${host}:${String(port)}`);
}

describe('A server that cannot listen', () => {
  // 192.0.2.0/24 belongs to documentation, so no machine has it.
  test.each([
    ['192.0.2.1', 'HOST=192.0.2.1 is no address of this machine: set HOST to one of its addresses, or to 0.0.0.0'],
    ['2001:db8::1', 'HOST=2001:db8::1 is no address of this machine: set HOST to one of its addresses, or to 0.0.0.0'],
    [
      'no.such.name.invalid',
      'HOST=no.such.name.invalid is a name without an address: set HOST to an address of this machine',
    ],
  ])('at %s names HOST', async (host, message) => {
    expect(await failureAt(host, 0)).toBe(message);
  });

  test('because its port is taken names PORT', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      expect(await failureAt('127.0.0.1', port)).toBe(
        `127.0.0.1:${String(port)} is used by another process: stop it, or set PORT to a free port`,
      );
    } finally {
      taken.close();
    }
  });
});

test('A data folder that cannot be written names ATS_DATA_DIR', () => {
  const folder = newFolder('start-errors');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'file');
  writeFileSync(file, '');
  chmodSync(file, 0o400);
  const dataDir = join(file, 'data');
  try {
    openSecrets({ keys: undefined, dataDir, production: false });
  } catch (error) {
    expect(dataFolderError(error, dataDir)).toMatchObject({
      message: expect.stringMatching(/^ATS_DATA_DIR=.*\/file\/data cannot be used: ENOTDIR/) as unknown,
    });
    return;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  throw new Error('the key was written');
});
