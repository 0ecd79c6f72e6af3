import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Embedded, startEmbedded } from '../../../src/adapters/postgres/embedded';
import { unprivilegedUser } from '../../../src/adapters/postgres/unprivileged';
import { migrate } from '../../../src/database/connection/data-source';
import { openDatabase } from '../../../src/database/connection/open';
import { newAuthority } from '../../support/certificates';
import { newFolder } from '../../support/folder';

/** A real PostgreSQL that accepts TLS, with a certificate for `localhost`. */

const authority = newAuthority('Database authority');
const other = newAuthority('Another authority');
const folder = newFolder('tls');
let server: Embedded;
let plain: Embedded;
let admin: Client;

function write(name: string, content: string, mode = 0o644): string {
  const path = join(folder, name);
  writeFileSync(path, content, { mode });
  return path;
}

beforeAll(async () => {
  const { certificate, key } = authority.issue('localhost');
  const keyFile = write('server.key', key, 0o600);
  const owner = unprivilegedUser(folder);
  if (owner) for (const path of [folder, keyFile]) chownSync(path, owner.uid, owner.gid);
  const files = { ssl_cert_file: write('server.crt', certificate), ssl_key_file: keyFile };
  const log = { debug: () => undefined };
  const start = (name: string, settings: Readonly<Record<string, string>>) =>
    startEmbedded({ dataDir: newFolder(name), log, settings: { fsync: 'off', ...settings } });
  [server, plain] = await Promise.all([start('tls-on', { ssl: 'on', ...files }), start('tls-off', {})]);
  await migrate(server.url);
  admin = new Client(server.url);
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await Promise.all([server.stop(), plain.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

function urlOf(parameters: Readonly<Record<string, string>>, { host = 'localhost', of = server } = {}): string {
  const url = new URL(of.url);
  url.hostname = host;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

const verified = (authorityFile: string) => ({ sslmode: 'verify-full', sslrootcert: authorityFile });
const trusted = () => verified(write('authority.crt', authority.certificate));

// @spec CF9
describe('The service connects to PostgreSQL over TLS', () => {
  it('should encrypt and verify with verify-full and the authority of the certificate', async () => {
    const database = await openDatabase({ url: urlOf(trusted()) });
    try {
      const [session] = await database.query<{ pid: number; role: string }>({
        text: `SELECT pg_backend_pid() AS pid, current_setting('role') AS role`,
      });
      expect(session?.role).toBe('ats_app');
      // A role sees the encryption of its own sessions only, so another session looks.
      const { rows } = await admin.query('SELECT ssl FROM pg_stat_ssl WHERE pid = $1', [session?.pid]);
      expect(rows).toEqual([{ ssl: true }]);
    } finally {
      await database.close();
    }
  });

  it.each([
    [
      'another authority',
      () => urlOf(verified(write('other.crt', other.certificate))),
      'Set sslrootcert in DATABASE_URL to the certificate of its authority',
    ],
    ['no authority', () => urlOf({ sslmode: 'verify-full' }), 'Set sslrootcert in DATABASE_URL'],
    ['another host', () => urlOf(trusted(), { host: '127.0.0.1' }), 'Use the name of the certificate in DATABASE_URL'],
    [
      'a server without TLS',
      () => urlOf(trusted(), { of: plain }),
      'turn ssl on in PostgreSQL, or set sslmode=disable in DATABASE_URL',
    ],
  ])('should refuse %s, and say what to do', async (_, url, remedy) => {
    const opened = openDatabase({ url: url() });
    await expect(opened).rejects.toMatchObject({ name: 'DatabaseUnusable' });
    await expect(opened).rejects.toThrow(remedy);
    await expect(opened).rejects.not.toThrow(new URL(server.url).password);
  });
});
