import { useId } from 'react';
import { Select } from '../../ui/field';
import { FilterText } from '../trading/filter-text';

type Filters = Readonly<Record<string, string | undefined>>;

interface Props {
  readonly filters: Filters;
  /** Suggestions for the trade profile. */
  readonly profiles: readonly string[];
  readonly onSet: (change: Filters) => void;
}

/** The filters of the market. */
export function MarketFilters({ filters, profiles, onSet }: Props) {
  const id = useId();
  const { profile, side = '', text, tags, price, trades, order = '' } = filters;
  return (
    <form
      role="search"
      aria-label="Market"
      onSubmit={(event) => event.preventDefault()}
      className="mb-4 grid gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 xl:grid-cols-4"
    >
      <FilterText
        label="Trade profile"
        list={id}
        autoComplete="off"
        spellCheck={false}
        placeholder="translation.de-en/v1"
        value={profile}
        onSet={(value) => onSet({ profile: value })}
      />
      <datalist id={id}>
        {profiles.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Select
        label="Side"
        value={side}
        options={[
          ['', 'Offers and requests'],
          ['PROVIDE', 'Offers'],
          ['CONSUME', 'Requests'],
        ]}
        onText={(side) => onSet({ side })}
      />
      <FilterText label="Text" value={text} onSet={(value) => onSet({ text: value })} />
      <FilterText label="Tags" placeholder="fiction, German" value={tags} onSet={(value) => onSet({ tags: value })} />
      <FilterText
        label="Highest price in stamps"
        type="number"
        min={0}
        value={price}
        onSet={(value) => onSet({ price: value })}
      />
      <FilterText
        label="Least settled trades"
        type="number"
        min={0}
        value={trades}
        onSet={(value) => onSet({ trades: value })}
      />
      <Select
        label="Order"
        value={order}
        options={[
          ['', 'Newest first'],
          ['cheapest', 'Lowest price first'],
          ['dearest', 'Highest price first'],
        ]}
        onText={(order) => onSet({ order })}
      />
    </form>
  );
}
