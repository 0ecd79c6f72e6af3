import ts from 'typescript';
import type { CommentRange } from './comments';
import type { TextBlock } from './text';

/** A name that a file declares. */
export interface DeclaredName {
  name: string;
  line: number;
  /** A member of a class, type, enum or object literal. */
  isMember: boolean;
}

export interface ParsedScript {
  comments: CommentRange[];
  titles: TextBlock[];
  strings: TextBlock[];
  names: DeclaredName[];
}

/** Reads the comments, test titles, strings and declared names of a TypeScript or JavaScript file. */
export function parseScript(file: string, source: string): ParsedScript {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false);
  const parsed: ParsedScript = { comments: [], titles: [], strings: [], names: [] };
  const literals: [start: number, end: number][] = [];
  const lineOf = (node: ts.Node): number => tree.getLineAndCharacterOfPosition(startOf(node, tree)).line + 1;
  const visit = (node: ts.Node): void => {
    if (isLiteralText(node)) literals.push([startOf(node, tree), node.end]);
    if (ts.isStringLiteralLike(node)) parsed.strings.push(blockOf('error', lineOf(node), node.text));
    const title = titleOf(node);
    if (title) parsed.titles.push(blockOf('title', lineOf(title), textOfTitle(title)));
    const name = declaredName(node);
    if (name) parsed.names.push({ name: name.text.replace('#', ''), line: lineOf(name), isMember: isMember(node) });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  parsed.comments = commentsOutside(source, literals);
  return parsed;
}

function startOf(node: ts.Node, tree: ts.SourceFile): number {
  return ts.isTemplateMiddleOrTemplateTail(node) ? node.pos : node.getStart(tree);
}

function blockOf(kind: TextBlock['kind'], line: number, text: string): TextBlock {
  return { kind, lines: [{ line, text: text.replace(/\s+/g, ' ').trim() }] };
}

function isLiteralText(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  );
}

/** Finds the comments of a source whose strings, templates and regular expressions are known. */
function commentsOutside(source: string, literals: [start: number, end: number][]): CommentRange[] {
  const ends = new Map(literals);
  const comments: CommentRange[] = [];
  for (let at = 0; at < source.length; at += 1) {
    const literalEnd = ends.get(at);
    if (literalEnd !== undefined) {
      at = Math.max(at, literalEnd - 1);
    } else if (source[at] === '/' && (source[at + 1] === '/' || source[at + 1] === '*')) {
      const end = source[at + 1] === '/' ? source.indexOf('\n', at) : source.indexOf('*/', at + 2) + 2;
      const text = source.slice(at, end < 2 ? source.length : end);
      comments.push({ start: at, text });
      at += text.length - 1;
    }
  }
  return comments;
}

function titleOf(node: ts.Node): ts.StringLiteralLike | ts.TemplateExpression | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [first] = node.arguments;
  if (!first || !(ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))) return undefined;
  let callee: ts.Node = node.expression;
  while (!ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) callee = callee.expression;
    else if (ts.isTaggedTemplateExpression(callee)) callee = callee.tag;
    else return undefined;
  }
  return ['it', 'test', 'describe'].includes(callee.text) ? first : undefined;
}

function textOfTitle(title: ts.StringLiteralLike | ts.TemplateExpression): string {
  if (ts.isStringLiteralLike(title)) return title.text;
  return title.head.text + title.templateSpans.map((span) => `\`value\`${span.literal.text}`).join('');
}

function declaredName(node: ts.Node): ts.Identifier | ts.PrivateIdentifier | undefined {
  const isDeclaration =
    isMember(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassLike(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isTypeParameterDeclaration(node);
  if (!isDeclaration || !node.name) return undefined;
  return ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name) ? node.name : undefined;
}

type Member =
  | ts.EnumMember
  | ts.PropertyDeclaration
  | ts.PropertySignature
  | ts.PropertyAssignment
  | ts.MethodDeclaration
  | ts.MethodSignature
  | ts.AccessorDeclaration;

function isMember(node: ts.Node): node is Member {
  return (
    ts.isEnumMember(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isAccessor(node)
  );
}
