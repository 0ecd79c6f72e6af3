import { useLive } from '../../../api/hooks';
import { useFilters } from '../../../shell/principal';
import { PageHeader } from '../../../ui/card';
import { Empty, Ready } from '../../../ui/notice';
import { Pager } from '../parts/pager';
import { SearchField } from '../parts/search-field';
import { useEvery, useReread } from '../../../api/polling';
import { PrincipalCard } from './principal-card';
import { PrincipalsTable } from './principals-table';
import { PrincipalsScreen } from './principals.documents';

/** No stream reports the principals to operators. */
const READ_MS = 15_000;

const isKey = (text: string): boolean => /^prn_[a-z0-9]{26}$/.test(text);

/** All principals of the platform. */
export function Screen() {
  const [filters, setFilters] = useFilters();
  const text = filters['text'] ?? '';
  const subject = filters['subject'] ?? '';
  const open = filters['principal'] ?? null;
  const variables = {
    text: text === '' || isKey(text) ? null : text,
    key: isKey(text) ? text : null,
    subject: subject === '' ? null : subject,
    after: filters['after'] ?? null,
    open,
    hasOpen: open !== null,
  };
  const read = useLive(PrincipalsScreen, variables);
  const reread = useReread(PrincipalsScreen, variables);
  useEvery(reread, READ_MS);
  return (
    <>
      <PageHeader title="Principals">The economic parties of the platform, with their humans and limits.</PageHeader>
      <search className="mb-4 grid gap-3 sm:grid-cols-2">
        <SearchField name="text" label="Name or key" placeholder="Part of the name, or prn_…" />
        <SearchField name="subject" label="Subject of a human" placeholder="The whole subject" />
      </search>
      <Ready of={read}>
        {({ principals, one }) => {
          const found = one?.nodes.find(({ principalKey }) => principalKey === open);
          return (
            <>
              {found && (
                <PrincipalCard
                  key={found.principalKey}
                  principal={found}
                  onDone={reread}
                  onClose={() => setFilters({ principal: undefined })}
                />
              )}
              {open !== null && one?.nodes.length === 0 && (
                <Empty title="There is no such principal">No principal has the key {open}.</Empty>
              )}
              {principals && principals.nodes.length > 0 ? (
                <PrincipalsTable rows={principals.nodes} onOpen={(principal) => setFilters({ principal })} />
              ) : (
                <Empty title="No principal fits">Change or clear the search.</Empty>
              )}
              {principals && <Pager of={principals} noun="Principals" />}
            </>
          );
        }}
      </Ready>
    </>
  );
}
