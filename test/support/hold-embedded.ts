import { startEmbedded } from '../../src/adapters/postgres/embedded';

/** Runs the embedded database of the named folder in its own process, until it is killed. */
void startEmbedded({ dataDir: process.argv[2] ?? '', log: { debug: () => undefined } }).then(({ url }) => {
  console.log(url);
});
