import type { WalletPageQuery } from '../../api/document-types';
import { useAct } from '../../api/hooks';
import { Button } from '../../ui/button';
import { Money } from '../../ui/money';
import { ProblemNotice } from '../../ui/notice';
import { formatPrice } from '../../ui/price';
import { openCheckout, returnUrls } from './return-urls';
import { WalletPurchase } from './wallet.documents';

type Pack = WalletPageQuery['ticketPacks'][number];

interface Props {
  readonly packs: readonly Pack[];
  readonly principalKey: string;
  /** The balance that gets the tickets. */
  readonly to: 'PRINCIPAL' | 'WALLET';
  /** The page of the console to which the checkout returns. */
  readonly returnTo: string;
  /** In a sandbox a checkout pays itself, so no page opens. */
  readonly isSandbox: boolean;
}

/** The ticket packs with their prices. A press buys one. */
export function Packs({ packs, principalKey, to, returnTo, isSandbox }: Props) {
  const act = useAct(WalletPurchase, `buy ${principalKey} ${to}`);
  const buy = async (pack: Pack['pack']): Promise<void> => {
    // A wallet belongs to the human, so the service refuses a principal beside it.
    const target = to === 'PRINCIPAL' ? { principalKey } : {};
    const data = await act.run({ input: { ...target, pack, to, ...returnUrls(returnTo) } });
    if (data) openCheckout(data.purchaseTickets.purchase.checkoutUrl);
  };
  return (
    <div className="space-y-3">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] gap-3">
        {packs.map(({ pack, name, ticketStamps, priceMinor, currency }) => (
          <li key={pack} className="flex flex-col gap-2 rounded-md border border-line p-3">
            <p className="flex items-baseline justify-between gap-2">
              <span className="font-medium">{name}</span>
              <span className="text-sm text-muted">{formatPrice(priceMinor, currency)}</span>
            </p>
            <p className="text-lg">
              <Money stamps={ticketStamps} />
            </p>
            <p className="text-sm text-muted">
              {formatPrice((priceMinor / ticketStamps) * 1_000, currency)} for 1,000 stamps
            </p>
            <Button isBusy={act.isRunning} onClick={() => void buy(pack)}>
              Buy {name} for {formatPrice(priceMinor, currency)}
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        {isSandbox
          ? 'This is a sandbox: no money is paid, no page opens, and the tickets are credited at once.'
          : 'The checkout page opens in this tab. Nothing is paid before you confirm it there. Afterwards you return here.'}
      </p>
      {act.problem && <ProblemNotice problem={act.problem} />}
    </div>
  );
}
