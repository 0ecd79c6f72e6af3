import { useState } from 'react';
import { browserStorage } from '../../api/storage';

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
    browserStorage.write(name, JSON.stringify(next));
    setEntries(next);
  };
  const clear = (): void => {
    browserStorage.remove(name);
    setEntries([]);
  };
  return { entries, add, clear };
}

const isRecent = ({ at }: Entry): boolean => Date.now() - new Date(at).getTime() < MAX_AGE_MS;

function read(name: string): readonly Entry[] {
  try {
    const stored: unknown = JSON.parse(browserStorage.read(name) ?? '[]');
    return Array.isArray(stored) ? (stored as Entry[]).filter(isRecent) : [];
  } catch {
    return [];
  }
}
