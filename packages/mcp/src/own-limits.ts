import { readOnly, type ToolError } from './errors';
import type { TradingService } from './service';
import { cannotAsk, maxStampsExceeded } from './spending';
import type { Answer } from './tool';
import { mergeAlike } from './views/blocked';

/**
 * Limits by which this program refuses acts that the service allows.
 *
 * An answer shows these acts as blocked, so that a model does not offer or try them.
 */
export interface OwnLimits {
  readonly isReadOnly: boolean;
  readonly maxStamps: number | undefined;
  /** Undefined without --confirm-above, and if the client can ask its user. */
  readonly confirmAbove: number | undefined;
  readonly service: Pick<TradingService, 'url'>;
}

/** An act, as `viewActions` shows it. */
interface Act {
  readonly tool: string;
  readonly operation: string;
  readonly action?: string;
  readonly decision?: string;
  readonly stepNo?: number;
  readonly costStamps?: number;
  readonly yourCommitment?: { readonly totalStamps: number };
  readonly fault?: { readonly yourBondSlashedStamps: number };
}

/** The answer, with each list of allowed acts and each item of `attention` within the limits. */
export function withinLimits(answer: Answer, limits: OwnLimits): Answer {
  return Object.fromEntries(
    Object.entries(limited(answer, limits)).map(([name, value]) => [name, inner(value, limits)]),
  );
}

function inner(value: unknown, limits: OwnLimits): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => inner(item, limits));
  return isObject(value) ? withinLimits(value, limits) : value;
}

function limited(answer: Answer, limits: OwnLimits): Answer {
  const { allowedActions, action } = answer;
  if (isAct(action)) {
    const blocked = blockOf(action, limits);
    return blocked ? { ...answer, action: null, blocked } : answer;
  }
  if (!Array.isArray(allowedActions)) return answer;
  const acts = allowedActions.map((act: unknown) => ({ act, blocked: isAct(act) ? blockOf(act, limits) : undefined }));
  const refused = acts.flatMap(({ act, blocked }) => (isAct(act) && blocked ? [{ act, blocked }] : []));
  if (refused.length === 0) return answer;
  const { blockedActions = [] } = answer as { readonly blockedActions?: readonly object[] };
  return {
    ...answer,
    allowedActions: acts.filter(({ blocked }) => blocked === undefined).map(({ act }) => act),
    blockedActions: [...blockedActions, ...mergeAlike(refused.map(viewRefused))],
  };
}

interface Blocked {
  readonly code: string;
  readonly remedy: string;
}

interface Refused {
  readonly act: Act;
  readonly blocked: Blocked;
}

/** The members that tell the act apart, and why it is refused. All acts of a program that only reads are refused alike. */
function viewRefused({ act: { tool, action, decision, stepNo }, blocked }: Refused): { tool: string; view: object } {
  const isAlike = blocked.code === 'read_only' && action === undefined;
  return { tool, view: { ...(!isAlike && withoutAbsent({ action, decision, stepNo })), ...blocked } };
}

function withoutAbsent(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Why this program refuses an act; undefined if it does not. */
function blockOf(act: Act, { isReadOnly, maxStamps, confirmAbove, service }: OwnLimits): Blocked | undefined {
  if (isReadOnly) return blockedBy(readOnly('The tools that act are off.', service));
  const stamps = committedBy(act);
  const summary = describe(act, stamps);
  if (maxStamps !== undefined && stamps > maxStamps) {
    return blockedBy(maxStampsExceeded(summary, { stamps, maxStamps }, act.operation === 'respondToProposal'));
  }
  if (confirmAbove === undefined || stamps <= confirmAbove) return undefined;
  return blockedBy(cannotAsk(summary, { stamps, confirmAbove }));
}

function blockedBy({ code, remedy, members }: ToolError): Blocked {
  return { code, remedy, ...members };
}

function describe({ operation }: Act, stamps: number): string {
  if (operation === 'withdrawFromTrade') return `You lose ${stamps} stamps of your bond.`;
  return `It commits ${stamps} stamps.`;
}

/** The stamps that the call of an act commits, as its tool computes them. */
function committedBy({ operation, yourCommitment, costStamps = 0, fault }: Act): number {
  if (operation === 'withdrawFromTrade') return fault?.yourBondSlashedStamps ?? 0;
  return yourCommitment?.totalStamps ?? costStamps;
}

function isAct(value: unknown): value is Act {
  return isObject(value) && typeof value['tool'] === 'string' && typeof value['operation'] === 'string';
}

function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
