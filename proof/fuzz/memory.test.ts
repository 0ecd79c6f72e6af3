import { newCast } from './cast';
import { documentsUsedOnce } from './documents';
import { Growth } from './growth';
import { newStage } from './stage';

/** Memory does not grow. */

const LOOKS = 8;
const REQUESTS = 300;

const stage = newStage();

test('memory does not grow after the first thousand documents', async () => {
  const growth = new Growth(stage.service);
  const cast = await newCast(stage.service);
  for (let at = 0; at < LOOKS; at += 1) {
    await documentsUsedOnce.hold(stage.attack, cast, { runs: REQUESTS, seed: at });
    await growth.look(stage.attack.counts.requests);
  }
  expect([growth.isBounded(), growth.text()]).toEqual([true, expect.any(String)]);
}, 300_000);
