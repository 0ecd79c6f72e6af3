import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Attack, graphql } from './attack';
import { type Cast, newCast } from './cast';
import { queryFor, places } from './graphql';
import { type Property, property } from './property';
import { signed } from './wire';

/** More documents than the service caches. */
const ENOUGH = 1_200;
/** So often a query is sent until the service compiles it. */
const USES_UNTIL_COMPILED = 3;

/** Each document is new to the service, so its caches fill up, and a leak per document shows. */
function newDocuments(uses: number): Property {
  return property(
    'documents of their own',
    (cast: Cast) =>
      fc.constantFrom(...places.filter(({ kind }) => kind === 'query')).chain((place) => queryFor(cast, place)),
    async ({ service: { url }, wire, counts }, cast, { document, variables }) => {
      const body = `{"query":${JSON.stringify(`${document} # ${randomUUID()}`)},"variables":${variables}}`;
      for (let use = 0; use < uses; use += 1) {
        await wire.send(signed(url, cast.signers.agent, graphql(body)));
        counts.requests += 1;
      }
    },
  );
}

export const documentsUsedOnce = newDocuments(1);

/** Fills the caches of documents and compiled queries. While they fill up, memory rises and says nothing about a leak. */
export async function fillDocumentCaches(attack: Attack, seed: number): Promise<void> {
  await newDocuments(USES_UNTIL_COMPILED).hold(attack, await newCast(attack.service), { runs: ENOUGH, seed });
}
