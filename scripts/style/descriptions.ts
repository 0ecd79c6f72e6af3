import { parse, visit, type ASTNode, type StringValueNode } from 'graphql';
import { lineFinder } from './comments';
import { markdownBlocks, numberLines } from './markdown';
import type { TextBlock } from './text';

/** A description of the schema or of the OpenAPI document, whole and as blocks. */
export interface Description {
  line: number;
  text: string;
  blocks: TextBlock[];
}

/** Reads the descriptions of an SDL document. */
export function graphqlDescriptions(source: string): Description[] {
  const lineOf = lineFinder(source);
  const found: Description[] = [];
  visit(parse(source), {
    enter(node: ASTNode) {
      const description: StringValueNode | undefined = 'description' in node ? node.description : undefined;
      if (description?.loc === undefined) return;
      const { value, loc } = description;
      const isOpenedAlone = /^"""\s*\n/.test(source.slice(loc.start, loc.start + 200));
      const line = lineOf(loc.start) + (isOpenedAlone ? 1 : 0);
      found.push({ line, text: value, blocks: markdownBlocks(numberLines(value, line), 'description') });
    },
  });
  return found;
}

/** Reads the descriptions of an OpenAPI document that has one member a line. Examples contain none. */
export function openapiDescriptions(source: string): Description[] {
  let examplesIndent: number | undefined;
  return source.split('\n').flatMap((content, index) => {
    const indent = content.search(/\S/);
    if (examplesIndent !== undefined && indent > examplesIndent) return [];
    examplesIndent = /^\s*"examples": \{$/.test(content) ? indent : undefined;
    const literal = /^\s*"description": (".*"),?$/.exec(content)?.[1];
    if (literal === undefined) return [];
    const line = index + 1;
    const text = JSON.parse(literal) as string;
    const lines = numberLines(text).map((one) => ({ ...one, line }));
    return [{ line, text, blocks: markdownBlocks(lines, 'description') }];
  });
}
