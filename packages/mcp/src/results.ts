import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { describeFailure } from './errors';
import type { TradingService } from './service';
import { type Answer, intent, type Tool } from './tool';
import { UntrustedTexts } from './untrusted';
import { ACTION_FIELDS, type AllowedAction, viewActions } from './views/actions';
import { PRICED_FIELDS, type PricedTerms, proposalCosts } from './views/commitment';

/** The result of a call that succeeded. Texts of counterparties are in `untrusted` alone. */
export function successResult(tool: Tool, answer: Answer, texts: UntrustedTexts): CallToolResult {
  const hasTexts = texts.items.length > 0 || 'untrusted' in tool.output.shape;
  const structured = { ...answer, ...(hasTexts && { untrusted: texts.items }) };
  return { content: [{ type: 'text', text: JSON.stringify(structured) }], structuredContent: structured };
}

/** A call that was refused or failed. */
export interface FailedCall {
  readonly tool: Tool;
  /** The arguments as the client sent them. */
  readonly input: unknown;
  /** Undefined if they are invalid. */
  readonly args: Answer | undefined;
  readonly intentId: string | undefined;
}

/** The result of a call that was refused or failed. */
export async function failureResult(
  error: unknown,
  call: FailedCall,
  service: TradingService,
): Promise<CallToolResult> {
  const { code, remedy, untrusted, members, isUncertain } = describeFailure(error, {
    tool: call.tool,
    args: call.args ?? call.input,
    url: service.url,
  });
  const { retryWithNewKey, ...others } = members;
  const texts = new UntrustedTexts();
  for (const { field, text } of untrusted) texts.add(field, text);
  const intentId = intentOf(call);
  const answer = {
    code,
    remedy,
    ...others,
    ...(code === 'service_unreachable' && { url: service.url }),
    // The service stores a refusal, so the same intent would get it again.
    ...(retryWithNewKey === true && { retryWithNewIntentId: true }),
    ...(intentId !== undefined && { intentId }),
    allowedActions: isUncertain ? [] : await allowedActionsOf(call.args ?? {}, service),
    untrusted: texts.items,
  };
  // Clients of the older SDK validate structured content against the schema of success, also for errors.
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(answer) }] };
}

/** The intent of a call of a tool that acts, also if its other arguments are invalid. */
function intentOf({ tool, input, intentId }: FailedCall): string | undefined {
  if (!('intentId' in tool.input.shape)) return undefined;
  return intentId ?? z.object(intent).safeParse(input).data?.intentId;
}

const ACTIONS = `query ($id: ID!) { service { activationFeeBps } principal { principalKey } node(id: $id) {
  ... on Trade { allowedActions { ...A } } ... on Listing { allowedActions { ...A } }
  ... on Proposal { allowedActions { ...A } ...C } } } ${ACTION_FIELDS} ${PRICED_FIELDS}`;
const ACTIONS_TIMEOUT_MS = 5_000;

interface Acts {
  readonly service: { readonly activationFeeBps: number };
  readonly principal: { readonly principalKey: string };
  readonly node: {
    readonly allowedActions?: readonly AllowedAction[];
    readonly currentRevision?: { readonly terms: PricedTerms };
  } | null;
}

/** Reads what the caller may do with the object of the call instead. */
async function allowedActionsOf(args: Answer, service: TradingService): Promise<object[]> {
  const id = args['tradeKey'] ?? args['proposalKey'] ?? args['listingKey'];
  if (typeof id !== 'string') return [];
  try {
    const { node, ...read } = await service.read<Acts>(ACTIONS, { id }, AbortSignal.timeout(ACTIONS_TIMEOUT_MS));
    const viewer = { principalKey: read.principal.principalKey, feeBps: read.service.activationFeeBps };
    const terms = node?.currentRevision?.terms;
    return viewActions(node?.allowedActions ?? [], terms && proposalCosts(terms, viewer));
  } catch {
    // The first error matters, not this one.
    return [];
  }
}
