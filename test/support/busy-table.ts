type Sql = (text: string) => Promise<unknown>;

/** Lets reads of a table fail as on a full disk, until the returned function is called. `sql` runs as the owner. */
export async function busyTable(sql: Sql, table: string): Promise<() => Promise<void>> {
  await sql(`CREATE OR REPLACE FUNCTION be_busy() RETURNS boolean LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'the disk is full' USING ERRCODE = '53100'; END $$`);
  await sql(`CREATE POLICY busy ON ${table} USING (be_busy())`);
  await sql(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`);
  return async () => {
    await sql(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY`);
    await sql(`DROP POLICY busy ON ${table}`);
  };
}
