import { Attack } from './attack';
import { startFuzzedService, type FuzzedService } from './service';
import type { Wire } from './wire';

/** State that the tests of a file share. */
export interface Stage {
  readonly attack: Attack;
  readonly service: FuzzedService;
  readonly wire: Wire;
}

/** Starts a service before the file's first test and stops it after the last. */
export function newStage(): Stage {
  let attack: Attack;
  beforeAll(async () => {
    attack = await Attack.on(await startFuzzedService());
  }, 300_000);
  afterAll(async () => {
    attack.close();
    await attack.service.stop();
  });
  return {
    get attack() {
      return attack;
    },
    get service() {
      return attack.service;
    },
    get wire() {
      return attack.wire;
    },
  };
}
