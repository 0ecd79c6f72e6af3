/** A commitment to the terms of a proposal. */
export interface ProposalCommitment {
  readonly proposalKey: string;
  /**
   * `AGREEMENT` commits to the terms. `START` carries the agreement out, and commits its whole cost. `STEP` pays for one step
   * of it.
   */
  readonly part: 'AGREEMENT' | 'START' | 'STEP';
}

/** The act that a user confirms. */
export interface ConfirmedAct {
  readonly stamps: number;
  /** Digest of a call with an intentId of the model. Undefined: a repeated call is another act. */
  readonly call: string | undefined;
  readonly commitment?: ProposalCommitment | undefined;
}

/** Far more than a user confirms in one session. */
const MAX_ENTRIES = 1_000;

/**
 * The decisions of the user of this process, so that one decision is asked for once.
 *
 * An agreement counts for the start and the steps of its trade: the other party may start them too, without a question. It never
 * counts for another agreement, because terms change. After a restart the user is asked again.
 */
export class Confirmations {
  private readonly stampsOfCall = new Map<string, number>();
  private readonly stampsOfProposal = new Map<string, number>();

  has({ call, commitment, stamps }: ConfirmedAct): boolean {
    if (call !== undefined && this.stampsOfCall.get(call) === stamps) return true;
    if (commitment === undefined || commitment.part === 'AGREEMENT') return false;
    return stamps <= (this.stampsOfProposal.get(commitment.proposalKey) ?? -1);
  }

  add({ call, commitment, stamps }: ConfirmedAct): void {
    if (call !== undefined) save(this.stampsOfCall, call, stamps);
    if (commitment && commitment.part !== 'STEP') save(this.stampsOfProposal, commitment.proposalKey, stamps);
  }

  /** Forgets the agreement that the user no longer wants. */
  decline({ commitment }: Pick<ConfirmedAct, 'commitment'>): void {
    if (commitment) this.stampsOfProposal.delete(commitment.proposalKey);
  }
}

function save(map: Map<string, number>, key: string, stamps: number): void {
  map.delete(key);
  map.set(key, stamps);
  const [oldest] = map.keys();
  if (map.size > MAX_ENTRIES && oldest !== undefined) map.delete(oldest);
}
