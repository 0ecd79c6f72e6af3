import { ApiError } from '../../client';
import { decideProposal, decideTrade, type Decision, type DecisionInput } from './decide';
import type { Party } from './party';
import type { Conduct } from './strategies';
import { readView, type TradeSeen } from './view';

/** Plays one counterparty. It reads its view over the public API, and makes every act that its strategy decides. */
export class Actor {
  /** Acts that were made or refused. Each is tried once. */
  private readonly made = new Set<string>();
  /** Acts that wait until their trade has passed the deadline. */
  private readonly late = new Map<string, Decision>();

  constructor(
    private readonly party: Party,
    private readonly conduct: Conduct,
    private readonly seed: number,
    private readonly refused: (operation: string, error: ApiError) => void,
  ) {}

  /** Makes the acts that are possible now. Returns how many. */
  async act(signal: AbortSignal): Promise<number> {
    const { thresholdBps, proposals, trades } = await readView(this.party.api, signal);
    const input = this.decisionInput(thresholdBps);
    const decisions = [
      ...proposals.map((proposal) => decideProposal(proposal, input)),
      ...trades.map((trade) => this.whenDue(trade, decideTrade(trade, input))),
      ...this.overdue(trades),
    ].filter((decision) => decision !== undefined);
    let count = 0;
    for (const decision of decisions) if (await this.perform(decision, signal)) count += 1;
    return count;
  }

  private decisionInput(thresholdBps: number): DecisionInput {
    const { seed, conduct, party } = this;
    return { seed, conduct, principalKey: party.principalKey, thresholdBps };
  }

  /** Remembers a late act. It waits until its trade is settled without it. The service then refuses it. */
  private whenDue({ tradeKey }: TradeSeen, decision: Decision | undefined): Decision | undefined {
    if (decision?.isLate !== true) return decision;
    this.late.set(tradeKey, decision);
    return undefined;
  }

  /** The late acts whose trades are not open any more. */
  private overdue(open: readonly TradeSeen[]): Decision[] {
    const openKeys = new Set(open.map(({ tradeKey }) => tradeKey));
    return [...this.late].filter(([tradeKey]) => !openKeys.has(tradeKey)).map(([, decision]) => decision);
  }

  /** Makes an act once. False: it was made before, or it was refused. */
  private async perform({ operation, input, key }: Decision, signal: AbortSignal): Promise<boolean> {
    if (this.made.has(key)) return false;
    this.made.add(key);
    try {
      await this.party.api.act({ operation, input }, {}, { idempotencyKey: key, signal });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.recovery !== 'transient') {
        this.refused(operation, error);
        return false;
      }
      // The next look tries the act again, with the same key.
      this.made.delete(key);
      throw error;
    }
  }
}
