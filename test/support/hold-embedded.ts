import { startEmbedded } from '../../src/adapters/postgres/embedded';

/** A process of its own that has the embedded database of the folder named, until it is killed. */
void startEmbedded({ dataDir: process.argv[2] ?? '', log: { debug: () => undefined } }).then(({ url }) => {
  console.log(url);
});
