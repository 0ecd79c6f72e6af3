import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A bug planted where a later migration says otherwise is none: the database never runs what was changed. */

const MIGRATIONS = 'migrations';
const DEFINES = /^CREATE (?:OR REPLACE )?(?:FUNCTION|VIEW) (\w+)/;

/** The functions and views that the patch changes in a migration, and that a later one defines anew: `name (file)`. */
export function superseded(root: string, patch: string): string[] {
  const files = readdirSync(join(root, MIGRATIONS)).toSorted();
  const read = (file: string): string[] => readFileSync(join(root, MIGRATIONS, file), 'utf8').split('\n');
  return Array.from(changedLines(readFileSync(patch, 'utf8')), ({ file, line }) => {
    const name = definitionAt(read(file), line);
    const later = files.find((other) => other > file && read(other).some((text) => DEFINES.exec(text)?.[1] === name));
    return later === undefined ? [] : [`${String(name)} (${later})`];
  }).flat();
}

/** Where each piece of a patch begins to change a migration: the file's name, and the line in it, from 0. */
function* changedLines(patch: string): Generator<{ readonly file: string; readonly line: number }> {
  let file: string | undefined;
  let line = 0;
  let inPiece = false;
  for (const text of patch.split('\n')) {
    const named = /^\+\+\+ b\/(.+)$/.exec(text);
    const piece = /^@@ -(\d+)/.exec(text);
    if (named) file = named[1]?.startsWith(`${MIGRATIONS}/`) ? named[1].slice(MIGRATIONS.length + 1) : undefined;
    else if (piece) {
      line = Number(piece[1]) - 1;
      inPiece = true;
    } else if (inPiece && file !== undefined && /^[-+]/.test(text)) {
      yield { file, line };
      inPiece = false;
    } else line += 1;
  }
}

function definitionAt(lines: readonly string[], line: number): string | undefined {
  return lines
    .slice(0, line + 1)
    .reduce<string | undefined>((last, text) => DEFINES.exec(text)?.[1] ?? last, undefined);
}
