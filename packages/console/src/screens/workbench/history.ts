import { useState } from 'react';

/** A request that was sent. Answers are not stored. */
export interface Entry {
  readonly query: string;
  readonly variables: string;
  readonly at: string;
  /** The id that the logs of the service have too. Undefined without an answer. */
  readonly requestId?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly hasErrors: boolean;
}

const MAX_ENTRIES = 50;
const MAX_AGE_MS = 7 * 24 * 3_600_000;

/** The requests of a principal from this browser in the last 7 days, newest first. */
export function useHistory(principalKey: string): {
  readonly entries: readonly Entry[];
  readonly add: (entry: Entry) => void;
  readonly clear: () => void;
} {
  const name = `ats-workbench ${principalKey}`;
  const [entries, setEntries] = useState(() => read(name));
  const add = (entry: Entry): void => {
    // Another tab, or Clear, can have changed the list during the run.
    const next = [entry, ...read(name)].slice(0, MAX_ENTRIES);
    store(name, next);
    setEntries(next);
  };
  const clear = (): void => {
    localStorage.removeItem(name);
    setEntries([]);
  };
  return { entries, add, clear };
}

const isRecent = ({ at }: Entry): boolean => Date.now() - new Date(at).getTime() < MAX_AGE_MS;

/** Stores nothing if the browser has no space for it, or keeps no data. The page still shows the entries. */
function store(name: string, entries: readonly Entry[]): void {
  try {
    localStorage.setItem(name, JSON.stringify(entries));
  } catch {
    // The list is a help, and the next run must not fail by it.
  }
}

function read(name: string): readonly Entry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(stored) ? (stored as Entry[]).filter(isRecent) : [];
  } catch {
    return [];
  }
}
