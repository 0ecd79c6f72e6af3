import { remedyOf } from '../remedies';
import { toolOf, viewArguments } from './actions';

/** An act that the service would refuse now, as the API describes it. */
export interface BlockedAction {
  readonly operation: string;
  /** Null: every variant of the operation is refused. */
  readonly input: Readonly<Record<string, unknown>> | null;
  readonly code: string;
  readonly reason: string | null;
  readonly remedy: string;
  readonly availableAt: string | null;
  readonly missingStamps: number | null;
  /** Null: no approval blocks the act. */
  readonly approvalStatus: string | null;
}

export const BLOCKED_FIELDS =
  'fragment B on BlockedAction { operation input code reason remedy availableAt missingStamps approvalStatus }';

/** Codes of acts of another party or another time. A trade has many of them, and the caller can remove none. */
const OF_STATE: ReadonlySet<string> = new Set([
  'trade_access_denied',
  'trade_state_conflict',
  'trade_proposal_not_fully_accepted',
  'match_proposal_invalid_response',
  'proposal_state_conflict',
  'proposal_revision_conflict',
]);
/** The form of a reason, which is a name of the service. */
const NAME = /^\w{1,100}$/;

/** Shows the acts that a cause blocks which may be removed, such as a low balance. Acts with an equal cause are one. */
export function viewBlocked(blocked: readonly BlockedAction[]): object[] {
  const isShown = (one: BlockedAction): boolean => !OF_STATE.has(codeOf(one)) || one.availableAt !== null;
  const acts = blocked.filter(isShown).flatMap((one) => {
    const { operation, input } = one;
    const tool = toolOf(operation);
    return tool === undefined
      ? []
      : [{ tool, view: { ...(input && viewArguments({ operation, input })), ...viewCause(one) } }];
  });
  return mergeAlike(acts);
}

/** Makes one entry of the acts that look alike, with all their tools. */
export function mergeAlike(acts: readonly { readonly tool: string; readonly view: object }[]): object[] {
  const entries = new Map<string, { readonly tools: Set<string>; readonly view: object }>();
  for (const { tool, view } of acts) {
    const key = JSON.stringify(view);
    const { tools } = entries.get(key) ?? { tools: new Set<string>() };
    entries.set(key, { tools: tools.add(tool), view });
  }
  return [...entries.values()].map(({ tools, view }) => ({ tools: [...tools], ...view }));
}

/** The code as errors have it. The enum of the API has capitals. */
function codeOf({ code }: BlockedAction): string {
  return code.toLowerCase();
}

/** Shows why an act is blocked. The words of the service about it may quote a counterparty, so they are left out. */
export function viewCause(blocked: BlockedAction): object {
  const { reason, remedy, availableAt, missingStamps, approvalStatus } = blocked;
  const code = codeOf(blocked);
  return {
    code,
    ...(reason !== null && NAME.test(reason) && { reason }),
    remedy: remedyOf({ code, members: { approvalStatus }, remedy }),
    ...(availableAt !== null && { availableAt }),
    ...(missingStamps !== null && { missingStamps }),
    ...(approvalStatus !== null && { approvalStatus }),
  };
}

/** Advice if there is neither an act nor a cause that blocks one. */
const WAIT =
  'You have nothing to do now: another party or the clock acts next. Wait with ats_wait, and pass its cursor.';

/** Advice if the acts need not be done now. A model that takes them gives up its bond, or uses its only rebuttal. */
const NOTHING_DUE =
  'Nothing is due from you: another party or the clock acts next. Wait with ats_wait, and pass its cursor. The acts that are offered are not due, and ats_withdraw ends the trade at your expense.';

/** A step, as far as a rebuttal is concerned. */
interface CheckedStep {
  readonly stepNo: number;
  /** Null before the checkpoint: a rebuttal is possible then, and would be the only one. */
  readonly checkpointStatus: string | null;
}

function isDue(act: object, steps: readonly CheckedStep[]): boolean {
  const { tool, stepNo } = act as { readonly tool?: string; readonly stepNo?: unknown };
  if (tool !== 'ats_rebut') return tool !== 'ats_withdraw';
  return steps.find((step) => step.stepNo === stepNo)?.checkpointStatus !== null;
}

interface ActsInView {
  readonly allowedActions: readonly object[];
  readonly blockedActions: readonly object[];
  /** The steps of a trade. */
  readonly steps?: readonly CheckedStep[];
}

/** The members of an answer about blocked acts. */
interface Next {
  readonly blockedActions?: readonly object[];
  readonly nextStep?: string;
}

/** The blocked acts, and what to do if no act is due. An object that has ended has other advice. */
export function viewNext(acts: ActsInView, endedAdvice: string | undefined): Next {
  const { allowedActions, blockedActions, steps = [] } = acts;
  const isIdle = !allowedActions.some((act) => isDue(act, steps)) && blockedActions.length === 0;
  const wait = allowedActions.length === 0 ? WAIT : NOTHING_DUE;
  return {
    ...(blockedActions.length > 0 && { blockedActions }),
    ...(isIdle && { nextStep: endedAdvice ?? wait }),
  };
}
