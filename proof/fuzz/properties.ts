import { unsignedPaths, processor } from './unsigned-paths';
import { headers } from './headers';
import { cursors, keys } from './names';
import { proofs } from './proofs';
import { oauth } from './oauth';
import type { Property } from './property';
import { documents, graphqlArguments, restRequests } from './requests';
import { signingIn } from './sign-in';
import { signatures } from './signatures';
import { sockets } from './sockets';

/** All properties. */
export const properties: readonly Property[] = [
  graphqlArguments,
  restRequests,
  documents,
  headers,
  cursors,
  keys,
  signatures,
  processor,
  unsignedPaths,
  signingIn,
  oauth,
  sockets,
  proofs,
];
