import { useLive } from '../../../api/hooks';
import { useFilters } from '../../../shell/principal';
import { PageHeader } from '../../../ui/card';
import { Select } from '../../../ui/field';
import { Empty, Ready } from '../../../ui/notice';
import { choicesOf } from '../../trading/filters';
import { Pager } from '../parts/pager';
import { SearchField } from '../parts/search-field';
import { useEvery, useReread } from '../../../api/polling';
import { Act } from './act';
import { LogScreen } from './log.documents';

/** No stream reports the acts of operators. */
const READ_MS = 15_000;
const OPERATIONS = ['EVALUATE_TRADE', 'SETTLE_TRADE', 'RESOLVE_PAYMENT', 'SET_ECONOMIC_ANCHOR', 'ACTIVATE_POLICY'];

/** The acts of operators. No act can be changed or deleted. */
export function Screen() {
  const [filters, setFilters] = useFilters();
  const subject = filters['subject'] ?? '';
  const variables = { subject: subject === '' ? null : subject, after: filters['after'] ?? null };
  const read = useLive(LogScreen, variables);
  useEvery(useReread(LogScreen, variables), READ_MS);
  const operation = filters['act'];
  return (
    <>
      <PageHeader title="Operator log">
        Every act of an operator, newest first. An act is written with its effect, and never changed.
      </PageHeader>
      <search className="mb-4 grid gap-3 sm:grid-cols-2">
        <SearchField name="subject" label="Principal, trade or payment" placeholder="prn_…, trd_…, cs_… or evt_…" />
        <Select
          label="Act, on this page of the list"
          options={choicesOf('All acts', OPERATIONS)}
          value={operation ?? ''}
          onText={(act) => setFilters({ act })}
        />
      </search>
      <Ready of={read}>
        {({ operatorLog }) => {
          const acts = operatorLog?.nodes.filter((act) => operation === undefined || act.operation === operation) ?? [];
          return (
            <>
              {acts.length === 0 ? (
                <Empty title="No act fits">
                  {operatorLog?.nodes.length === 0
                    ? 'No operator has acted on it. The acts of other subjects are not shown.'
                    : 'Other acts are on this page of the list, or on its next pages.'}
                </Empty>
              ) : (
                <ol className="space-y-3">
                  {acts.map((act) => (
                    <Act key={act.actKey} act={act} />
                  ))}
                </ol>
              )}
              {operatorLog && <Pager of={operatorLog} noun="Acts" />}
            </>
          );
        }}
      </Ready>
    </>
  );
}
