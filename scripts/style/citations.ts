import { posix } from 'node:path';
import type { Finding } from './rules';
import type { TextBlock } from './text';

/** Standards that number their sections; everything else is cited by its path. */
const STANDARD = /\b(?:RFC|ISO|FIPS|NIST|W3C|WHATWG|CommonMark|A2A)\b[^§]{0,40}(?:§+[\d., –-]*(?:(?:and|to|or) )?)*$/;
const DOCUMENT_SECTION = /((?:docs\/[\w./-]+|[A-Z]+)\.md)`?\)? $/;
/** A section of a file in the repository is cited by its full path; `missingPaths` reports the rest. */
const MISSING_DOCUMENT = /\w\.md`?\)? $/;
const PATH = /(?<![\w./*-])(?:(?:\.{1,2}\/)*[\w-][\w./-]*\.md\b|docs\/[\w./-]*\w)(?![\w*<{…/-])/g;

/** Tells whether a tracked file or folder has this path. */
export type Exists = (path: string) => boolean;

/** Builds `Exists` from the list of tracked files. */
export function existsAmong(files: Iterable<string>): Exists {
  const paths = new Set<string>();
  for (const file of files) {
    for (let path = file; path !== '.'; path = posix.dirname(path)) paths.add(path);
  }
  return (path) => paths.has(path);
}

/** Finds citations of documents that the repository does not have. */
export function checkCitations(file: string, block: TextBlock, exists: Exists): Finding[] {
  return block.lines.flatMap(({ line, text }, index) => {
    const before = index > 0 ? `${block.lines[index - 1]?.text ?? ''} ` : '';
    const cited = [...outsideSections(before, text, exists), ...missingPaths(file, text, exists)];
    return cited.map((name): Finding => ({ file, line, endLine: line, rule: 'outside-citation', text: name }));
  });
}

function outsideSections(before: string, text: string, exists: Exists): string[] {
  return [...text.matchAll(/§/g)].flatMap((sign) => {
    const lead = before + text.slice(0, sign.index);
    if (STANDARD.test(lead)) return [];
    const path = DOCUMENT_SECTION.exec(lead)?.[1];
    if (path !== undefined && exists(path)) return [];
    if (MISSING_DOCUMENT.test(lead)) return [];
    if (/^`?§`/.test(text.slice(sign.index))) return [];
    const words = /(?:\S+ ){0,2}$/.exec(lead)?.[0] ?? '';
    const section = /^§+[\w.]*/.exec(text.slice(sign.index))?.[0] ?? '§';
    return [words + section];
  });
}

function missingPaths(file: string, text: string, exists: Exists): string[] {
  const withoutLinks = text.replace(/https?:\/\/\S+/g, '');
  return [...withoutLinks.matchAll(PATH)]
    .map(([path]) => path.replace(/[./]+$/, ''))
    .filter((path) => !path.includes('node_modules/'))
    .filter((path) => !exists(path) && !(file.endsWith('.md') && exists(posix.join(posix.dirname(file), path))));
}
