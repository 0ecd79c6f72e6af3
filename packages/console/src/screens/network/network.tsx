import { lazy, Suspense } from 'react';
import { useLive } from '../../api/hooks';
import { TextLink, useFilters, usePrincipal } from '../../shell/principal';
import { Card, PageHeader } from '../../ui/card';
import { serviceNow } from '../../ui/clock';
import { Empty, Ready, Skeleton } from '../../ui/notice';
import { FilterSelect } from '../trading/filters';
import { counted } from '../trading/party';
import { Network } from './network.documents';
import { Relations } from './relations';
import type { Graph } from './types';

// The library of the picture is large, and no other page needs it.
const Picture = lazy(() => import('./picture'));

/** More nodes are unreadable, and slow on small machines. */
const MAX_NODES = 300;
const DAY_MS = 86_400_000;

const RANGES = [
  ['', 'All time'],
  ['30', 'The last 30 days'],
  ['90', 'The last 90 days'],
  ['365', 'The last year'],
] as const;

/** The start of a range, at midnight so that it stays the same for a day. */
function sinceOf(days: string | undefined): string | null {
  const count = RANGES.some(([value]) => value === days) ? Number(days) : 0;
  if (count === 0) return null;
  return new Date((Math.floor(serviceNow() / DAY_MS) - count) * DAY_MS).toISOString();
}

/** Who trades with whom around the principal, as a picture and as a table. */
export function Screen() {
  const { principalKey } = usePrincipal();
  const [{ days = '' }] = useFilters();
  const loaded = useLive(Network, { principalKey, since: sinceOf(days) });
  return (
    <>
      <PageHeader title="Network">Your trades with others, and the trades of your counterparties.</PageHeader>
      <div className="mb-4 max-w-xs">
        <FilterSelect name="days" label="Trades created in" options={RANGES} />
      </div>
      <Ready of={loaded} lines={12}>
        {({ principal }) => principal && <Page of={principal.tradeGraph} />}
      </Ready>
    </>
  );
}

/** The part of a graph that a picture can show. Its first node is the own principal. */
function shownPart({ nodes, edges }: Graph): Graph {
  const shown = nodes.slice(0, MAX_NODES);
  const keys = new Set(shown.map(({ principal }) => principal.principalKey));
  return {
    nodes: shown,
    edges: edges.filter((edge) => keys.has(edge.providerPrincipalKey) && keys.has(edge.consumerPrincipalKey)),
  };
}

function Page({ of }: { readonly of: Graph }) {
  const { principalKey } = usePrincipal();
  if (of.edges.length === 0) {
    return (
      <Empty title="No trades in this time">
        The network grows with your first trade. <TextLink to="proposals">Go to the proposals</TextLink>
      </Empty>
    );
  }
  const shown = shownPart(of);
  return (
    <div className="space-y-5">
      <Card title="Picture">
        <Suspense fallback={<Skeleton lines={10} />}>
          <Picture graph={shown} ownKey={principalKey} />
        </Suspense>
        <p className="mt-3 text-sm text-muted">
          An arrow goes from the provider to the consumer, and its number counts their trades. A thicker line means a
          higher volume. A dashed red line means that a trade ended with a fault. The table below has the same content.
          {shown.nodes.length < of.nodes.length &&
            ` The picture has ${MAX_NODES} of ${counted(of.nodes.length, 'principal')}.`}
        </p>
      </Card>
      <Relations graph={of} ownKey={principalKey} />
    </div>
  );
}
