const vm = require('node:vm');

const { compileFunction } = vm;

/**
 * Compiled scripts by file. Each entry also holds the parameters and the source from which it was compiled, because
 * projects differ in them.
 */
const compiledScriptByFile = new Map();

/**
 * Jest's callbacks for dynamic imports, by file. A callback keeps the context of its test file in memory, so all are
 * deleted when the next test file starts.
 */
const importerByFile = new Map();
let currentTestContext = null;

const enterTestContext = (context) => {
  if (context !== currentTestContext) importerByFile.clear();
  currentTestContext = context;
};

const compileScript = (wrapperHead, scriptSource, filename) => {
  const script = new vm.Script(`${wrapperHead}${scriptSource}\n}})`, {
    filename,
    columnOffset: -wrapperHead.length,
    importModuleDynamically: (...importArguments) => importerByFile.get(filename)(...importArguments),
  });
  compiledScriptByFile.set(filename, { head: wrapperHead, source: scriptSource, script });
  return script;
};

const cachedScriptOf = (parameters, scriptSource, filename) => {
  // The wrapper is a single line, and `columnOffset` corrects its length, so that positions in stack traces are
  // correct.
  const wrapperHead = `({"Object.<anonymous>":function(${parameters.join(',')}){`;
  const cachedScript = compiledScriptByFile.get(filename);
  return cachedScript?.head === wrapperHead && cachedScript.source === scriptSource
    ? cachedScript.script
    : compileScript(wrapperHead, scriptSource, filename);
};

/**
 * Makes Jest compile each module once for each worker instead of once for each test file. A compiled script can run in
 * any context.
 */
vm.compileFunction = (source, parameters, compileOptions) => {
  const { filename, parsingContext, importModuleDynamically } = compileOptions;
  if (parsingContext === undefined) return compileFunction(source, parameters, compileOptions);
  enterTestContext(parsingContext);
  importerByFile.set(filename, importModuleDynamically);
  return cachedScriptOf(parameters, source, filename).runInContext(parsingContext)['Object.<anonymous>'];
};
