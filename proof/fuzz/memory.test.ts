import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { graphql } from './attack';
import { newCast } from './cast';
import { queryFor, places } from './graphql';
import { Growth } from './growth';
import { property } from './property';
import { newStage } from './stage';
import { signed } from './wire';

/** Memory does not grow. Each request has a document of its own, so a leak per document would show. */

const LOOKS = 8;
const REQUESTS = 300;

const stage = newStage();

const once = property(
  'documents of their own',
  (cast) => fc.constantFrom(...places.filter(({ kind }) => kind === 'query')).chain((place) => queryFor(cast, place)),
  async ({ service: { url }, wire, counts }, cast, { document, variables }) => {
    const body = `{"query":${JSON.stringify(`${document} # ${randomUUID()}`)},"variables":${variables}}`;
    await wire.send(signed(url, cast.signers.agent, graphql(body)));
    counts.requests += 1;
  },
);

test('memory does not grow after the first thousand documents', async () => {
  const growth = new Growth(stage.service);
  const cast = await newCast(stage.service);
  for (let at = 0; at < LOOKS; at += 1) {
    await once.hold(stage.attack, cast, { runs: REQUESTS, seed: at });
    await growth.look(stage.attack.counts.requests);
  }
  expect([growth.isBounded(), growth.text()]).toEqual([true, expect.any(String)]);
}, 300_000);
