import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Edit, Mutant } from './mutant';

/** Applies edits to texts. An edit whose text does not occur exactly once is an error. */

/** Why a mutant cannot be applied. */
export class EditError extends Error {}

/** @throws EditError if a text to replace does not occur exactly once */
export function applyEdits(texts: ReadonlyMap<string, string>, edits: readonly Edit[]): Map<string, string> {
  const changed = new Map(texts);
  for (const { file, find, replace } of edits) {
    const text = changed.get(file) ?? '';
    const count = find === '' ? Number(text === '') : text.split(find).length - 1;
    if (count !== 1) throw new EditError(`${file} contains ${String(count)} times, instead of once: ${find}`);
    changed.set(
      file,
      text.replace(find, () => replace),
    );
  }
  return changed;
}

/** Returns the files of a mutant after its edits. @throws EditError */
export function editedFiles(root: string, { name, edits }: Mutant): Map<string, string> {
  const files = new Set(edits.map(({ file }) => file));
  const texts = Array.from(files, (file): [string, string] => {
    const path = join(root, file);
    return [file, existsSync(path) ? readFileSync(path, 'utf8') : ''];
  });
  try {
    return applyEdits(new Map(texts), edits);
  } catch (error) {
    if (error instanceof EditError) throw new EditError(`Mutant ${name}: ${error.message}`);
    throw error;
  }
}

/** Writes the files of a mutant into a copy of the repository. @throws EditError */
export function applyMutant(tree: string, mutant: Mutant): void {
  for (const [file, text] of editedFiles(tree, mutant)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
}
