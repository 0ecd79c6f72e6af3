import { allowedNames } from './allowed-names';
import { checkCitations, type Exists } from './citations';
import { commentBlocks, hashComments, sqlComments } from './comments';
import { graphqlDescriptions, openapiDescriptions, type Description } from './descriptions';
import { markdownBlocks, numberLines } from './markdown';
import { checkNames, checkPath, checkSqlNames, nameRules } from './names';
import { retiredNames, retiredWords } from './retired-names';
import { checkDescription, checkProse, type Finding } from './rules';
import type { TextBlock } from './text';
import { parseScript } from './typescript';

const EXCLUDED = /(?:^|\/)(?:node_modules|dist|vectors)\/|(?:^|\/)openapi-types\.d\.ts$|^schema\.sql$/;
const ERROR_TEXTS = /^(?:src|packages)\/.*\b(?:catalogue|errors?)(?:\/|\.ts$)/;
const CODE_EXEMPTION = /\bstyle-ok: \S/;
const MARKDOWN_EXEMPTION = /<!-- style-ok\b/;
const names = nameRules(retiredNames, retiredWords, allowedNames);

/** Whether the style rules apply to a tracked file. */
export function isChecked(file: string): boolean {
  if (EXCLUDED.test(file)) return false;
  return /\.(?:ts|mjs|cjs|js|sql|ya?ml|sh|md)$|(?:^|\/)(?:schema\.graphql|openapi\.json)$/.test(file);
}

/** Checks one file against every rule and drops what its exemptions cover. */
export function checkFile(file: string, source: string, exists: Exists): Finding[] {
  const findings = [...checkPath(file, names), ...checkContent(file, source, exists)];
  const exemption = file.endsWith('.md') ? MARKDOWN_EXEMPTION : CODE_EXEMPTION;
  if (!exemption.test(source)) return findings;
  const lines = source.split('\n');
  return findings.filter(({ line, endLine }) => !lines.slice(line - 1, endLine).some((text) => exemption.test(text)));
}

function checkContent(file: string, source: string, exists: Exists): Finding[] {
  const texts = (blocks: TextBlock[]): Finding[] =>
    blocks.flatMap((block) => [...checkProse(file, block), ...checkCitations(file, block, exists)]);
  const described = (descriptions: Description[]): Finding[] =>
    descriptions.flatMap(({ line, text, blocks }) => [...checkDescription(file, line, text), ...texts(blocks)]);

  if (file.endsWith('.md')) return texts(markdownBlocks(numberLines(source), 'doc'));
  if (file.endsWith('.graphql')) return described(graphqlDescriptions(source));
  if (file.endsWith('.json')) return described(openapiDescriptions(source));
  if (/\.(?:ya?ml|sh)$/.test(file)) return texts(commentBlocks(source, hashComments(source)));
  if (file.endsWith('.sql')) {
    return [...texts(commentBlocks(source, sqlComments(source))), ...checkSqlNames(file, source, names)];
  }
  return checkScript(file, source, texts);
}

function checkScript(file: string, source: string, texts: (blocks: TextBlock[]) => Finding[]): Finding[] {
  const parsed = parseScript(file, source);
  const sentences = parsed.strings.filter(({ lines }) => (lines[0]?.text.split(' ').length ?? 0) >= 3);
  return [
    ...texts(commentBlocks(source, parsed.comments)),
    ...texts(parsed.titles),
    ...(ERROR_TEXTS.test(file) ? texts(sentences) : []),
    ...checkNames(file, parsed.names, names),
  ];
}
