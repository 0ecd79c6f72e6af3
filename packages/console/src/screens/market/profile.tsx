import { Card, Facts } from '../../ui/card';
import { formatStamps } from '../../ui/money';
import type { Profile as Figures } from '../trading/use-profiles';

function sideText({ activeListings, priceQuartilesStamps }: Figures['sides'][number]): string {
  const count = activeListings == null ? 'fewer than 5 active' : `${activeListings.toLocaleString('en')} active`;
  if (!priceQuartilesStamps) return `${count}, too few public prices for figures`;
  const [low = 0, middle = 0, high = 0] = priceQuartilesStamps;
  return `${count}; half of the public prices are from ${formatStamps(low)} to ${formatStamps(high)}, the middle is ${formatStamps(middle)} stamps`;
}

/** The figures of both sides of a trade profile, those of listings outside the market included. */
export function Profile({ of: { tradeProfile, sides } }: { readonly of: Figures }) {
  return (
    <Card title={`Figures of ${tradeProfile}`} className="mb-4">
      <Facts rows={sides.map((side) => [side.side === 'PROVIDE' ? 'Offers' : 'Requests', sideText(side)] as const)} />
    </Card>
  );
}
