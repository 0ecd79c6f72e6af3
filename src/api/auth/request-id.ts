import { keyOf } from '../../domain/keys';
import type { Services } from '../../operations/context';
import type { Clock } from '../../operations/ports';

/** Creates the id of a request, for its response and its log lines. */
export function newRequestId(deps: { readonly services: Pick<Services, 'newId'>; readonly clock: Clock }): string {
  return keyOf('req', deps.services.newId(deps.clock.now()));
}
