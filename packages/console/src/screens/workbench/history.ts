import { useState } from 'react';

/** A query that was run. Answers are not stored. */
export interface Entry {
  readonly query: string;
  readonly variables: string;
  readonly at: string;
}

const MAX_ENTRIES = 20;

/** The last queries of a principal in this browser, newest first. */
export function useHistory(principalKey: string): {
  readonly entries: readonly Entry[];
  readonly add: (entry: Entry) => void;
  readonly clear: () => void;
} {
  const name = `ats-workbench ${principalKey}`;
  const [entries, setEntries] = useState(() => read(name));
  const add = (entry: Entry): void => {
    const others = entries.filter(({ query, variables }) => query !== entry.query || variables !== entry.variables);
    const next = [entry, ...others].slice(0, MAX_ENTRIES);
    localStorage.setItem(name, JSON.stringify(next));
    setEntries(next);
  };
  const clear = (): void => {
    localStorage.removeItem(name);
    setEntries([]);
  };
  return { entries, add, clear };
}

function read(name: string): readonly Entry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(stored) ? (stored as Entry[]) : [];
  } catch {
    return [];
  }
}
