import { Client } from 'pg';
import { migrate } from '../../../src/database/connection/data-source';
import { startPostgres15 } from '../../support/debian-postgres';

/** A plain owner of a database, without CREATEROLE, migrates it. */

test('ats migrate names the SQL that a superuser must run, and works after it', async () => {
  const postgres = await startPostgres15();
  const superuser = new Client(postgres.url);
  try {
    await superuser.connect();
    await superuser.query('CREATE ROLE plain_owner LOGIN');
    await superuser.query('CREATE DATABASE ats_plain OWNER plain_owner');
    const url = new URL(postgres.url);
    url.username = 'plain_owner';
    url.pathname = '/ats_plain';
    const sql = 'CREATE ROLE ats_app NOLOGIN; GRANT ats_app TO plain_owner;';
    await expect(migrate(url.href)).rejects.toThrow(
      `the login plain_owner may not prepare the database: run "${sql}" as a superuser, then ats migrate again`,
    );
    await superuser.query(sql);
    expect((await migrate(url.href)).at(-1)).toMatch(/^\d+ files of sql\/$/);
    expect(await migrate(url.href)).toEqual([]);

    await superuser.query('CREATE ROLE plain_service LOGIN IN ROLE ats_app');
    await superuser.query('CREATE DATABASE ats_empty OWNER plain_owner');
    url.username = 'plain_service';
    url.pathname = '/ats_empty';
    await expect(migrate(url.href)).rejects.toThrow(
      'the login plain_service does not own the database ats_empty: run ats migrate as its owner, plain_owner',
    );

    await superuser.query('CREATE ROLE stranger LOGIN');
    await superuser.query('CREATE DATABASE "Other-ats"');
    url.username = 'stranger';
    url.pathname = '/Other-ats';
    await expect(migrate(url.href)).rejects.toThrow(
      'run "ALTER DATABASE "Other-ats" OWNER TO stranger;" as a superuser',
    );
  } finally {
    await superuser.end();
    await postgres.stop();
  }
});
