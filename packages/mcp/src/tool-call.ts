import {
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolResult,
  type ClientCapabilities,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import {
  APPROVE,
  approvalRequest,
  intentAfterDecision,
  isAllowed,
  PENDING,
  type PendingApproval,
  pendingApproval,
  statusOf,
  waitForDecision,
  withStatus,
} from './approval';
import { parseArguments } from './arguments';
import type { Confirmations } from './confirmations';
import type { SpendingLimits } from './options';
import type { OwnLimits } from './own-limits';
import { failureResult, successResult } from './results';
import type { TradingService } from './service';
import { assertAllowed, CONFIRM, ConfirmationNeeded, digestCall, type Question, type Spending } from './spending';
import type { Answer, Tool } from './tool';
import { UntrustedTexts } from './untrusted';

export interface CallOptions extends SpendingLimits {
  readonly service: TradingService;
  readonly isReadOnly: boolean;
  /** The decisions of one user. Calls of different users must not share them. */
  readonly confirmations: Confirmations;
  /** Makes the intent of a call without an `intentId`. */
  readonly newIntentId: () => string;
}

/** The server and the request of a call. */
export interface Environment {
  readonly options: CallOptions;
  readonly codec: RequestStateCodec<Question>;
  readonly server: McpServer;
  readonly context: ServerContext;
}

type Result = CallToolResult | InputRequiredResult;

/** One call of a tool. A call that needs the user ends with a question, and the client repeats it with the answer. */
export class ToolCall {
  private args: Answer | undefined;
  private intentId: string | undefined;
  /** The question to the user that came before, if it was about the same call. */
  private question: Question | undefined;
  /** The costs of the call in words, without text of a counterparty. */
  private summary: string | undefined;

  constructor(
    private readonly tool: Tool,
    private readonly input: unknown,
    private readonly environment: Environment,
  ) {}

  async answer(): Promise<Result> {
    try {
      return await this.begin();
    } catch (error) {
      const approval = pendingApproval(error);
      return approval ? this.followApproval(approval, error) : this.end(error);
    }
  }

  private async begin(): Promise<CallToolResult> {
    const { options, context } = this.environment;
    this.args = parseArguments(this.tool, this.input);
    const question: Question | undefined = context.mcpReq.requestState<Question>();
    this.question = question?.call === digestCall(this.tool.name, this.args) ? question : undefined;
    const { intentId } = this.args;
    this.intentId = typeof intentId === 'string' ? intentId : (this.question?.intentId ?? options.newIntentId());
    return this.run(this.args, this.intentId);
  }

  /** @param intentId that of the mutation; the answer has the intent of the call */
  private async run(args: Answer, intentId: string): Promise<CallToolResult> {
    const { options, context } = this.environment;
    const texts = new UntrustedTexts();
    const { intentId: usedIntentId, ...answer } = await this.tool.run(args, {
      service: options.service,
      signal: context.mcpReq.signal,
      texts,
      intentId,
      isReadOnly: options.isReadOnly,
      permit: (spending) => this.permit(spending),
    });
    const own = usedIntentId !== undefined && { intentId: this.intentId };
    return successResult(this.tool, { answer: { ...own, ...answer }, texts }, this.limits());
  }

  /** The limits that no answer of the user can lift. */
  private limits(): OwnLimits & Pick<CallOptions, 'service'> {
    const { options } = this.environment;
    return canAsk(this.environment, 'form') ? { ...options, confirmAbove: undefined } : options;
  }

  private permit(spending: Spending): void {
    this.summary = spending.summary;
    const { args, tool } = this;
    assertAllowed(spending, this.environment.options, {
      confirmations: this.environment.options.confirmations,
      call: typeof args?.['intentId'] === 'string' ? digestCall(tool.name, args) : undefined,
      canAsk: canAsk(this.environment, 'form'),
      responses: this.environment.context.mcpReq.inputResponses,
      question: this.question,
    });
  }

  /**
   * Runs the tool once more after the decision of an owner, and refuses it before.
   *
   * The service keeps the refusal of the first intent, also after an approval. So a repeated call comes here too, and its
   * second intent replays the act or does it once.
   */
  private async followApproval(approval: PendingApproval, refusal: unknown): Promise<Result> {
    const { options, context } = this.environment;
    const { signal, inputResponses } = context.mcpReq;
    const response = inputResponse(inputResponses, APPROVE);
    const isAnswered = response.kind === 'elicit';
    try {
      const page = canAsk(this.environment, 'url') ? approval.url : undefined;
      const isWaiting = isAnswered && response.action === 'accept' && page !== undefined;
      const read = isWaiting ? waitForDecision : statusOf;
      const status = await read(approval, options.service, signal);
      if (status === PENDING && page !== undefined && !isAnswered) return await this.showPage(approval, page);
      const isDeclined = isAnswered && response.action !== 'accept';
      if (!isAllowed(status) || isDeclined) return await this.end(withStatus(refusal, status));
      return await this.run(this.args ?? {}, intentAfterDecision(approval, this.intentId ?? options.newIntentId()));
    } catch (error) {
      return this.end(error);
    }
  }

  private async showPage({ committedStamps }: PendingApproval, url: string): Promise<InputRequiredResult> {
    const inputRequests = {
      [APPROVE]: approvalRequest({
        committedStamps,
        url,
        summary: this.summary,
        isConfirmed: this.question !== undefined,
      }),
    };
    // Without a confirmation there is no state, so that any process can answer the repeated call.
    if (this.question === undefined) return inputRequired({ inputRequests });
    return inputRequired({ inputRequests, requestState: await this.mint({ ...this.question, isConfirmed: true }) });
  }

  /** Ends with the question of a confirmation, or with the failure. */
  private async end(error: unknown): Promise<Result> {
    const { tool, input, args, intentId } = this;
    const { options } = this.environment;
    if (!(error instanceof ConfirmationNeeded))
      return failureResult(error, { tool, input, args, intentId }, this.limits());
    const call = digestCall(tool.name, args);
    const question = { call, stamps: error.stamps, intentId: intentId ?? options.newIntentId() };
    return inputRequired({ inputRequests: { [CONFIRM]: error.request }, requestState: await this.mint(question) });
  }

  private mint(question: Question): Promise<string> {
    const { codec, context } = this.environment;
    return codec.mint(question, context);
  }
}

/** Metadata of a request. The SDK's type of it has no members. */
interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
}

/**
 * Whether the client can show its user a form or a page. A client of 2026 says so with each request.
 * A client of 2025 says so at the start, so a server without a session cannot ask it.
 */
export function canAsk({ context, server }: Pick<Environment, 'context' | 'server'>, mode: 'form' | 'url'): boolean {
  const envelope: Envelope | undefined = context.mcpReq.envelope;
  const { elicitation } = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities() ?? {};
  if (elicitation === undefined || mode === 'url') return elicitation?.url !== undefined;
  // Without a mode it is a form, as in the first revisions.
  return elicitation.form !== undefined || elicitation.url === undefined;
}
