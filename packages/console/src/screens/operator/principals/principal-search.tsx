import { SearchField } from '../parts/search-field';

interface Props {
  readonly filters: Readonly<Record<string, string | undefined>>;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** Searches principals by name, key or human. The text stays in the address. */
export function PrincipalSearch({ filters, onChange }: Props) {
  return (
    <search className="mb-4 grid gap-3 sm:grid-cols-2">
      <SearchField
        label="Name or key"
        placeholder="Part of the name, or prn_…"
        value={filters['text'] ?? ''}
        onSearch={(text) => onChange({ text })}
      />
      <SearchField
        label="Subject of a human"
        placeholder="The whole subject"
        value={filters['subject'] ?? ''}
        onSearch={(subject) => onChange({ subject })}
      />
    </search>
  );
}
