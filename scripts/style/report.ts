import type { Finding, Rule } from './rules';

const RULES: Rule[] = [
  'banned-word',
  'long-sentence',
  'inverted-opening',
  'outside-citation',
  'short-description',
  'participle-name',
  'retired-name',
];
const COUNT_WIDTH = 19;

/** Formats a finding as `file:line rule: text`. */
export function formatFinding({ file, line, rule, text }: Finding): string {
  return `${file}:${line} ${rule}: ${text}`;
}

/** Formats the number of findings of each rule, one a line. */
export function formatTotals(findings: Finding[]): string {
  return [...RULES.map((rule) => countLine(rule, findings, rule)), countLine('total', findings)].join('\n');
}

/** Formats a table of the findings: one row per folder, one column per rule. */
export function formatCounts(findings: Finding[]): string {
  const byFolder = new Map<string, Finding[]>();
  for (const finding of findings) {
    const folder = folderOf(finding.file);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), finding]);
  }
  const folders = [...byFolder].sort(([left], [right]) => (left < right ? -1 : 1));
  const width = Math.max(6, ...folders.map(([folder]) => folder.length));
  const row = (name: string, cells: string[]): string =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(COUNT_WIDTH))].join('');
  const counts = (some: Finding[]): string[] => [...RULES, undefined].map((rule) => `${count(some, rule)}`);
  return [
    row('folder', [...RULES, 'total']),
    ...folders.map(([folder, some]) => row(folder, counts(some))),
    row('total', counts(findings)),
  ].join('\n');
}

function countLine(name: string, findings: Finding[], rule?: Rule): string {
  return `${name.padEnd(COUNT_WIDTH)}${`${count(findings, rule)}`.padStart(6)}`;
}

function count(findings: Finding[], rule?: Rule): number {
  return rule ? findings.filter((finding) => finding.rule === rule).length : findings.length;
}

/** Returns at most three levels of a file's folder; a file at the root is its own folder. */
function folderOf(file: string): string {
  const parts = file.split('/');
  return parts.length === 1 ? file : parts.slice(0, Math.min(3, parts.length - 1)).join('/');
}
