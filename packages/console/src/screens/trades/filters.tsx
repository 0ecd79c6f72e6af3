import { TextLink, useFilters } from '../../shell/principal';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Key } from '../../ui/key';
import { choicesOf, FilterSelect, FilterText } from '../trading/filters';
import { outcomes, viewOf } from './selection';

/** The filters of the list of trades. Which ones there are depends on the view. */
export function TradeFilters() {
  const [filters, setFilters] = useFilters();
  const { due = '', with: counterpartyKey, view = '' } = filters;
  const { states } = viewOf(filters);
  return (
    <>
      <div className="mb-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {view !== 'settled' && <FilterSelect name="state" label="State" options={choicesOf('Any state', states)} />}
        {(view === 'settled' || view === 'all') && (
          <FilterSelect name="outcome" label="Outcome" options={choicesOf('Any outcome', outcomes)} />
        )}
        {view !== 'settled' && (
          <Field
            label="Next deadline before"
            type="datetime-local"
            value={due}
            onText={(due) => setFilters({ due, after: undefined })}
          />
        )}
        <FilterText name="profile" label="Trade profile" />
      </div>
      {counterpartyKey !== undefined && (
        <p className="mb-4 flex flex-wrap items-center gap-2 text-sm">
          Only trades with <TextLink to={`counterparties/${counterpartyKey}`}>this counterparty</TextLink>{' '}
          <Key of={counterpartyKey} />
          <Button kind="quiet" onClick={() => setFilters({ with: undefined, after: undefined })}>
            Show all
          </Button>
        </p>
      )}
    </>
  );
}
