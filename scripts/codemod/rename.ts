import { readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import ts from 'typescript';

/**
 * Renames symbols in the whole tree: `node --import tsx scripts/codemod/rename.ts <table>`.
 *
 * A line of the table is `<file> <symbol> <new name>`. A symbol is `Name`, or `Owner.member`. The TypeScript language
 * service finds every reference, so strings and comments stay as they are. A symbol that is missing is reported.
 */

interface Rename {
  readonly file: string;
  readonly symbol: string;
  readonly to: string;
}

interface Edit {
  readonly start: number;
  readonly length: number;
  readonly text: string;
}

const root = resolve(__dirname, '..', '..');

function readTable(path: string): Rename[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [file, symbol, to] = line.trim().split(/\s+/);
      if (!file || !symbol || !to) throw new Error(`a line is <file> <symbol> <new name>, not: ${line}`);
      return { file, symbol, to };
    });
}

function createService(): ts.LanguageService {
  const { config } = ts.readConfigFile(resolve(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createLanguageService({
    getScriptFileNames: () => fileNames,
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: (libraryOptions) => ts.getDefaultLibFilePath(libraryOptions),
    fileExists: (file) => ts.sys.fileExists(file),
    readFile: (file) => ts.sys.readFile(file),
    readDirectory: (...args) => ts.sys.readDirectory(...args),
    directoryExists: (path) => ts.sys.directoryExists(path),
    getDirectories: (path) => ts.sys.getDirectories(path),
  });
}

/** The identifiers that declare `name` directly below `scope`, or anywhere below it when `deep` is set. */
function declarationsOf(scope: ts.Node, name: string, deep: boolean): ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    const own = (node as { name?: ts.Node }).name;
    const isImport = ts.isImportSpecifier(node) || ts.isExportSpecifier(node) || ts.isPropertyAccessExpression(node);
    if (!isImport && own && ts.isIdentifier(own) && own.text === name) found.push(own);
    if (deep || node === scope || !ts.isFunctionLike(node)) node.forEachChild(visit);
  };
  scope.forEachChild(visit);
  return found;
}

/** Where a symbol is declared. Top-level declarations win over nested ones. */
function locate(source: ts.SourceFile, symbol: string): number | undefined {
  const [owner = '', member] = symbol.split('.');
  const top = source.statements.flatMap((statement) => {
    const holder = { forEachChild: (visit: (node: ts.Node) => void) => visit(statement) } as unknown as ts.Node;
    return declarationsOf(holder, owner, false);
  });
  const [declared] = top.length > 0 ? top : declarationsOf(source, owner, true);
  if (!declared || member === undefined) return declared?.getStart(source);
  return declarationsOf(declared.parent, member, true)[0]?.getStart(source);
}

function collect(service: ts.LanguageService, renames: readonly Rename[]): Map<string, Edit[]> {
  const edits = new Map<string, Map<number, Edit>>();
  const program = service.getProgram();
  for (const { file, symbol, to } of renames) {
    const path = resolve(root, file);
    const source = program?.getSourceFile(path);
    const position = source && locate(source, symbol);
    const places =
      position === undefined
        ? undefined
        : service.findRenameLocations(path, position, false, false, { providePrefixAndSuffixTextForRename: true });
    if (!places) {
      console.log(`not found: ${file} ${symbol}`);
      continue;
    }
    for (const { fileName, textSpan, prefixText = '', suffixText = '' } of places) {
      const own = edits.get(fileName) ?? new Map<number, Edit>();
      edits.set(fileName, own);
      own.set(textSpan.start, { ...textSpan, text: `${prefixText}${to}${suffixText}` });
    }
  }
  return new Map([...edits].map(([file, own]) => [file, [...own.values()]]));
}

function apply(file: string, edits: readonly Edit[]): void {
  let text = readFileSync(file, 'utf8');
  for (const { start, length, text: replacement } of [...edits].sort((a, b) => b.start - a.start))
    text = `${text.slice(0, start)}${replacement}${text.slice(start + length)}`;
  writeFileSync(file, text);
}

const [table] = process.argv.slice(2);
if (table === undefined) throw new Error('usage: rename.ts <table>');
const edits = collect(createService(), readTable(table));
for (const [file, own] of edits) apply(file, own);
console.log(`${String(edits.size)} files changed, first ${relative(root, [...edits.keys()][0] ?? root)}`);
