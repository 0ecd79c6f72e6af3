import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../package-folder';

/** A GraphQL document of the console. The browser names it by its id and cannot send another one. */
export interface StoredDocument {
  readonly operation: 'query' | 'mutation';
  readonly name: string;
  /** The owner of the credential that signs the request. */
  readonly role: 'human' | 'operator';
  /** Its root fields. */
  readonly fields: readonly string[];
  readonly text: string;
}

/** The folder of the built pages. `npm run build` creates it. */
export const buildFolder = join(packageFolder(), 'dist', 'console');

/** The documents of the build by their ids, `sha256:<hex>`. Empty if the console is not built. */
export function readDocuments(): ReadonlyMap<string, StoredDocument> {
  const file = join(buildFolder, 'documents.json');
  if (!existsSync(file)) return new Map();
  const documents = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, StoredDocument>>;
  return new Map(Object.entries(documents));
}
