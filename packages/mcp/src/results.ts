import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { actsInstead } from './current-acts';
import { describeFailure } from './errors';
import type { TradingService } from './service';
import { type OwnLimits, withinLimits } from './own-limits';
import { type Answer, intent, type Tool } from './tool';
import { UntrustedTexts } from './untrusted';

/** The result of a call that succeeded. Texts of counterparties are in `untrusted` alone. */
export function successResult(
  tool: Tool,
  { answer, texts }: { readonly answer: Answer; readonly texts: UntrustedTexts },
  limits: OwnLimits,
): CallToolResult {
  const hasTexts = texts.items.length > 0 || 'untrusted' in tool.output.shape;
  const structured = { ...withinLimits(answer, limits), ...(hasTexts && { untrusted: texts.items }) };
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

interface FailureLimits extends OwnLimits {
  readonly service: TradingService;
}

/** The result of a call that was refused or failed. */
export async function failureResult(error: unknown, call: FailedCall, limits: FailureLimits): Promise<CallToolResult> {
  const { service } = limits;
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
    ...(retryWithNewKey === true && { needsNewIntentId: true }),
    ...(intentId !== undefined && { intentId }),
    ...(isUncertain ? { allowedActions: [] } : withinLimits(await actsInstead(call.args ?? {}, service), limits)),
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
