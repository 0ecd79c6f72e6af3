import { z } from 'zod';
import type { Shape } from './json-schema';
import type { TradingService } from './service';
import type { Spending } from './spending';
import type { UntrustedTexts } from './untrusted';

/** The environment of a tool call. */
export interface Call {
  readonly service: TradingService;
  readonly signal: AbortSignal;
  /** Takes all text that a counterparty may have written. */
  readonly texts: UntrustedTexts;
  /** Makes the idempotency key of a mutation. */
  readonly intentId: string;
  /** Whether the server offers reads only. */
  readonly isReadOnly: boolean;
  /** Checks the limits of the command line. Throws if the call may not go on. */
  permit(spending: Spending): void;
}

export type Answer = Readonly<Record<string, unknown>>;

/** A tool with arguments that are parsed already. */
export interface Tool<Input extends Shape = Shape> {
  readonly name: string;
  /** At most 900 characters. */
  readonly description: string;
  readonly input: Input;
  readonly output: Shape;
  readonly effect: Effect;
  run(args: z.infer<Input>, call: Call): Promise<Answer>;
}

/** `read`: changes nothing. `write`: takes effect once per `intentId`. `destructive`: cannot be undone and costs its caller. */
export type Effect = 'read' | 'write' | 'destructive';

/** Infers the arguments of `run` from `input`. */
export function defineTool<Input extends Shape>(tool: Tool<Input>): Tool {
  // The server parses the arguments with `input` before it calls `run`.
  return tool;
}

export const key = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[0-9a-z]+$`), `must be a key that begins with ${prefix}_`);
export const tradeKey = key('trd');
export const proposalKey = key('prp');
export const stepNo = z.int().min(1);
export const basisPoints = z.int().min(0).max(10_000);
export const stamps = z.int().min(0);
/** The number of an item. */
export const itemNo = z.int().min(1);
export const ITEM = 'Number in ats_trade';

/** An id that the model makes, so that a repeated call takes effect once. */
export const intent = {
  intentId: z
    .string()
    .regex(/^[!-~]{1,200}$/, 'must have 1 to 200 ASCII characters, and no spaces')
    .optional()
    .describe('Own id, the same in a retry'),
};

/** Any object of an answer. */
export const anyObject = z.record(z.string(), z.unknown());
export const anyList = z.array(z.unknown());
/** Members of every answer about an object: acts, and texts as `{field, text}`. */
export const answerMembers = { allowedActions: anyList, untrusted: anyList };
