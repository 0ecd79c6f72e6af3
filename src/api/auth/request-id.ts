import { keyOf } from '../../domain/keys';
import type { Services } from '../../operations/context';
import type { Clock } from '../../operations/ports';

/** Every response carries one, and what went wrong is logged under it (contract §5). */
export function newRequestId(deps: { readonly services: Pick<Services, 'newId'>; readonly clock: Clock }): string {
  return keyOf('req', deps.services.newId(deps.clock.now()));
}
