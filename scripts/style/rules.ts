import { countWords, maskCode, sentencesOf, type Sentence, type TextBlock } from './text';

export type Rule =
  | 'banned-word'
  | 'long-sentence'
  | 'inverted-opening'
  | 'outside-citation'
  | 'short-description'
  | 'participle-name'
  | 'retired-name';

export interface Finding {
  file: string;
  line: number;
  /** The last line on which an exemption counts. */
  endLine: number;
  rule: Rule;
  text: string;
}

export const MAX_WORDS = 25;
export const MIN_DESCRIPTION_WORDS = 3;
/** A short "Not found" is a usual title. */
const MIN_INVERTED_WORDS = 5;

const BANNED =
  /\b(?:whoever|of whomever|whomever|so many|so long|anew|by itself|that is none|is told|are told|was told|nobody|somebody)\b/i;
const INVERTED = /^[(*_]*(?:of|what|who|whoever|whose|for so|so many|to whom|not) /;

/** Checks the prose of a block: words, length and opening of each sentence. */
export function checkProse(file: string, block: TextBlock): Finding[] {
  return sentencesOf(block).flatMap((sentence) => {
    const { line, endLine } = sentence;
    const found = (rule: Rule, text: string): Finding => ({ file, line, endLine, rule, text });
    const findings: Finding[] = [];
    const banned = BANNED.exec(sentence.masked);
    if (banned) findings.push(found('banned-word', `"${banned[0]}" in: ${shorten(sentence.raw)}`));
    const words = countWords(sentence.masked);
    if (words > MAX_WORDS) findings.push(found('long-sentence', `${words} words: ${shorten(sentence.raw)}`));
    if (isInverted(block, sentence, words)) findings.push(found('inverted-opening', shorten(sentence.raw)));
    return findings;
  });
}

function isInverted(block: TextBlock, { masked, isFirst }: Sentence, words: number): boolean {
  const isLabelled = /^\W*what to do: /i.test(masked);
  const isQuestion = /\?["”)*_]*$/.test(masked);
  if (block.kind === 'heading' || words < 2 || isLabelled || isQuestion) return false;
  const isLowerStart = isFirst && (block.kind === 'title' || block.kind === 'error');
  const opening = isLowerStart ? masked.toLowerCase() : masked.replace(/^([(*_]*)([A-Z])/, lowerFirst);
  if (!isLowerStart && opening === masked) return false;
  if (!INVERTED.test(opening)) return false;
  return !/^[(*_]*not /.test(opening) || words >= MIN_INVERTED_WORDS;
}

function lowerFirst(_match: string, quotes: string, letter: string): string {
  return quotes + letter.toLowerCase();
}

/** Checks that a description has enough words to stand alone. */
export function checkDescription(file: string, line: number, text: string): Finding[] {
  if (countWords(maskCode(text)) >= MIN_DESCRIPTION_WORDS) return [];
  return [{ file, line, endLine: line, rule: 'short-description', text }];
}

export function shorten(text: string): string {
  return text.length > 110 ? `${text.slice(0, 109)}…` : text;
}
