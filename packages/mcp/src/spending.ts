import { createHash } from 'node:crypto';
import { inputRequired, inputResponse, type InputRequest, type ServerContext } from '@modelcontextprotocol/server';
import type { Confirmations, ConfirmedAct, ProposalCommitment } from './confirmations';
import { ToolError } from './errors';
import type { SpendingLimits } from './options';

/** The cost of a call, for the limits and for the question to the user. */
export interface Spending {
  readonly stamps: number;
  /** A sentence without text of a counterparty. */
  readonly summary: string;
  /** Whether the call is a new commitment. If not, `--max-stamps` does not apply. */
  readonly isCommitment: boolean;
  /** Undefined: the user decides about the call alone. */
  readonly commitment?: ProposalCommitment;
}

/** The state of a question, signed, which comes back with the answer. */
export interface Question {
  /** Digest of the tool and its arguments. */
  readonly call: string;
  readonly stamps: number;
  readonly intentId: string;
  /** Whether the user has confirmed the call, so only an approval is missing. */
  readonly isConfirmed?: boolean;
}

/** The call needs the answer of the user first. */
export class ConfirmationNeeded extends Error {
  override readonly name = 'ConfirmationNeeded';

  constructor(
    readonly stamps: number,
    readonly request: InputRequest,
  ) {
    super('the user must confirm this call');
  }
}

/** The key of the question in `inputRequests`. */
export const CONFIRM = 'confirm';

/** Digest of a call, so that an answer counts for these arguments alone. */
export function digestCall(tool: string, args: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, args]))
    .digest('hex');
}

export interface Asker {
  readonly canAsk: boolean;
  readonly responses: ServerContext['mcpReq']['inputResponses'];
  /** The question that was answered, if it is about this call. */
  readonly question: Question | undefined;
  readonly confirmations: Confirmations;
  /** Digest of the call, if the model gave it an intentId. */
  readonly call: string | undefined;
}

/**
 * The refusal of a call that commits more than --max-stamps.
 * @param isNegotiable whether the other party has not agreed yet, so a counter can lower the price
 */
export function maxStampsExceeded(
  summary: string,
  amounts: { readonly stamps: number; readonly maxStamps: number },
  isNegotiable: boolean,
): ToolError {
  const instead = isNegotiable ? 'counter with a lower price, or tell your user' : 'tell your user';
  const remedy = `${summary} This server may commit at most ${amounts.maxStamps} stamps in one call (--max-stamps). Do not repeat it: ${instead}.`;
  return new ToolError('max_stamps_exceeded', remedy, amounts);
}

/** The refusal of a call that the user must confirm, by a client that cannot ask. */
export function cannotAsk(
  summary: string,
  amounts: { readonly stamps: number; readonly confirmAbove: number },
): ToolError {
  const remedy = `${summary} Above ${amounts.confirmAbove} stamps the user must confirm (--confirm-above), and this client cannot ask: it has no elicitation of mode form. Tell the user to act in the console, to use a client with elicitation, or to start this server without --confirm-above or with a higher one.`;
  return new ToolError('confirmation_unavailable', remedy, amounts);
}

/** Allows the spending, refuses it, or asks the user. @throws ToolError or ConfirmationNeeded */
export function assertAllowed(spending: Spending, { maxStamps, confirmAbove }: SpendingLimits, asker: Asker): void {
  const { stamps, summary, isCommitment } = spending;
  if (isCommitment && maxStamps !== undefined && stamps > maxStamps) {
    throw maxStampsExceeded(summary, { stamps, maxStamps }, spending.commitment?.part === 'AGREEMENT');
  }
  if (confirmAbove === undefined || stamps <= confirmAbove) return;
  const act: ConfirmedAct = { stamps, call: asker.call, commitment: spending.commitment };
  if (asker.confirmations.has(act)) return;
  if (!asker.canAsk) throw cannotAsk(summary, { stamps, confirmAbove });
  assertConfirmed(spending, act, asker);
}

function assertConfirmed({ stamps, summary, commitment }: Spending, act: ConfirmedAct, asker: Asker): void {
  if (asker.question?.stamps === stamps && asker.question.isConfirmed === true) return;
  const response = inputResponse(asker.responses, CONFIRM);
  // A changed price is a new question.
  if (asker.question?.stamps !== stamps || response.kind !== 'elicit') {
    const why = commitment && commitment.part !== 'AGREEMENT' ? `${summary} ${NOT_CONFIRMED}` : summary;
    throw new ConfirmationNeeded(stamps, question(why));
  }
  if (response.action === 'accept' && response.content?.['confirm'] === true) {
    asker.confirmations.add(act);
    return;
  }
  asker.confirmations.decline(act);
  const remedy = 'The user declined this call. Do not repeat it without a new request.';
  throw new ToolError('confirmation_declined', remedy, { stamps });
}

/** Why the user is asked about a trade, which the agreement before would have covered. */
const NOT_CONFIRMED = 'You have not confirmed this agreement since this server started.';

function question(summary: string): InputRequest {
  return inputRequired.elicit({
    message: `${summary} Do you allow this?`,
    requestedSchema: {
      type: 'object',
      properties: { confirm: { type: 'boolean', title: 'Allow', description: 'Allow this call.' } },
      required: ['confirm'],
    },
  });
}
