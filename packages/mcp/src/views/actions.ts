import { ARGUMENTS } from '../argument-path';
import type { ProposalCosts } from './commitment';
import { FAULT_FIELDS, type FaultPreview, viewPreview } from './fault';

/** An act that is possible now, as the API describes it. */
export interface AllowedAction {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly costStamps: number;
  readonly bondStamps: number;
  /** The principal that pays. Null without costs. */
  readonly payerPrincipalKey: string | null;
  readonly hasEffect: boolean;
  readonly closesAt: string | null;
  readonly consequence: {
    readonly summary: string;
    readonly preview: FaultPreview | null;
  };
  readonly ifNotDone: { readonly summary: string } | null;
}

export const ACTION_FIELDS = `fragment A on AllowedAction { operation input costStamps bondStamps payerPrincipalKey hasEffect closesAt
  consequence { summary preview { netStamps ${FAULT_FIELDS} } } ifNotDone { summary } }`;

const TOOLS: Readonly<Record<string, string>> = {
  respondToProposal: 'ats_respond',
  createTrade: 'ats_start_trade',
  activateTrade: 'ats_start_trade',
  publishDeliveryContract: 'ats_deliver',
  submitCheckpoint: 'ats_check_delivery',
  fileRebuttal: 'ats_rebut',
  withdrawFromTrade: 'ats_withdraw',
  runMatch: 'ats_find_partners',
  publishListing: 'ats_find_partners',
  updateListing: 'ats_find_partners',
};

/** The tool that does an operation; undefined if none does. */
export function toolOf(operation: string): string | undefined {
  return TOOLS[operation];
}

/** Members of `input` that the service sets. The others, such as item ids, may be text of a counterparty. */
const SAFE_MEMBERS = ['decision', 'status', 'stepNo', 'expectedRevisionNo'] as const;

/** The argument `action` of ats_find_partners. A change without a lifecycle action is an update. */
const LISTING_ACTIONS: Readonly<Record<string, string>> = {
  runMatch: 'match',
  publishListing: 'publish',
  updateListing: 'update',
};

/** The members of an act that are safe to show, named as the arguments of its tool. */
export function viewArguments({ operation, input }: Pick<AllowedAction, 'operation' | 'input'>): object {
  const { lifecycleAction } = input;
  const members = SAFE_MEMBERS.filter((name) => name in input).map(
    (name) => [ARGUMENTS[name] ?? name, input[name]] as const,
  );
  const action = typeof lifecycleAction === 'string' ? lifecycleAction.toLowerCase() : LISTING_ACTIONS[operation];
  const named = Object.fromEntries(members);
  return action === undefined ? named : { action, ...named };
}

/** The caller of acts. */
export interface Actor {
  /** Undefined: no other party can pay. */
  readonly principalKey?: string;
  /** Costs of the proposal whose acts these are. */
  readonly costs?: ProposalCosts | undefined;
}

/**
 * Shows acts with the tool that does them. An act without a tool is for the owner in the console, so it is left out. Acts
 * that would change nothing are left out too, because their consequence is that of another act.
 */
export function viewActions(actions: readonly AllowedAction[], actor: Actor = {}): object[] {
  return actions
    .filter(({ hasEffect, operation }) => hasEffect && toolOf(operation) !== undefined)
    .map((action) => {
      const { operation, closesAt, ifNotDone } = action;
      return {
        tool: toolOf(operation),
        operation,
        ...viewArguments(action),
        ...viewCosts(action, actor),
        closesAt,
        ...viewConsequence(action, actor),
        ...(ifNotDone && { ifNotDone: ifNotDone.summary }),
      };
    });
}

const ACTIVATES = 'ats_start_trade also activates step 1 at once, and you pay it.';

/**
 * The consequence of an act. The service previews a trade that is created alone: a step that is not activated is then a fault
 * of its consumer. The tool activates that step in the same call, so the preview would be wrong.
 */
function viewConsequence({ operation, consequence: { summary, preview } }: AllowedAction, actor: Actor): object {
  if (operation === 'createTrade' && actor.costs?.firstStepStamps !== undefined) {
    return { consequence: `${summary} ${ACTIVATES}` };
  }
  return { consequence: summary, ...(preview && viewPreview(preview, actor.principalKey)) };
}

/**
 * The costs of an act. An acceptance moves no stamps at once, but commits them. A counter commits by its own terms. Costs
 * of another party have another name, so that no caller takes them for its own.
 */
function viewCosts(
  { operation, input, costStamps, bondStamps, payerPrincipalKey: payer }: AllowedAction,
  { principalKey, costs }: Actor,
): object {
  if (payer !== null && principalKey !== undefined && payer !== principalKey) {
    return { costStamps: 0, bondStamps: 0, payer, payerCostStamps: costStamps };
  }
  if (operation === 'respondToProposal' && input['decision'] === 'COUNTER') return {};
  if (operation === 'respondToProposal' && input['decision'] === 'ACCEPT') {
    return { yourCommitment: costs?.yourCommitment };
  }
  if (operation !== 'createTrade') return { costStamps, bondStamps };
  const { yourCommitment, firstStepStamps = 0 } = costs ?? {};
  return { costStamps: costStamps + firstStepStamps, bondStamps, yourCommitment };
}
