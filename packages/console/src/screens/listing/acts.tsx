import { useState } from 'react';
import { useAct } from '../../api/hooks';
import { usePrincipal } from '../../shell/principal';
import { ActDialog } from '../../ui/act-dialog';
import { Card } from '../../ui/card';
import { ActList, type AllowedAct, Cost, type Offer } from '../trading/acts';
import type { Found, Listing, Owner } from './types';
import { ListingUpdate } from './listing.documents';
import { MatchDialog } from './match-dialog';

const LIFECYCLE = {
  PAUSE: { label: 'Pause', title: 'Pause this listing', kind: 'plain' },
  RESUME: { label: 'Resume', title: 'Resume this listing', kind: 'primary' },
  CLOSE: { label: 'Close', title: 'Close this listing for good', kind: 'danger' },
} as const;
type Lifecycle = keyof typeof LIFECYCLE;

const NAMES = {
  runMatch: 'Run a match',
  updateListing: 'Change',
  'updateListing.PAUSE': 'Pause',
  'updateListing.RESUME': 'Resume',
  'updateListing.CLOSE': 'Close',
};

interface Props {
  readonly owner: Owner;
  readonly of: Listing;
  readonly onEdit: () => void;
  readonly onFound: (run: Found) => void;
}

/** What the owner can do with a listing now. */
export function ListingActs({ owner, of, onEdit, onFound }: Props) {
  const [open, setOpen] = useState<Lifecycle | 'MATCH' | undefined>();
  const allowed = of.allowedActions.filter(({ hasEffect }) => hasEffect);
  const actOf = (action: Lifecycle): AllowedAct | undefined =>
    allowed.find(({ input }) => input['lifecycleAction'] === action);
  const match = allowed.find(({ operation }) => operation === 'runMatch');
  // An edit that changes nothing has no effect, so the service lists it as such.
  const edit = of.allowedActions.find(
    ({ operation, input }) => operation === 'updateListing' && input['lifecycleAction'] === undefined,
  );
  const { usage, economicAnchor } = owner;
  const left = economicAnchor.matchRunsPerDay - usage.matchRunsToday;
  // The state of the listing is on the page. It says why a closed listing takes no change.
  const blocked = of.blockedActions.filter(({ input, code }) => input === null || code !== 'LISTING_STATE_CONFLICT');
  const offers: Offer[] = [
    ...(match
      ? [
          {
            label: 'Run a match',
            kind: 'primary',
            act: match,
            note: `${left} of ${economicAnchor.matchRunsPerDay} runs are left today.`,
            onPress: () => setOpen('MATCH'),
          } as const,
        ]
      : []),
    ...(edit ? [{ label: 'Edit', kind: 'plain', act: edit, opensForm: true, onPress: onEdit } as const] : []),
    ...(Object.keys(LIFECYCLE) as Lifecycle[]).flatMap((action) => {
      const act = actOf(action);
      const { label, kind } = LIFECYCLE[action];
      return act ? [{ label, kind, act, onPress: () => setOpen(action) }] : [];
    }),
  ];
  const lifecycle = open === undefined || open === 'MATCH' ? undefined : actOf(open);
  const close = (): void => setOpen(undefined);
  return (
    <Card title={offers.length > 0 ? 'What you can do' : 'Nothing for you to do now'}>
      <ActList offers={offers} blocked={blocked} names={NAMES} />
      {open === 'MATCH' && <MatchDialog of={of} left={left} onFound={onFound} onClose={close} />}
      {open && open !== 'MATCH' && lifecycle && (
        <LifecycleDialog of={of} action={open} act={lifecycle} onClose={close} />
      )}
    </Card>
  );
}

function LifecycleDialog({
  of,
  action,
  act: allowed,
  onClose,
}: {
  readonly of: Listing;
  readonly action: Lifecycle;
  readonly act: AllowedAct;
  readonly onClose: () => void;
}) {
  const { principalKey } = usePrincipal();
  const { listingKey } = of;
  const act = useAct(ListingUpdate, `${action.toLowerCase()} ${listingKey}`);
  const { title, label } = LIFECYCLE[action];
  const send = () => act.run({ input: { principalKey, listingKey, lifecycleAction: action } });
  return (
    <ActDialog title={title} submit={label} isDanger={action === 'CLOSE'} act={act} onSubmit={send} onClose={onClose}>
      <p>
        {allowed.consequence.summary} Open proposals stay open.{' '}
        {action === 'CLOSE' && 'This cannot be undone. A new listing costs its fee again.'}
      </p>
      <p className="text-sm text-muted">
        <Cost act={allowed} />
      </p>
    </ActDialog>
  );
}
