import type { GraphQLSchema } from 'graphql';
import { lockBindingsOfHuman } from '../../database/repositories/parties';
import type { Tx } from '../../database/transactions/database';
import { actsForPrincipal, findAccessRefusal } from '../auth/access';
import type { AuthenticatedRequest, ParsedRequest } from './api-adapter';

/**
 * Checks the bindings of the acting human again, after its acts and before their commit.
 *
 * A request can wait for seconds, for its turn or for a lock. A human who lost the role meanwhile must change nothing. The
 * bindings are locked until the commit. Only the lock of a fact follows, so it causes no deadlock. Mutations that only
 * owners may call check the owner themselves (src/operations/commands/owner.ts).
 * @throws Refusal 403 `principal_access_denied`, `principal_owner_required`
 */
export async function assertStillActing(
  tx: Tx,
  schema: GraphQLSchema,
  { authenticated: { caller }, fields, request, variables }: ParsedRequest & { authenticated: AuthenticatedRequest },
): Promise<void> {
  if (caller.kind !== 'console' || !caller.human?.humanId || !actsForPrincipal(fields)) return;
  const human = { ...caller.human, bindings: await lockBindingsOfHuman(tx, caller.human.humanId) };
  const found = findAccessRefusal(schema, { ...caller, human }, fields, {
    raw: request.variables,
    coerced: variables,
  });
  if (found) throw found.refusal;
}
