import { Button } from '../../ui/button';
import { bindTo, Field, Select } from '../../ui/field';
import type { RebuttalEvidenceInput } from '../../../../client/src/schema';

/** A piece of evidence while a rebuttal is written. */
export interface EvidenceDraft {
  readonly itemId: string;
  readonly uri: string;
  readonly note: string;
}

export function evidenceInput(rows: readonly EvidenceDraft[]): RebuttalEvidenceInput[] {
  return rows.map(({ itemId, uri, note }) => ({
    uri,
    ...(itemId !== '' && { itemId }),
    ...(note !== '' && { note }),
  }));
}

interface Props {
  readonly rows: readonly EvidenceDraft[];
  readonly items: readonly { readonly itemId: string; readonly description: string }[];
  readonly onChange: (rows: readonly EvidenceDraft[]) => void;
}

/** Addresses of evidence, each for one item or for the whole delivery. */
export function EvidenceRows({ rows, items, onChange }: Props) {
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1 text-sm font-medium">Evidence</legend>
      {rows.map((row, at) => {
        const bind = bindTo(row, (part) => onChange(rows.with(at, { ...row, ...part })));
        return (
          <div key={at} className="space-y-2 rounded-md border border-line p-3">
            <Field label="Address" type="url" required {...bind('uri')} />
            <Select
              label="It is about"
              {...bind('itemId')}
              options={[
                ['', 'the whole delivery'],
                ...items.map(({ itemId, description }) => [itemId, description] as const),
              ]}
            />
            <Field label="Note (optional)" maxLength={1000} {...bind('note')} />
            <Button onClick={() => onChange(rows.toSpliced(at, 1))}>Remove</Button>
          </div>
        );
      })}
      {rows.length < 32 && (
        <Button onClick={() => onChange([...rows, { itemId: '', uri: '', note: '' }])}>Add evidence</Button>
      )}
    </fieldset>
  );
}
