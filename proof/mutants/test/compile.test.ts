import { join, resolve } from 'node:path';
import ts from 'typescript';
import { editedFiles } from '../edits';
import { mutants } from '../mutants';

/** A mutant with a renamed identifier would fail to start and look as if a test had caught it. */

const ROOT = resolve(__dirname, '..', '..', '..');

/** Files as a mutant changes them, with a version for each change. */
const changed = new Map<string, string>();
let version = 0;

function createService(): ts.LanguageService {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { fileNames, options } = ts.parseJsonConfigFileContent({ ...config, include: ['src'] }, ts.sys, ROOT);
  return ts.createLanguageService({
    fileExists: (file) => ts.sys.fileExists(file),
    readFile: (file) => ts.sys.readFile(file),
    directoryExists: (path) => ts.sys.directoryExists(path),
    getDirectories: (path) => ts.sys.getDirectories(path),
    getScriptFileNames: () => fileNames,
    getScriptVersion: (file) => (changed.has(file) ? String(version) : 'original'),
    getScriptSnapshot: (file) => {
      const text = changed.get(file) ?? ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCurrentDirectory: () => ROOT,
    getCompilationSettings: () => ({ ...options, noUnusedLocals: false, noUnusedParameters: false }),
    getDefaultLibFileName: (libraryOptions) => ts.getDefaultLibFilePath(libraryOptions),
  });
}

test('every mutant should compile', () => {
  const service = createService();
  const errors: string[] = [];
  for (const mutant of mutants) {
    changed.clear();
    version += 1;
    for (const [file, text] of editedFiles(ROOT, mutant)) if (file.endsWith('.ts')) changed.set(join(ROOT, file), text);
    for (const file of changed.keys())
      for (const { messageText } of service.getSemanticDiagnostics(file))
        errors.push(`${mutant.name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  }
  expect(errors).toEqual([]);
});
