import { originOf } from '../../domain/trades/facts';
import { addAuthorityFact, type AuthorityKind, type AuthorityObject } from '../../database/repositories/authority';
import { actIn, type MutationContext, type Tx } from '../context';

/** Records that an act changed who may act. Every command that changes such an object calls it. */
export function recordAuthority(
  context: { readonly tx: Tx } & Partial<Pick<MutationContext, 'caller'>>,
  kind: AuthorityKind,
  object: AuthorityObject,
): void {
  addAuthorityFact(context.tx, kind, originOf({ now: context.tx.now, ...actIn(context) }), object);
}
