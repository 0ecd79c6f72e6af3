import { ApiError } from '../../client';
import { decideProposal, decideTrade, type Deciding, type Decision } from './decide';
import type { Party } from './party';
import type { Conduct } from './strategies';
import { VIEW, type View } from './view';

/** Plays one counterparty. It reads its view over the public API, and makes every act that its strategy decides. */
export class Actor {
  /** Acts that were made or refused. Each is tried once. */
  private readonly made = new Set<string>();
  private readonly ordinals = new Map<string, number>();
  /** Acts that wait until their trade has passed the deadline. */
  private readonly late = new Map<string, Decision>();

  constructor(
    private readonly party: Party,
    private readonly conduct: Conduct,
    private readonly seed: number,
  ) {}

  /** Makes the acts that are possible now. Returns how many. */
  async act(): Promise<number> {
    const view = await this.party.api.queryOrThrow<View>(VIEW);
    const { proposals, trades } = view.principal;
    // Lists begin with the newest.
    for (const { tradeKey } of trades.nodes.toReversed())
      if (!this.ordinals.has(tradeKey)) this.ordinals.set(tradeKey, this.ordinals.size + 1);
    const deciding = this.deciding(view);
    const decisions = [
      ...proposals.nodes.map((proposal) => decideProposal(proposal, deciding)),
      ...trades.nodes.map((trade) => this.whenDue(trade, decideTrade(trade, deciding))),
    ].filter((decision) => decision !== undefined);
    let count = 0;
    for (const decision of decisions) if (await this.perform(decision)) count += 1;
    return count;
  }

  private deciding({ service }: View): Deciding {
    return {
      seed: this.seed,
      conduct: this.conduct,
      principalKey: this.party.principalKey,
      nowMs: Date.parse(service.serverTime),
      thresholdBps: service.coverageThresholdBps,
      ordinal: (tradeKey) => this.ordinals.get(tradeKey) ?? 0,
    };
  }

  /** A late act waits until its trade is settled without it. The service then refuses it. */
  private whenDue(
    { tradeKey, settledAt }: View['principal']['trades']['nodes'][number],
    decision: Decision | undefined,
  ): Decision | undefined {
    if (decision?.isLate !== true) return settledAt === null ? decision : this.late.get(tradeKey);
    this.late.set(tradeKey, decision);
    return undefined;
  }

  /** Makes an act once. False: it was made before, or it was refused. */
  private async perform({ operation, input, key }: Decision): Promise<boolean> {
    if (this.made.has(key)) return false;
    this.made.add(key);
    const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
    const document = `mutation ($input: ${type}!) { ${operation}(input: $input) { __typename } }`;
    try {
      await this.party.api.mutate(document, { input }, { idempotencyKey: key });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return false;
      // The next look tries the act again, with the same key.
      this.made.delete(key);
      throw error;
    }
  }
}
