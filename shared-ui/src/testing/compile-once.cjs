const vm = require('node:vm');

const { compileFunction } = vm;

/**
 * Compiled scripts by file. Each entry also stores the parameters and the source from which it was compiled, because
 * Jest projects differ in them.
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

const wrapperHeadOf = (parameters) => `({"Object.<anonymous>":function(${parameters.join(',')}){`;

/**
 * Returns the parameters of a module's wrapper without the one that the module declares itself, such as a class `Set`.
 * The declaration would collide with the global of that name, which Jest passes to the module.
 */
const withoutDeclaredName = (parameters, error) => {
  const [, declaredName] = /^Identifier '(\w+)' has already been declared$/.exec(error.message) ?? [];
  if (!parameters.includes(declaredName)) throw error;
  return parameters.map((parameter) => (parameter === declaredName ? `global_${parameter}` : parameter));
};

// Compiles a module inside its wrapper, which is a single line. `columnOffset` corrects the length of the wrapper, so
// that positions in stack traces are correct.
const parseScript = (parameters, scriptSource, filename) => {
  const wrapperHead = wrapperHeadOf(parameters);
  return new vm.Script(`${wrapperHead}${scriptSource}\n}})`, {
    filename,
    columnOffset: -wrapperHead.length,
    importModuleDynamically: (...importArguments) => importerByFile.get(filename)(...importArguments),
  });
};

const compileScript = (parameters, scriptSource, filename) => {
  try {
    return parseScript(parameters, scriptSource, filename);
  } catch (error) {
    return compileScript(withoutDeclaredName(parameters, error), scriptSource, filename);
  }
};

const compileAndCache = (wrapperHead, { parameters, scriptSource, filename }) => {
  const script = compileScript(parameters, scriptSource, filename);
  compiledScriptByFile.set(filename, { head: wrapperHead, source: scriptSource, script });
  return script;
};

const cachedScriptOf = (parameters, scriptSource, filename) => {
  const wrapperHead = wrapperHeadOf(parameters);
  const cachedScript = compiledScriptByFile.get(filename);
  return cachedScript?.head === wrapperHead && cachedScript.source === scriptSource
    ? cachedScript.script
    : compileAndCache(wrapperHead, { parameters, scriptSource, filename });
};

/**
 * Makes Jest compile each module once for each worker process instead of once for each test file. A compiled script can
 * run in any context.
 */
vm.compileFunction = (source, parameters, compileOptions) => {
  const { filename, parsingContext, importModuleDynamically } = compileOptions;
  if (parsingContext === undefined) return compileFunction(source, parameters, compileOptions);
  enterTestContext(parsingContext);
  importerByFile.set(filename, importModuleDynamically);
  return cachedScriptOf(parameters, source, filename).runInContext(parsingContext)['Object.<anonymous>'];
};
