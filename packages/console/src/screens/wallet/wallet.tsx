import { type ReactNode, useState } from 'react';
import type { WalletPageQuery } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { usePolling } from '../../api/polling';
import { Pages } from '../../shell/pages';
import { useFilters, usePrincipal } from '../../shell/principal';
import { words } from '../../ui/badge';
import { Card, PageHeader } from '../../ui/card';
import { Select } from '../../ui/field';
import { Key } from '../../ui/key';
import { Money } from '../../ui/money';
import { Empty, Ready } from '../../ui/notice';
import { Offered } from '../../ui/offered';
import { type Column, Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { type Balances, MoveDialog, type MoveName, moves } from './move-dialog';
import { Packs } from './packs';
import { Purchases } from './purchases';
import { isWaiting, Returned } from './returned';
import { WalletPage } from './wallet.documents';

type Principal = NonNullable<WalletPageQuery['principal']>;
type Wallet = NonNullable<WalletPageQuery['wallet']>;

/** A payment arrives within seconds, and its purchase has no event before. */
const PAYMENT_MS = 2_000;
/** No event reports a move of stamps by an agent or another owner. */
const READ_MS = 15_000;

/** The balances of the principal and of the human, and how stamps get there. */
export function Screen() {
  const { principalKey, displayName, isOwner } = usePrincipal();
  const [{ purchase, purchases: purchasesAfter, wallet: walletAfter, bought: boughtAfter }] = useFilters();
  const variables = {
    principalKey,
    purchasesAfter: purchasesAfter ?? null,
    walletAfter: walletAfter ?? null,
    boughtAfter: boughtAfter ?? null,
  };
  const page = useLive(WalletPage, variables);
  const bought = [
    ...(page.data?.principal?.ticketPurchases.nodes ?? []),
    ...(page.data?.wallet?.ticketPurchases.nodes ?? []),
  ];
  usePolling(WalletPage, variables, true, isWaiting(purchase, bought) ? PAYMENT_MS : READ_MS);
  return (
    <>
      <PageHeader title="Wallet and tickets">
        {displayName} pays with tickets. Your wallet is yours, and you move stamps between both.
      </PageHeader>
      <Returned sessionId={purchase} purchases={bought} />
      <Ready of={page} lines={8}>
        {({ principal, wallet, ticketPacks, sandbox }) =>
          principal &&
          wallet && (
            <div className="space-y-4">
              <BalanceCards principal={principal} wallet={wallet} />
              {isOwner && <Buy packs={ticketPacks} isSandbox={sandbox !== null} />}
              <Card title={`Purchases for ${displayName}`}>
                <Purchases caption={`Purchases for ${displayName}`} rows={principal.ticketPurchases.nodes} />
                <Pages of={principal.ticketPurchases} nouns={['purchase', 'purchases']} param="purchases" />
              </Card>
              {wallet.ticketPurchases.totalCount > 0 && (
                <Card title="Purchases for your wallet">
                  <Purchases caption="Purchases for your wallet" rows={wallet.ticketPurchases.nodes} />
                  <Pages of={wallet.ticketPurchases} nouns={['purchase', 'purchases']} param="bought" />
                </Card>
              )}
              <Statement of={wallet.postings} />
            </div>
          )
        }
      </Ready>
    </>
  );
}

function BalanceCards({ principal, wallet }: { readonly principal: Principal; readonly wallet: Wallet }) {
  const { principalKey } = usePrincipal();
  const [open, setOpen] = useState<MoveName>();
  const balances: Balances = {
    'Your wallet': wallet.balanceStamps,
    Tickets: principal.ticketBalanceStamps,
    'Available bond': principal.bondAvailableStamps,
  };
  const button = (operation: MoveName, label: string) => {
    const reason = balances[moves[operation].from] === 0 ? 'There is nothing to move.' : undefined;
    const onClick = (): void => setOpen(operation);
    return <Offered of={principal} operation={operation} label={label} reason={reason} onClick={onClick} />;
  };
  return (
    <div className="grid gap-4 md:grid-cols-3">
      <Balance title="Tickets" stamps={principal.ticketBalanceStamps} note="Spendable by the principal and its agents.">
        {button('reserveBond', 'Reserve bond')}
        {button('returnFunds', 'Move to wallet')}
      </Balance>
      <Balance
        title="Bond"
        stamps={principal.bondAvailableStamps}
        note={<BondNote reserved={principal.bondReservedStamps} />}
      >
        {button('releaseBond', 'Release bond')}
      </Balance>
      <Balance title="Your wallet" stamps={wallet.balanceStamps} note="Yours, the same for all your principals.">
        {button('fundPrincipal', 'Move to tickets')}
      </Balance>
      {open && (
        <MoveDialog name={open} principalKey={principalKey} balances={balances} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
}

function BondNote({ reserved }: { readonly reserved: number }) {
  return (
    <>
      Available. Open trades have reserved <Money stamps={reserved} />.
    </>
  );
}

interface BalanceProps {
  readonly title: string;
  readonly stamps: number;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

function Balance({ title, stamps, note, children }: BalanceProps) {
  return (
    <Card title={title}>
      <p className="text-2xl font-semibold">
        <Money stamps={stamps} />
      </p>
      <p className="mt-1 mb-3 text-sm text-muted">{note}</p>
      <div className="flex flex-wrap items-start gap-2">{children}</div>
    </Card>
  );
}

interface BuyProps {
  readonly packs: WalletPageQuery['ticketPacks'];
  readonly isSandbox: boolean;
}

function Buy({ packs, isSandbox }: BuyProps) {
  const { principalKey, displayName } = usePrincipal();
  const [to, setTo] = useState<'PRINCIPAL' | 'WALLET'>('PRINCIPAL');
  return (
    <Card title="Buy tickets">
      <div className="mb-3 max-w-sm">
        <Select
          label="Credit to"
          value={to}
          onText={setTo}
          options={[
            ['PRINCIPAL', `Tickets of ${displayName}`],
            ['WALLET', 'Your wallet'],
          ]}
        />
      </div>
      <Packs {...{ packs, principalKey, to, isSandbox }} returnTo={`${principalKey}/wallet`} />
    </Card>
  );
}

function Statement({ of: postings }: { readonly of: Wallet['postings'] }) {
  return (
    <Card title="Statement of your wallet">
      {postings.nodes.length === 0 ? (
        <Empty title="Nothing was moved yet">Purchases for your wallet and moves appear here.</Empty>
      ) : (
        <>
          <Table
            caption="Postings of your wallet"
            columns={COLUMNS}
            rows={postings.nodes}
            keyOf={(row) => row.postingKey}
          />
          <Pages of={postings} nouns={['posting', 'postings']} param="wallet" />
        </>
      )}
    </Card>
  );
}

const COLUMNS: readonly Column<Wallet['postings']['nodes'][number]>[] = [
  { head: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Kind', cell: ({ kind }) => words(kind) },
  { head: 'Change', cell: ({ amountStamps }) => <Money stamps={amountStamps} isChange isBare />, isAmount: true },
  { head: 'Balance', cell: ({ balanceAfterStamps }) => <Money stamps={balanceAfterStamps} isBare />, isAmount: true },
  { head: 'Transfer', cell: ({ transferKey }) => <Key of={transferKey} /> },
];
