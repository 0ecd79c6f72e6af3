import { readOnly } from './errors';
import type { TradingService } from './service';
import { maxStampsExceeded } from './spending';
import type { Answer } from './tool';

/**
 * Acts that the service allows and this program refuses, by --read-only or --max-stamps.
 *
 * An answer shows them as blocked, so that a model does not offer or try them.
 */
export interface OwnLimits {
  readonly isReadOnly: boolean;
  readonly maxStamps: number | undefined;
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
    blockedActions: [...blockedActions, ...(limits.isReadOnly ? asOne(refused) : refused.map(withArguments))],
  };
}

interface Refused {
  readonly act: Act;
  readonly blocked: object;
}

/** All acts are refused alike, so they are one entry. */
function asOne(refused: readonly Refused[]): object[] {
  return [{ tools: [...new Set(refused.map(({ act }) => act.tool))], ...refused[0]?.blocked }];
}

function withArguments({ act: { tool, action, decision, stepNo }, blocked }: Refused): object {
  return {
    tools: [tool],
    ...(action !== undefined && { action }),
    ...(decision !== undefined && { decision }),
    ...(stepNo !== undefined && { stepNo }),
    ...blocked,
  };
}

/** Why this program refuses an act; undefined if it does not. */
function blockOf(act: Act, { isReadOnly, maxStamps, service }: OwnLimits): object | undefined {
  if (isReadOnly) {
    const { code, remedy } = readOnly('The tools that act are off.', service);
    return { code, remedy };
  }
  const stamps = committedBy(act);
  if (maxStamps === undefined || stamps <= maxStamps) return undefined;
  const { code, remedy, members } = maxStampsExceeded(`It commits ${stamps} stamps.`, { stamps, maxStamps });
  return { code, remedy, ...members };
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
