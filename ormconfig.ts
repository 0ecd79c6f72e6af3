import { DataSource } from 'typeorm';
import { locateEmbedded } from './src/adapters/postgres/embedded';
import { databaseOptions } from './src/database/connection/data-source';

/** For TypeORM's command line (`npx typeorm migration:show -d dist/ormconfig.js`), on the same database as the service. */
const url = process.env['DATABASE_URL'] ?? locateEmbedded(process.env['ATS_DATA_DIR'] ?? '.ats');
if (url === undefined) throw new Error('set DATABASE_URL, or start the service: there is no embedded database running');

export default new DataSource(databaseOptions({ url, role: 'owner' }));
