import { useState } from 'react';
import { useAct } from '../../../api/hooks';
import { ActDialog } from '../../../ui/act-dialog';
import { errorOf, Field } from '../../../ui/field';
import { formatStamps } from '../../../ui/money';
import { type Limit, limitName, limits, type OpenPrincipal } from './limits';
import { SetPrincipalLimits } from './principals.documents';

interface Props {
  readonly principal: OpenPrincipal;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

interface LimitChange {
  readonly limit: Limit;
  readonly before: number;
  readonly after: number;
  readonly used: number | undefined;
}

type Texts = Readonly<Record<string, string>>;

function changesOf({ economicAnchor, usage }: OpenPrincipal, texts: Texts): readonly LimitChange[] {
  return limits.flatMap((limit) => {
    const before = economicAnchor[limit.id];
    const text = texts[limit.id];
    const after = text === undefined || text.trim() === '' ? before : Number(text);
    return after === before ? [] : [{ limit, before, after, used: limit.used(usage) }];
  });
}

/** Changes limits of a principal, and shows each one before and after. */
export function LimitsDialog({ principal, onDone, onClose }: Props) {
  const { principalKey, displayName, economicAnchor } = principal;
  const [texts, setTexts] = useState<Texts>({});
  const act = useAct(SetPrincipalLimits, `limits ${principalKey}`);
  const changes = changesOf(principal, texts);
  const send = async () => {
    if (changes.length === 0) return undefined;
    const changed = Object.fromEntries(changes.map(({ limit, after }) => [limit.id, after]));
    return act.run({ input: { principalKey, ...changed } });
  };
  return (
    <ActDialog
      title={`Limits of ${displayName}`}
      submit="Change limits"
      act={act}
      onSubmit={send}
      onClose={onClose}
      onDone={onDone}
    >
      <div className="grid max-h-80 gap-3 overflow-y-auto pe-1 sm:grid-cols-2">
        {limits.map((limit) => (
          <Field
            key={limit.id}
            label={limitName(limit)}
            type="number"
            min={0}
            step={1}
            value={texts[limit.id] ?? String(economicAnchor[limit.id])}
            onText={(text) => setTexts({ ...texts, [limit.id]: text })}
            error={errorOf(act.problem, limit.id)}
          />
        ))}
      </div>
      <Summary changes={changes} />
      <p className="text-sm">
        New limits hold from now on for new acts. They stop no open trade and take back no spend. The operator log keeps
        the values before and after.
      </p>
    </ActDialog>
  );
}

function Summary({ changes }: { readonly changes: readonly LimitChange[] }) {
  if (changes.length === 0) return <p className="text-sm text-muted">Nothing is changed yet.</p>;
  return (
    <ul className="rounded-md bg-raised p-3 text-sm" aria-label="Changes">
      {changes.map(({ limit, before, after, used }) => (
        <li key={limit.id} className="break-words">
          {limit.name}: from <del className="text-muted">{formatStamps(before)}</del> to{' '}
          <ins className="font-medium no-underline">{formatStamps(after)}</ins> {limit.unit}
          {used !== undefined && used > after && (
            <span className="text-bad"> Already {formatStamps(used)} are used, so new ones are refused.</span>
          )}
        </li>
      ))}
    </ul>
  );
}
