import type { MarketQuery, MarketQueryVariables } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { Pages } from '../../shell/pages';
import { TextLink, useFilters, usePrincipal } from '../../shell/principal';
import { PageHeader } from '../../ui/card';
import { Empty, Ready } from '../../ui/notice';
import { profileOf, useProfiles } from '../trading/use-profiles';
import { MarketFilters } from './filters';
import { Market } from './market.documents';
import { MarketTable } from './market-table';
import { Profile } from './profile';

type Filters = Readonly<Record<string, string | undefined>>;
type Filter = NonNullable<MarketQueryVariables['filter']>;

const NEWEST = { field: 'CREATED_AT' } as const;
const ORDERS: Readonly<Record<string, NonNullable<MarketQueryVariables['orderBy']>>> = {
  cheapest: { field: 'PRICE_STAMPS', direction: 'ASC' },
  dearest: { field: 'PRICE_STAMPS', direction: 'DESC' },
};

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,13}$/.test(text) ? Number(text) : undefined;
}

function filterOf({ profile, side, text, tags, price }: Filters): Filter {
  const most = wholeNumber(price);
  const wanted = (tags ?? '').split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]));
  return {
    ...(profileOf(profile ?? '') !== '' && { tradeProfile: profileOf(profile ?? '') }),
    ...((side === 'PROVIDE' || side === 'CONSUME') && { side }),
    ...(text !== undefined && { text }),
    ...(wanted.length > 0 && { tags: wanted }),
    ...(most !== undefined && { maxPriceStamps: most }),
  };
}

/** Listings that everybody may see, with the records of their principals. */
export function Screen() {
  const [filters] = useFilters();
  const profiles = useProfiles(filters['profile'] ?? '');
  const exact = profiles.find(({ tradeProfile }) => tradeProfile === profileOf(filters['profile'] ?? ''));
  const loaded = useLive(
    Market,
    {
      filter: filterOf(filters),
      orderBy: ORDERS[filters['order'] ?? ''] ?? NEWEST,
      after: filters['after'] ?? null,
    },
    // Listings of others cause no event.
    () => false,
  );
  return (
    <>
      <PageHeader title="Market">
        Offers and requests that their owners made public. To trade, publish a listing of the same profile and run a
        match from it.
      </PageHeader>
      <MarketFilters profiles={profiles.map(({ tradeProfile }) => tradeProfile)} />
      {exact && <Profile of={exact} />}
      <Ready of={loaded}>{(data) => <Results of={data} />}</Ready>
    </>
  );
}

function Results({ of: { market } }: { readonly of: MarketQuery }) {
  const { principalKey } = usePrincipal();
  const [filters] = useFilters();
  if (!market) return null;
  const least = wholeNumber(filters['trades']) ?? 0;
  const shown = market.nodes.filter(({ principal }) => principal.reputation.settledTrades >= least);
  const hidden = market.nodes.length - shown.length;
  return (
    <>
      {hidden > 0 && (
        <p className="mb-3 text-sm text-muted" role="status">
          {hidden} of the {market.nodes.length} listings of this page are hidden: their principals have fewer than{' '}
          {least} settled trades.
        </p>
      )}
      {shown.length === 0 ? (
        <Empty title="No listing of the market fits">
          Use fewer filters. Many listings are not public: only match runs find them.{' '}
          <TextLink to="listings" search={{ publish: 'new' }}>
            Publish your own
          </TextLink>
        </Empty>
      ) : (
        <MarketTable rows={shown} ownKey={principalKey} />
      )}
      <Pages of={market} nouns={['listing', 'listings']} />
    </>
  );
}
