import { Card } from '../../ui/card';
import { Money } from '../../ui/money';
import { Time } from '../../ui/time';
import { counted } from '../trading/party';
import { TermsDiff } from '../trading/terms-diff';
import { type Names, visibleChanges } from '../trading/terms-words';
import type { Proposal } from './types';

interface Props {
  readonly of: Proposal;
  readonly names: Names;
  readonly ownKey: string;
}

/** All revisions, the newest first, each with its differences from the one before. */
export function Revisions({ of: { revisions }, names, ownKey }: Props) {
  return (
    <Card title="Revisions">
      <ol className="space-y-5">
        {revisions.toReversed().map((revision) => {
          const { revisionNo, createdAt, proposedBy, terms } = revision;
          const changes = visibleChanges(revision.changes);
          const author = proposedBy?.principalKey === ownKey ? 'you' : proposedBy?.displayName;
          const total = terms.steps.reduce((sum, { priceStamps }) => sum + priceStamps, 0);
          return (
            <li key={revisionNo}>
              <h3 className="mb-2 text-sm">
                <span className="font-medium">Revision {revisionNo}</span>{' '}
                <span className="text-muted">
                  by {author ?? 'a match run'}, <Time at={createdAt} />, {counted(terms.steps.length, 'step')},{' '}
                </span>
                <Money stamps={total} />
              </h3>
              {changes.length > 0 ? (
                <TermsDiff changes={changes} names={names} />
              ) : (
                <p className="text-sm text-muted">
                  {revisionNo === 1 ? 'The first terms, from the matched listings.' : 'The same terms as before.'}
                </p>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
