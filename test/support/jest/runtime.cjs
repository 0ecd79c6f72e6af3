/**
 * The module loader of the tests. A worker of jest loads `src` and the packages once, with Node's own loader, and all
 * its test files share them. Without it every test file evaluates some 2,000 modules again and starts with cold code.
 * Test files and their helpers are still evaluated once a file. It needs the environment beside it: one realm.
 */
const Module = require('node:module');
const { join, sep } = require('node:path');
const { compileFunction, constants } = require('node:vm');
const Runtime = require('jest-runtime').default;

const root = join(__dirname, '..', '..', '..');
const sources = [join(root, 'src') + sep, join(root, 'packages') + sep];
const isShared = (path) =>
  sources.some((source) => path.startsWith(source)) || path.includes(`${sep}node_modules${sep}`);
const load = Module.createRequire(__filename);
const sourceMaps = new Map();
let transformer;

// Node compiles what jest's transformer made of a source file, so both share a cache on disk.
Module._extensions['.ts'] = (module, filename) => {
  const options = { isInternalModule: false, supportsDynamicImport: true };
  const { code, sourceMapPath } = transformer.transform(filename, options);
  if (sourceMapPath) sourceMaps.set(filename, sourceMapPath);
  module._compile(code, filename);
};

// A dynamic import names the compiled file, which only the build creates.
const { _resolveFilename } = Module;
Module._resolveFilename = function resolve(request, parent, ...rest) {
  const from = parent?.filename ?? '';
  const isSource =
    request.startsWith('.') && request.endsWith('.js') && sources.some((source) => from.startsWith(source));
  return _resolveFilename.call(this, isSource ? request.replace(/\.js$/, '') : request, parent, ...rest);
};

module.exports = class SharedRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    transformer = args[3];
    this.transformCache.sourceMaps = sourceMaps;
    // Without a context of its own, code is compiled for the realm of the worker.
    this.executor.compile = (source, filename) =>
      compileFunction(source, this.executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModule(from, moduleName, options, isRequireActual) {
    if (!options?.isInternalModule && !Module.isBuiltin(moduleName ?? '')) {
      const path = this._resolution.resolveCjs(from, moduleName);
      if (isShared(path)) return load(path);
    }
    return super.requireModule(from, moduleName, options, isRequireActual);
  }
};
