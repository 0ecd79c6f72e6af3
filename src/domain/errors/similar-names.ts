import { editDistance } from './edit-distance';

const MAX_NAMES = 3;
/** Longer names are no misspelling, and the distance costs the product of both lengths. */
const MAX_LENGTH = 60;
const MIN_PREFIX = 3;

/** The words of a name in camelCase, snake_case or capitals. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter((word) => word !== '');
}

/**
 * The number of changed letters, or undefined if the caller hardly means the name.
 *
 * At most a third of the letters may differ, else `price` would suggest `side`. A name also fits if all words of one are
 * words of the other: `price` suggests `priceStamps`.
 */
function distance(unknown: readonly string[], option: readonly string[]): number | undefined {
  const [from, to] = [unknown.join(''), option.join('')];
  const edits = editDistance(from, to);
  if (edits <= Math.ceil(Math.min(from.length, to.length) / 3) && edits < Math.min(from.length, to.length) / 2) {
    return edits;
  }
  const isPart =
    unknown.every((word) => option.includes(word)) ||
    option.every((word) => unknown.includes(word)) ||
    (from.length >= MIN_PREFIX && to.startsWith(from));
  return isPart ? edits : undefined;
}

/** The names that the caller can mean by an unknown name, the nearest first. */
export function similarNames(unknown: string, options: readonly string[]): string[] {
  const words = wordsOf(unknown);
  if (unknown.length > MAX_LENGTH || words.length === 0) return [];
  return options
    .flatMap((name) => {
      const edits = distance(words, wordsOf(name));
      return edits === undefined ? [] : [{ name, edits }];
    })
    .sort((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_NAMES)
    .map(({ name }) => name);
}

/** The hint at the names that the caller can mean, with a space before it. Empty: no name is similar. */
export function hintAt(unknown: string, options: readonly string[]): string {
  const names = similarNames(unknown, options).map((name) => `"${name}"`);
  const last = names.pop();
  if (last === undefined) return '';
  return ` Did you mean ${names.length === 0 ? last : `${names.join(', ')} or ${last}`}?`;
}
