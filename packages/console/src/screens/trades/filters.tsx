import { TextLink } from '../../shell/principal';
import { words } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Field, Select } from '../../ui/field';
import { Key } from '../../ui/key';
import { FilterText } from '../trading/filter-text';
import { type Filters, outcomes, viewOf } from './selection';

interface Props {
  readonly filters: Filters;
  readonly onSet: (change: Filters) => void;
}

/** The filters of the list of trades. Which ones there are depends on the view. */
export function TradeFilters({ filters, onSet }: Props) {
  const { state = '', outcome = '', due = '', profile, with: counterpartyKey, view = '' } = filters;
  const { states } = viewOf(filters);
  return (
    <>
      <div className="mb-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {view !== 'settled' && (
          <Select
            label="State"
            value={state}
            options={[['', 'Any state'], ...states.map((code) => [code, words(code)] as const)]}
            onText={(state) => onSet({ state })}
          />
        )}
        {(view === 'settled' || view === 'all') && (
          <Select
            label="Outcome"
            value={outcome}
            options={[['', 'Any outcome'], ...outcomes.map((code) => [code, words(code)] as const)]}
            onText={(outcome) => onSet({ outcome })}
          />
        )}
        {view !== 'settled' && (
          <Field label="Next deadline before" type="datetime-local" value={due} onText={(due) => onSet({ due })} />
        )}
        <FilterText label="Trade profile" value={profile} onSet={(value) => onSet({ profile: value })} />
      </div>
      {counterpartyKey !== undefined && (
        <p className="mb-4 flex flex-wrap items-center gap-2 text-sm">
          Only trades with <TextLink to={`counterparties/${counterpartyKey}`}>this counterparty</TextLink>{' '}
          <Key of={counterpartyKey} />
          <Button kind="quiet" onClick={() => onSet({ with: undefined })}>
            Show all
          </Button>
        </p>
      )}
    </>
  );
}
