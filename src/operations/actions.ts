import { actsOf, refusalOf, type Access, type Acts, type ActCandidate } from '../domain/actions/action';
import { Refusal } from '../domain/errors/errors';
import { keyOf } from '../domain/keys';
import { authorizePrincipal, assertKind, type Caller } from '../domain/sessions/caller';
import { assertCredentialLimits, accessRules, type Operation } from './access';

/** The access of a caller to the operations for a principal. Null: operations of the platform. */
function accessOf(caller: Caller, principalId: string | null): Access {
  return (operation) => {
    const rule = accessRules[operation as Operation];
    const result = refusalOf(() => {
      if (principalId === null) assertKind(rule, caller);
      else authorizePrincipal(rule, caller, keyOf('prn', principalId));
      assertCredentialLimits(caller, operation as Operation);
    });
    return result instanceof Refusal ? result : undefined;
  };
}

/** The acts that a caller may do and may not do for a principal, or for the platform. */
export function actsFor(caller: Caller, principalId: string | null, candidates: readonly ActCandidate[]): Acts {
  return actsOf(candidates, accessOf(caller, principalId));
}
