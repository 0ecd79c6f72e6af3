import type { ReactNode } from 'react';
import type { TradingActFragment, TradingBlockFragment } from '../../api/document-types';
import { Button } from '../../ui/button';
import { Money } from '../../ui/money';
import { Deadline, Time } from '../../ui/time';

/** An act that is possible now, as the service describes it. Without a commitment it agrees to no terms. */
export type AllowedAct = TradingActFragment;

/** An act that would be refused now, and why. Without an input the whole operation is refused. */
export type BlockedAct = TradingBlockFragment;

/** An act on the page, with its button. */
export interface Offer {
  readonly label: string;
  readonly kind: 'primary' | 'plain' | 'danger';
  readonly act: AllowedAct;
  /** More about the act than the service says. */
  readonly note?: string;
  /** It opens a form in the page instead of a dialog. */
  readonly opensForm?: boolean;
  readonly onPress: () => void;
}

/** What an act takes now, and what the trade takes later. */
export function Cost({
  act: { costStamps, bondStamps, commitment },
}: {
  readonly act: Pick<AllowedAct, 'costStamps' | 'bondStamps' | 'commitment'>;
}) {
  return (
    <>
      {costStamps === 0 && bondStamps === 0 && 'No cost now. '}
      {costStamps > 0 && (
        <>
          Costs <Money stamps={costStamps} />.{' '}
        </>
      )}
      {bondStamps > 0 && (
        <>
          Reserves <Money stamps={bondStamps} /> of your balances as bond.{' '}
        </>
      )}
      {commitment && commitment.missingStamps > 0 && (
        <>
          The trade can cost <Money stamps={commitment.totalStamps} />, of which you lack{' '}
          <Money stamps={commitment.missingStamps} />.
        </>
      )}
    </>
  );
}

interface Props {
  readonly offers: readonly Offer[];
  readonly blocked: readonly BlockedAct[];
  /** Names of the buttons by operation, and by operation and variant: `respondToProposal.ACCEPT`. */
  readonly names: Readonly<Record<string, string>>;
  /** More about a refusal than the service says, for example a link to its cause. */
  readonly helpFor?: (blocked: BlockedAct) => ReactNode;
}

/** The name of the button of a refused act. */
function nameOf({ operation, input }: BlockedAct, names: Props['names']): string {
  const variant = input?.['decision'] ?? input?.['lifecycleAction'];
  return (typeof variant === 'string' ? names[`${operation}.${variant}`] : undefined) ?? names[operation] ?? operation;
}

/** The acts that are possible now with cost and consequence, and the others with the reason. */
export function ActList({ offers, blocked, names, helpFor }: Props) {
  const lapse = offers.find(({ act }) => act.ifNotDone)?.act;
  return (
    <>
      <ul className="divide-y divide-line">
        {offers.map(({ label, kind, act, note, opensForm = false, onPress }) => (
          <li key={label} className="grid gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0 sm:grid-cols-[11rem_1fr]">
            <Button kind={kind} opensDialog={!opensForm} className="self-start" onClick={onPress}>
              {label}
            </Button>
            <p className="text-sm">
              {act.consequence.summary} {note}{' '}
              <span className="text-muted">
                <Cost act={act} />
              </span>
            </p>
          </li>
        ))}
        {blocked.map((one) => (
          <BlockedRow
            key={`${one.operation} ${JSON.stringify(one.input)}`}
            blocked={one}
            label={nameOf(one, names)}
            help={helpFor?.(one)}
          />
        ))}
      </ul>
      {lapse?.ifNotDone && (
        <p className="mt-3 border-t border-line pt-3 text-sm text-muted">
          If nothing is done: {lapse.ifNotDone.summary} {lapse.closesAt && <Deadline at={lapse.closesAt} />}
        </p>
      )}
    </>
  );
}

interface BlockedRowProps {
  readonly blocked: BlockedAct;
  readonly label: string;
  readonly help: ReactNode;
}

function BlockedRow({ blocked, label, help }: BlockedRowProps) {
  const { detail, availableAt, missingStamps } = blocked;
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0 sm:grid-cols-[11rem_1fr]">
      <Button disabled className="self-start">
        {label}
      </Button>
      <p className="text-sm text-muted">
        {detail}{' '}
        {availableAt && (
          <>
            Possible <Time at={availableAt} />.{' '}
          </>
        )}
        {missingStamps ? (
          <>
            <Money stamps={missingStamps} /> are missing.{' '}
          </>
        ) : null}
        {help}
      </p>
    </li>
  );
}
