import type { HomeQuery } from '../../api/document-types';
import { formatStamps } from '../../ui/money';
import { Card } from '../../ui/card';
import { Time } from '../../ui/time';

type Principal = NonNullable<HomeQuery['principal']>;

/** How much of each limit is used. */
export function Limits({ principal: { economicAnchor: limits, usage } }: { readonly principal: Principal }) {
  const rows = [
    ['Spent today', usage.spentTodayStamps, limits.dailySpendLimitStamps],
    ['Bond in open trades', usage.openBondStamps, limits.bondLimitStamps],
    ['Open trades', usage.openTradeCount, limits.maxOpenTrades],
    ['Match runs today', usage.matchRunsToday, limits.matchRunsPerDay],
    ['Agents', usage.agentCount, limits.maxAgents],
    ['Credentials', usage.credentialCount, limits.maxCredentials],
  ] as const;
  return (
    <Card title="Limits">
      <ul className="space-y-3">
        {rows.map(([name, used, limit]) => (
          <Limit key={name} name={name} used={used} limit={limit} />
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        The counts of the day start again <Time at={usage.resetsAt} />. The platform sets the limits.
      </p>
    </Card>
  );
}

function Limit({ name, used, limit }: { readonly name: string; readonly used: number; readonly limit: number }) {
  const text = `${formatStamps(used)} of ${formatStamps(limit)}`;
  return (
    <li>
      <div className="flex justify-between gap-3 text-sm">
        <span>{name}</span>
        <span className="text-muted tabular-nums">{text}</span>
      </div>
      <meter aria-label={name} min={0} max={Math.max(1, limit)} high={limit * 0.9} value={used} className="h-2 w-full">
        {text}
      </meter>
    </li>
  );
}
