import { useId } from 'react';
import { FilterSelect, FilterText, SIDES } from '../trading/filters';

interface Props {
  /** Suggestions for the trade profile. */
  readonly profiles: readonly string[];
}

/** The filters of the market. */
export function MarketFilters({ profiles }: Props) {
  const id = useId();
  return (
    <form
      role="search"
      aria-label="Market"
      onSubmit={(event) => event.preventDefault()}
      className="mb-4 grid gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 xl:grid-cols-4"
    >
      <FilterText
        name="profile"
        label="Trade profile"
        list={id}
        autoComplete="off"
        spellCheck={false}
        placeholder="translation.de-en/v1"
      />
      <datalist id={id}>
        {profiles.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <FilterSelect name="side" label="Side" options={SIDES} />
      <FilterText name="text" label="Text" />
      <FilterText name="tags" label="Tags" placeholder="fiction, German" />
      <FilterText name="price" label="Highest price in stamps" type="number" min={0} />
      <FilterText name="trades" label="Least settled trades" type="number" min={0} />
      <FilterSelect
        name="order"
        label="Order"
        options={[
          ['', 'Newest first'],
          ['cheapest', 'Lowest price first'],
          ['dearest', 'Highest price first'],
        ]}
      />
    </form>
  );
}
