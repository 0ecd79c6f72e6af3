/** An act that is possible now, as the API describes it. */
export interface AllowedAction {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly costStamps: number;
  readonly bondStamps: number;
  readonly closesAt: string | null;
  readonly consequence: {
    readonly summary: string;
    readonly preview: { readonly outcome: string; readonly netStamps: number } | null;
  };
  readonly ifNotDone: { readonly summary: string } | null;
}

export const ACTION_FIELDS = `fragment A on AllowedAction { operation input costStamps bondStamps closesAt
  consequence { summary preview { outcome netStamps } } ifNotDone { summary } }`;

const TOOLS: Readonly<Record<string, string>> = {
  respondToProposal: 'ats_respond',
  createTrade: 'ats_start_trade',
  activateTrade: 'ats_start_trade',
  publishDeliveryContract: 'ats_deliver',
  submitCheckpoint: 'ats_check_delivery',
  fileRebuttal: 'ats_rebut',
  withdrawFromTrade: 'ats_withdraw',
  runMatch: 'ats_find_partners',
  publishListing: 'ats_find_partners',
};

/** Members of `input` that the service sets. The others, such as item ids, may be text of a counterparty. */
const SAFE_MEMBERS = ['decision', 'status', 'stepNo', 'expectedRevisionNo', 'lifecycleAction'] as const;

/** Shows acts with the tool that does them. An act without a tool is for the owner in the console. */
export function viewActions(actions: readonly AllowedAction[]): object[] {
  return actions.map(({ operation, input, costStamps, bondStamps, closesAt, consequence, ifNotDone }) => ({
    tool: TOOLS[operation] ?? null,
    operation,
    ...Object.fromEntries(SAFE_MEMBERS.filter((name) => name in input).map((name) => [name, input[name]])),
    costStamps,
    bondStamps,
    closesAt,
    consequence: consequence.summary,
    ...(consequence.preview && { outcome: consequence.preview.outcome, netStamps: consequence.preview.netStamps }),
    ...(ifNotDone && { ifNotDone: ifNotDone.summary }),
  }));
}
