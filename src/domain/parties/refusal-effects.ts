import type { Effects } from '../effects';
import { type Members, Refusal } from '../errors/errors';

/** The effects of a refused commitment, written after its rollback. */
export type RefusalEffects = Pick<Effects, 'approvals' | 'exhaustions' | 'events'>;

/** A refusal that writes: its effects commit together with its answer (docs/decisions/0046-approvals.md). */
export class RefusalWithEffects extends Refusal {
  constructor(
    code: 'approval_required' | 'mandate_exceeded',
    detail: string | undefined,
    members: Members,
    readonly effects: RefusalEffects,
    ownRemedy?: string,
  ) {
    super(code, detail, members, ownRemedy);
  }
}
