import { open, readFile, rename } from 'node:fs/promises';

/** Keeps the cursor of the last handled event. A row of your database is a good store. */
export interface CursorStore {
  /** The stored cursor; undefined before the first event. */
  load(): Promise<string | undefined> | string | undefined;
  save(cursor: string): Promise<void> | void;
}

/** A store that ends with the process. */
export function createMemoryStore(cursor?: string): CursorStore {
  const state = { cursor };
  return {
    load: () => state.cursor,
    save: (next) => {
      state.cursor = next;
    },
  };
}

/** A store in a file. A crash leaves the old cursor or the new one. */
export function createFileStore(path: string): CursorStore {
  return {
    load: async () => {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
        throw error;
      });
      return text.trim() === '' ? undefined : text.trim();
    },
    save: async (cursor) => {
      const next = `${path}.new`;
      const file = await open(next, 'w', 0o600);
      try {
        await file.writeFile(`${cursor}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(next, path);
    },
  };
}
