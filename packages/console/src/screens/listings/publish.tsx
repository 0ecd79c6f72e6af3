import { type SubmitEvent, useState } from 'react';
import { useAct } from '../../api/hooks';
import { useGo } from '../../shell/principal';
import { ActDialog } from '../../ui/act-dialog';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Money } from '../../ui/money';
import { usePause } from '../trading/use-pause';
import { useProfiles } from '../trading/use-profiles';
import { emptyDraft, listingContent, shareSum } from './listing-draft';
import { type ListingDefaults, ListingFields } from './listing-fields';
import { ListingPublish } from './listings.documents';

interface Props {
  readonly principalKey: string;
  readonly agents: readonly (readonly [agentId: string, name: string])[];
  readonly defaults: ListingDefaults;
  readonly feeStamps: number;
  readonly ticketStamps: number;
  readonly onClose: () => void;
}

/** The form of a new listing, with its fee before the button. */
export function PublishForm({ principalKey, agents, feeStamps, ticketStamps, ...props }: Props) {
  const [draft, setDraft] = useState(() => emptyDraft(agents[0]?.[0] ?? ''));
  const [isReviewed, setReviewed] = useState(false);
  const [prefix, setPrefix] = useState('');
  const suggest = usePause(setPrefix);
  const profiles = useProfiles(prefix);
  const go = useGo();
  const act = useAct(ListingPublish, `publish a listing of ${principalKey}`);
  const review = (event: SubmitEvent): void => {
    event.preventDefault();
    act.reset();
    setReviewed(true);
  };
  // The dialog stays until the page of the listing is there.
  const publish = async (): Promise<void> => {
    const { agentId, side, tradeProfile } = draft;
    const answer = await act.run({
      input: { principalKey, agentId, side, tradeProfile: tradeProfile.trim(), ...listingContent(draft) },
    });
    if (answer) go(`listings/${answer.publishListing.listing.listingKey}`);
  };
  return (
    <Card title="New listing" className="mb-5">
      <form onSubmit={review} className="space-y-4">
        <ListingFields
          draft={draft}
          problem={act.problem}
          defaults={props.defaults}
          agents={agents}
          profiles={profiles.map(({ tradeProfile }) => tradeProfile)}
          onChange={(change) => {
            setDraft({ ...draft, ...change });
            if (change.tradeProfile !== undefined) suggest(change.tradeProfile);
          }}
        />
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line pt-4">
          <p className="me-auto text-sm">
            Publishing costs <Money stamps={feeStamps} />. You have <Money stamps={ticketStamps} /> in tickets.
          </p>
          <Button onClick={props.onClose}>Discard</Button>
          <Button type="submit" kind="primary" disabled={shareSum(draft) !== 100}>
            Review the listing
          </Button>
        </div>
      </form>
      {isReviewed && (
        <ActDialog
          title="Publish this listing"
          submit={`Publish for ${feeStamps} stamps`}
          act={act}
          onSubmit={publish}
          onClose={() => setReviewed(false)}
        >
          <p className="break-words">
            “{draft.title}” becomes active: {draft.side === 'PROVIDE' ? 'an offer' : 'a request'} of{' '}
            <Money stamps={Number(draft.price)} /> in the profile “{draft.tradeProfile}”.
          </p>
          <p className="text-sm">
            The listing fee of <Money stamps={feeStamps} /> leaves your tickets now and is not returned. Your tickets
            afterwards: <Money stamps={Math.max(0, ticketStamps - feeStamps)} />. Others can then match it and send you
            proposals; you are bound to nothing before you accept one.
          </p>
        </ActDialog>
      )}
    </Card>
  );
}
