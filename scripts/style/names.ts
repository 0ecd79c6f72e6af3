import type { AllowedName } from './allowed-names';
import type { RetiredName, RetiredWord } from './retired-names';
import type { Finding } from './rules';
import type { DeclaredName } from './typescript';

const PARTICIPLES = new Set(['told', 'asked', 'heard', 'met', 'kept', 'known', 'given']);

/** The names that declarations, files and folders may not have. */
export interface NameRules {
  retired: Map<string, string>;
  words: Map<string, string>;
  allowed: AllowedName[];
}

export function nameRules(names: RetiredName[], words: RetiredWord[], allowed: AllowedName[]): NameRules {
  return {
    retired: new Map(names.map((entry) => [entry.old, entry.new])),
    words: new Map(words.map((entry) => [entry.old, entry.new])),
    allowed,
  };
}

/** Checks the declared names of a file. */
export function checkNames(file: string, names: DeclaredName[], rules: NameRules): Finding[] {
  return names.flatMap(({ name, line, isMember }): Finding[] => {
    if (rules.allowed.some((entry) => allows(entry, file, name, isMember))) return [];
    const at = { file, line, endLine: line };
    if (PARTICIPLES.has(name)) {
      return [{ ...at, rule: 'participle-name', text: `${name}: name the data by a noun` }];
    }
    const replacement = replacementOf(name, rules);
    return replacement === undefined ? [] : [{ ...at, rule: 'retired-name', text: `${name}: ${replacement}` }];
  });
}

function allows(entry: AllowedName, file: string, name: string, isMember: boolean): boolean {
  return entry.name === name && (!entry.membersOnly || isMember) && (!entry.within || file.includes(entry.within));
}

/** Checks the name of a file and of each of its folders. */
export function checkPath(file: string, rules: NameRules): Finding[] {
  const parts = file.split('/');
  return parts.flatMap((part, index): Finding[] => {
    const isFile = index === parts.length - 1;
    const plain = part.replace(/^\./, '').replace(/\..*$/, '');
    if (rules.allowed.some((entry) => entry.name === part && (!entry.within || file.includes(entry.within)))) return [];
    const replacement = rules.retired.get(isFile ? part : `${part}/`) ?? wordReplacement(plain, rules);
    if (replacement === undefined) return [];
    return [{ file, line: 1, endLine: 1, rule: 'retired-name', text: `${part}${isFile ? '' : '/'}: ${replacement}` }];
  });
}

/** Checks the functions, procedures, triggers and views that a SQL file creates. */
export function checkSqlNames(file: string, source: string, rules: NameRules): Finding[] {
  const pattern =
    /^\s*create\s+(?:or\s+replace\s+)?(?:constraint\s+)?(?:function|procedure|view|trigger|table|type)\s+"?(\w+)/gim;
  return [...source.matchAll(pattern)].flatMap((match): Finding[] => {
    const name = match[1] ?? '';
    const replacement = rules.retired.get(name);
    if (replacement === undefined) return [];
    const line = source.slice(0, match.index + match[0].length).split('\n').length;
    return [{ file, line, endLine: line, rule: 'retired-name', text: `${name}: ${replacement}` }];
  });
}

function replacementOf(name: string, rules: NameRules): string | undefined {
  return rules.retired.get(name) ?? wordReplacement(name, rules);
}

function wordReplacement(name: string, rules: NameRules): string | undefined {
  return wordsOf(name)
    .map((word) => rules.words.get(word))
    .find((replacement) => replacement !== undefined);
}

/** Splits `RoomsPage`, `rooms_page` and `rooms-page` into lower-case words. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
