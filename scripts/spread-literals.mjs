// Rewrites the object literals of the build that start with a spread: { ...a, b } becomes { ...null, ...a, b }.
//
// The added spread has no effect in JavaScript. Without it, V8 of Node.js 20 makes a new hidden class for each object of
// such a literal (docs/decisions/0053-hidden-classes.md). That makes the literal slow, and all code that reads it. The
// lines stay as they are, so the source maps stay right. A file that was rewritten before stays as it is.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Whether the literal has members after a spread, and no added spread before it. */
function isSlow({ properties: [first, second] }) {
  return second !== undefined && ts.isSpreadAssignment(first) && first.expression.kind !== ts.SyntaxKind.NullKeyword;
}

function rewritten(text) {
  const source = ts.createSourceFile('build.js', text, ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);
  const places = [];
  const visit = (node) => {
    if (ts.isObjectLiteralExpression(node) && isSlow(node)) places.push(node.properties[0].getStart(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  // From the end, so that an insertion moves no other place.
  return places.reduceRight((result, at) => `${result.slice(0, at)}...null, ${result.slice(at)}`, text);
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = process.argv[2] ?? join(root, 'dist', 'src');
for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith('.js')) continue;
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8');
  if (!text.includes('...')) continue;
  const result = rewritten(text);
  if (result !== text) writeFileSync(path, result);
}
