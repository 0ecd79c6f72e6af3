import { useState } from 'react';
import { useAct } from '../../api/hooks';
import { usePrincipal } from '../../shell/principal';
import { ActDialog } from '../../ui/act-dialog';
import { Field } from '../../ui/field';
import { errorAt } from '../trading/field-errors';
import type { Found, Listing } from './types';
import { ListingRunMatch } from './listing.documents';

interface Props {
  readonly of: Listing;
  /** Match runs that are left today. */
  readonly left: number;
  readonly onFound: (run: Found) => void;
  readonly onClose: () => void;
}

/** Asks for a match run: how many proposals, and with whom. */
export function MatchDialog({ of: { listingKey }, left, onFound, onClose }: Props) {
  const { principalKey } = usePrincipal();
  const [most, setMost] = useState('10');
  const [least, setLeast] = useState('0');
  const act = useAct(ListingRunMatch, `match ${listingKey}`);
  const send = () =>
    act.run({ input: { principalKey, listingKey, maxProposals: Number(most), minSettledTrades: Number(least) } });
  return (
    <ActDialog
      title="Run a match"
      submit="Run the match"
      act={act}
      onSubmit={send}
      onClose={onClose}
      onDone={(answer) => onFound(answer.runMatch.matchRun)}
    >
      <p>
        The run compares this listing with others of its profile and makes proposals to the best. Each participant can
        accept, counter or reject. The run uses one of the {left} that are left today and costs no stamps.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Most proposals"
          type="number"
          required
          min={1}
          max={50}
          value={most}
          error={errorAt(act.problem, 'maxProposals')}
          onText={setMost}
        />
        <Field
          label="Least settled trades of a counterparty"
          type="number"
          required
          min={0}
          max={1_000_000}
          value={least}
          error={errorAt(act.problem, 'minSettledTrades')}
          onText={setLeast}
        />
      </div>
    </ActDialog>
  );
}
