import type { CounterpartyQuery } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { Pages } from '../../shell/pages';
import { TextLink, useFilters, useParam, usePrincipal } from '../../shell/principal';
import { Card, PageHeader } from '../../ui/card';
import { Key } from '../../ui/key';
import { Empty, Ready } from '../../ui/notice';
import { ProposalTable } from '../trading/proposal-table';
import { TradeTable } from '../trading/trade-table';
import { Agents } from './agents';
import { Counterparty } from './counterparty.documents';
import { Reputation } from './reputation';
import type { PublicPrincipal } from './types';

type Owner = NonNullable<CounterpartyQuery['principal']>;

/** A counterparty: its record, its agents, and what the principal did with it. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const counterpartyKey = useParam('counterpartyKey');
  const [{ after }] = useFilters();
  const loaded = useLive(Counterparty, { principalKey, counterpartyKey, after: after ?? null });
  return (
    <Ready of={loaded}>
      {({ publicPrincipal, principal }) =>
        publicPrincipal && principal ? (
          <Page of={publicPrincipal} owner={principal} />
        ) : (
          <Empty title="There is no such principal">
            The key may be incomplete. <TextLink to="market">Look at the market</TextLink>
          </Empty>
        )
      }
    </Ready>
  );
}

function Page({ of, owner }: { readonly of: PublicPrincipal; readonly owner: Owner }) {
  const { principalKey } = usePrincipal();
  return (
    <>
      <PageHeader title={of.displayName}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>{of.principalKey === principalKey ? 'This is how others see you.' : 'A counterparty'}</span>
          <Key of={of.principalKey} />
        </div>
      </PageHeader>
      <div className="space-y-5">
        <Reputation of={of.reputation} />
        <Agents of={of.agents} />
        {of.principalKey !== principalKey && <Shared owner={owner} ownKey={principalKey} />}
      </div>
    </>
  );
}

/** The own proposals and trades with the counterparty. */
function Shared({ owner: { proposals, trades }, ownKey }: { readonly owner: Owner; readonly ownKey: string }) {
  return (
    <>
      <Card title="Your trades together">
        {trades.nodes.length === 0 ? (
          <p className="text-muted">No trade together yet.</p>
        ) : (
          <>
            <TradeTable caption="Your trades together" rows={trades.nodes} ownKey={ownKey} />
            <Pages of={trades} nouns={['trade', 'trades']} />
          </>
        )}
      </Card>
      <Card title="Your open and accepted proposals together">
        {proposals.nodes.length === 0 ? (
          <p className="text-muted">No open or accepted proposal together.</p>
        ) : (
          <ProposalTable caption="Your proposals together" rows={proposals.nodes} ownKey={ownKey} />
        )}
        {proposals.totalCount > proposals.nodes.length && (
          <p className="mt-2 text-sm text-muted">
            The newest {proposals.nodes.length} of {proposals.totalCount} are shown.
          </p>
        )}
      </Card>
    </>
  );
}
