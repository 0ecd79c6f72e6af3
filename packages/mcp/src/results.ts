import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { describeFailure, ToolError } from './errors';
import type { TradingService } from './service';
import type { Answer, Tool } from './tool';
import { UntrustedTexts } from './untrusted';
import { ACTION_FIELDS, type AllowedAction, viewActions } from './views/actions';

/** Parses the arguments of a call. @throws ToolError with what is wrong */
export function parseArguments(tool: Tool, args: unknown): Answer {
  const parsed = tool.input.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const path = first?.path.join('.') ?? '';
  const detail = `${path === '' ? 'arguments' : path}: ${first?.message ?? z.prettifyError(parsed.error)}`;
  throw new ToolError('invalid_arguments', `${detail}. Read the input schema of ${tool.name} again.`);
}

/** The result of a call that succeeded. Texts of counterparties are in `untrusted` alone. */
export function successResult(tool: Tool, answer: Answer, texts: UntrustedTexts): CallToolResult {
  const hasTexts = texts.items.length > 0 || 'untrusted' in tool.output.shape;
  const structured = { ...answer, ...(hasTexts && { untrusted: texts.items }) };
  return { content: [{ type: 'text', text: JSON.stringify(structured) }], structuredContent: structured };
}

/** A call that was refused or failed. */
export interface FailedCall {
  readonly args: Answer | undefined;
  readonly intentId: string | undefined;
}

/** The result of a call that was refused or failed. */
export async function failureResult(
  error: unknown,
  { args, intentId }: FailedCall,
  service: TradingService,
): Promise<CallToolResult> {
  const { code, remedy, detail, members, isUncertain } = describeFailure(error);
  const texts = new UntrustedTexts();
  texts.add('detail', detail);
  const answer = {
    code,
    remedy,
    ...members,
    allowedActions: isUncertain ? [] : await allowedActionsOf(args ?? {}, service),
    // The call may have had its effect. Only the same intent is safe then.
    ...(isUncertain && intentId !== undefined && { intentId }),
    untrusted: texts.items,
  };
  // Clients of the older SDK validate structured content against the schema of success, also for errors.
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(answer) }] };
}

const ACTIONS = `query ($id: ID!) { node(id: $id) {
  ... on Trade { allowedActions { ...A } } ... on Proposal { allowedActions { ...A } } ... on Listing { allowedActions { ...A } } } }
  ${ACTION_FIELDS}`;
const ACTIONS_TIMEOUT_MS = 5_000;

/** Reads what the caller may do with the object of the call instead. */
async function allowedActionsOf(args: Answer, service: TradingService): Promise<object[]> {
  const id = args['tradeKey'] ?? args['proposalKey'] ?? args['listingKey'];
  if (typeof id !== 'string') return [];
  type Data = { node: { allowedActions?: AllowedAction[] } | null };
  try {
    const { node } = await service.read<Data>(ACTIONS, { id }, AbortSignal.timeout(ACTIONS_TIMEOUT_MS));
    return viewActions(node?.allowedActions ?? []);
  } catch {
    // The first error matters, not this one.
    return [];
  }
}
