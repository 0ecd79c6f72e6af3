import type { ProposalPageTermsFragment } from '../../api/document-types';
import { instantOf, localInput } from '../trading/span';
import { type ItemDraft, itemDraft, itemInput } from '../trading/items-editor';
import { type TermsChange, visibleChanges } from '../trading/terms-words';
import type { TermsInput, TermsStepInput } from '../../../../client/src/schema';

/** The terms of a revision. */
export type Terms = ProposalPageTermsFragment;
type Step = Terms['steps'][number];

/** A step while it is edited. Numbers are texts until the counter is sent. */
export interface StepDraft {
  readonly title: string;
  readonly price: string;
  readonly providerKey: string;
  readonly consumerKey: string;
  readonly contractWindowSeconds: number | null;
  readonly checkpointWindowSeconds: number | null;
  /** A local time, or empty. */
  readonly notBefore: string;
  /** The exact time before the edit, because the input has minutes only. */
  readonly notBeforeExact: string | null;
  readonly activation: 'ANY' | 'CONSUMER';
  readonly items: readonly ItemDraft[];
}

/** Terms while they are edited. Shares are in percent. */
export interface TermsDraft {
  readonly threshold: string;
  readonly burn: string;
  readonly steps: readonly StepDraft[];
}

/** A participant of the proposal, whose agent is the same in all revisions. */
export interface Participant {
  readonly principalKey: string;
  readonly agentId: string;
  readonly name: string;
}

function stepDraft(step: Step): StepDraft {
  return {
    title: step.title,
    price: String(step.priceStamps),
    providerKey: step.providerPrincipalKey,
    consumerKey: step.consumerPrincipalKey,
    contractWindowSeconds: step.contractWindowSeconds,
    checkpointWindowSeconds: step.checkpointWindowSeconds,
    notBefore: localInput(step.notBefore),
    notBeforeExact: step.notBefore ?? null,
    activation: step.activation,
    items: step.items.map(itemDraft),
  };
}

/** The draft that changes nothing yet. */
export function draftOf({ coverageThresholdBps, disputeBurnBps, steps }: Terms): TermsDraft {
  return {
    threshold: String(coverageThresholdBps / 100),
    burn: String(disputeBurnBps / 100),
    steps: steps.map(stepDraft),
  };
}

function notBeforeOf({ notBefore, notBeforeExact }: StepDraft): string | null {
  return notBefore === localInput(notBeforeExact) ? notBeforeExact : instantOf(notBefore);
}

function stepInput(step: StepDraft, at: number, participants: readonly Participant[]): TermsStepInput {
  const agentOf = (key: string): string => participants.find(({ principalKey }) => principalKey === key)?.agentId ?? '';
  return {
    stepNo: at + 1,
    title: step.title.trim(),
    priceStamps: Number(step.price),
    providerPrincipalKey: step.providerKey,
    providerAgentId: agentOf(step.providerKey),
    consumerPrincipalKey: step.consumerKey,
    consumerAgentId: agentOf(step.consumerKey),
    contractWindowSeconds: step.contractWindowSeconds ?? 0,
    checkpointWindowSeconds: step.checkpointWindowSeconds ?? 0,
    notBefore: notBeforeOf(step),
    // An absent activation is the same as ANY, and makes no difference to terms that had none.
    activation: step.activation === 'ANY' ? null : step.activation,
    items: step.items.map(itemInput),
  };
}

/** The input of a counter. */
export function termsInput(draft: TermsDraft, bondBps: number, participants: readonly Participant[]): TermsInput {
  return {
    bondBps,
    coverageThresholdBps: Math.round(Number(draft.threshold) * 100),
    disputeBurnBps: Math.round(Number(draft.burn) * 100),
    steps: draft.steps.map((step, at) => stepInput(step, at, participants)),
  };
}

/** Members that a change of the participants implies. */
const IMPLIED = new Set(['providerAgentId', 'consumerAgentId', '__typename']);

function compare(before: unknown, after: unknown, path: string): TermsChange[] {
  if (before === after || (before == null && after == null)) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, at) => compare(before[at], after[at], `${path}[${at}]`)).flat();
  }
  if (typeof before === 'object' && typeof after === 'object' && before && after) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)].filter((name) => !IMPLIED.has(name)));
    const member = (of: object, name: string): unknown => (of as Readonly<Record<string, unknown>>)[name];
    return [...names].flatMap((name) =>
      compare(member(before, name), member(after, name), path === '' ? name : `${path}.${name}`),
    );
  }
  return [{ path, before: plain(before), after: plain(after) }];
}

/** An added or removed step, without the members that no reader needs. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !IMPLIED.has(name)));
}

/** The differences between the current terms and a counter, in the form of a revision. */
export function changesOf(terms: Terms, input: TermsInput): readonly TermsChange[] {
  return visibleChanges(compare(terms, input, ''));
}

/** The bond of a participant: its share of the prices of its steps, rounded up. */
export function bondOf({ steps, bondBps }: TermsInput, principalKey: string): number {
  const own = steps.filter((step) => [step.providerPrincipalKey, step.consumerPrincipalKey].includes(principalKey));
  return Math.ceil((own.reduce((sum, { priceStamps }) => sum + priceStamps, 0) * (bondBps ?? 0)) / 10_000);
}
