import { type SubmitEvent, useState } from 'react';
import { useAct } from '../../api/hooks';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { ProblemNotice } from '../../ui/notice';
import { changedContent, draftOfListing, shareSum } from '../listings/listing-draft';
import { type ListingDefaults, ListingFields } from '../listings/listing-fields';
import { counted } from '../trading/party';
import { ListingUpdate } from './listing.documents';
import type { Listing } from './types';

interface Props {
  readonly principalKey: string;
  readonly of: Listing;
  readonly defaults: ListingDefaults;
  readonly onClose: () => void;
}

/** Changes the content of a listing. It costs nothing, and proposals that exist stay as they are. */
export function EditForm({ principalKey, of, defaults, onClose }: Props) {
  const [base] = useState(() => draftOfListing(of));
  const [draft, setDraft] = useState(base);
  const act = useAct(ListingUpdate, `edit ${of.listingKey}`);
  const change = changedContent(base, draft);
  const count = Object.keys(change).length;
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const answer = await act.run({ input: { principalKey, listingKey: of.listingKey, ...change } });
    if (answer) onClose();
  };
  return (
    <Card title="Edit the listing">
      <form onSubmit={(event) => void save(event)} className="space-y-4">
        <ListingFields
          draft={draft}
          problem={act.problem}
          defaults={defaults}
          onChange={(next) => setDraft({ ...draft, ...next })}
        />
        {act.problem && <ProblemNotice problem={act.problem} />}
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line pt-4">
          <p className="me-auto text-sm text-muted">
            Editing costs nothing. Proposals that exist keep their terms.{' '}
            <span aria-live="polite">{count > 0 && `${counted(count, 'change')} so far.`}</span>
          </p>
          <Button onClick={onClose}>Discard</Button>
          <Button type="submit" kind="primary" isBusy={act.isRunning} disabled={count === 0 || shareSum(draft) !== 100}>
            Save the changes
          </Button>
        </div>
      </form>
    </Card>
  );
}
