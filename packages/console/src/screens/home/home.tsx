import type { ReactNode } from 'react';
import { useLive } from '../../api/hooks';
import { usePolling } from '../../api/polling';
import { Go, usePrincipal } from '../../shell/principal';
import { PageHeader } from '../../ui/card';
import { Key } from '../../ui/key';
import { Money } from '../../ui/money';
import { Ready } from '../../ui/notice';
import { Attention } from './attention';
import { Home } from './home.documents';
import { Limits } from './limits';
import { OpenTrades, RecentTrades } from './trades';

/** No event reports that a deadline passes, that a listing soon expires, or that the counts of the day start again. */
const READ_MS = 60_000;

/** What needs the owner now: deadlines, balances, limits and open trades. */
export function Screen() {
  const { principalKey, displayName } = usePrincipal();
  const home = useLive(Home, { principalKey });
  usePolling(Home, { principalKey }, true, READ_MS);
  return (
    <>
      <PageHeader title={displayName}>
        <Key of={principalKey} />
      </PageHeader>
      <Ready of={home} lines={10}>
        {({ principal, wallet }) =>
          principal && (
            <div className="space-y-5">
              <ul className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3">
                <Balance name="Tickets" stamps={principal.ticketBalanceStamps} />
                <Balance name="Bond available" stamps={principal.bondAvailableStamps} />
                <Balance name="Bond in trades" stamps={principal.bondReservedStamps} />
                <Balance name="Your wallet" stamps={wallet?.balanceStamps ?? 0}>
                  <Go to="wallet">Move or buy</Go>
                </Balance>
              </ul>
              <Attention items={principal.attention} />
              <div className="grid gap-5 xl:grid-cols-[2fr_1fr]">
                <div className="space-y-5">
                  <OpenTrades principal={principal} />
                  <RecentTrades principal={principal} />
                </div>
                <Limits principal={principal} />
              </div>
            </div>
          )
        }
      </Ready>
    </>
  );
}

function Balance({
  name,
  stamps,
  children,
}: {
  readonly name: string;
  readonly stamps: number;
  readonly children?: ReactNode;
}) {
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <p className="text-sm text-muted">{name}</p>
      <p className="text-xl font-semibold">
        <Money stamps={stamps} />
      </p>
      {children !== undefined && <p className="text-sm">{children}</p>}
    </li>
  );
}
