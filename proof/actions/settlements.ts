import type { Input } from './inputs';
import type { World } from './state';

/** Compares the record of a settlement with what its parties saw just before. */

export interface Settlements {
  /** Returns a name for the tally. @throws Error if a record differs from its preview */
  compare(): Promise<string>;
}

const OWN =
  'own { paidStamps receivedStamps feesStamps bondReleasedStamps bondSlashedStamps compensationStamps burntStamps }';
const FIELDS = `outcome failureClass failureCause faultedStepNo faultPrincipalKey ${OWN}`;
const COMP = '{ principalKey amount exposureBasis kind }';

interface Seen extends Input {
  readonly assumptions: readonly string[];
}
interface Read {
  readonly preview?: Seen | undefined;
  readonly settlement?: Input | null;
}

/** The event of an act that can settle a trade. A verdict is applied at once. */
function eventOf(operation: string, { coverageBps, verdict }: Input): string | undefined {
  if (operation === 'withdrawFromTrade') return 'of: WITHDRAW';
  if (operation === 'settleTrade') return 'of: LAPSE';
  if (operation !== 'evaluateTrade') return undefined;
  const bps = verdict === 'PASS' ? 10_000 : coverageBps;
  // The verdict "fail" rules the coverage of the checkpoint, which only the trade knows.
  return typeof bps === 'number' ? `of: VERDICT, verdictCoverageBps: ${String(bps)}` : undefined;
}

/** The previews of all parties before an act that can settle a trade. */
export async function settlementsOf(world: World, operation: string, input: Input): Promise<Settlements> {
  const event = eventOf(operation, input);
  const tradeKey = String(input['tradeKey']);
  if (event === undefined) return { compare: () => Promise.resolve('acts without settlement') };
  const { operatorTrade } = await world.read<{
    operatorTrade: { state: string; participants: { principalKey: string }[] };
  }>(`{ operatorTrade(tradeKey: "${tradeKey}") { state participants { principalKey } } }`);
  if (/^(COMPLETED|FAILED|COMPENSATED)$/.test(operatorTrade.state))
    return { compare: () => Promise.resolve('settled before') };
  const parties = operatorTrade.participants.map(({ principalKey }) => principalKey);
  const read = async (selection: string): Promise<Read[]> => {
    const all: Read[] = [];
    for (const key of parties) {
      const found = await world.read<{ principal: { trade: Read } }>(
        `{ principal(principalKey: "${key}") { trade(tradeKey: "${tradeKey}") { ${selection} } } }`,
      );
      all.push(found.principal.trade);
    }
    return all;
  };
  const previews = await read(
    `preview: settlementPreview(${event}) { ${FIELDS} amount: slashStamps comp: compensations ${COMP} assumptions }`,
  );
  const compare = async (): Promise<string> => {
    const records = await read(`settlement { ${FIELDS} amount: slashAmount comp ${COMP} }`);
    const isAssumed = ({ preview }: Read): boolean =>
      preview?.assumptions.some((one) => one.startsWith('COUNTERPARTY_')) === true;
    previews.forEach(({ preview }, index) => {
      const { assumptions: _all, ...seen }: Partial<Seen> = preview ?? {};
      const record = records[index]?.settlement ?? null;
      // A step passed, or the trade waits for its deadline.
      if (record === null) return;
      const names = ({ failureClass, failureCause, faultedStepNo, faultPrincipalKey }: Input) =>
        JSON.stringify([failureClass, failureCause, faultedStepNo, faultPrincipalKey]);
      const isEqual = isAssumed({ preview })
        ? names(seen) === names(record)
        : JSON.stringify(seen) === JSON.stringify(record);
      if (!isEqual) throw new Error(`preview ${JSON.stringify(preview)} is not the record ${JSON.stringify(record)}`);
    });
    return `settlements as previewed${previews.some(isAssumed) ? ', one side without the record' : ''}`;
  };
  return { compare };
}
