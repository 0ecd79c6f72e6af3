import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performAll } from '../test/integration/parity/perform';
import { Recorder } from '../test/integration/parity/recorder';
import { RestDriver } from '../test/integration/parity/rest-driver';

/** `npm run record` plays every scenario over REST and saves the responses as examples of openapi.json. */
async function record(): Promise<void> {
  const addresses: string[] = [];
  const recorder = new Recorder(addresses);
  await performAll(
    (app) => {
      addresses.push(app.url);
      return new RestDriver(app, (exchanged) => recorder.see(exchanged));
    },
    (line) => console.log(line),
  );
  const file = join(__dirname, '..', 'docs', 'examples', 'recorded.json');
  writeFileSync(file, `${JSON.stringify(recorder.recorded(), null, 2)}\n`);
  console.log(`wrote ${file}; npm run generate puts it into openapi.json`);
}

record().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
