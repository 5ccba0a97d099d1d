const vm = require('node:vm');

const { compileFunction } = vm;

/**
 * Compiled scripts by file. Each entry also holds the parameters and the source from which it was compiled, because
 * projects differ in them.
 */
const compiledByFile = new Map();

/**
 * Jest's callbacks for dynamic imports, by file. A callback keeps the context of its test file in memory, so all are
 * deleted when the next test file starts.
 */
const importerByFile = new Map();
let currentContext = null;

const enterContext = (context) => {
  if (context !== currentContext) importerByFile.clear();
  currentContext = context;
};

const compileScript = (head, source, filename) => {
  const script = new vm.Script(`${head}${source}\n}})`, {
    filename,
    columnOffset: -head.length,
    importModuleDynamically: (...parts) => importerByFile.get(filename)(...parts),
  });
  compiledByFile.set(filename, { head, source, script });
  return script;
};

const scriptOf = (parameters, source, filename) => {
  // The wrapper is a single line, and `columnOffset` corrects its length, so that positions in stack traces are
  // correct.
  const head = `({"Object.<anonymous>":function(${parameters.join(',')}){`;
  const cachedScript = compiledByFile.get(filename);
  return cachedScript?.head === head && cachedScript.source === source
    ? cachedScript.script
    : compileScript(head, source, filename);
};

/**
 * Makes Jest compile each module once for each worker instead of once for each test file. A compiled script can run in
 * any context.
 */
vm.compileFunction = (source, parameters, options) => {
  const { filename, parsingContext, importModuleDynamically } = options;
  if (parsingContext === undefined) return compileFunction(source, parameters, options);
  enterContext(parsingContext);
  importerByFile.set(filename, importModuleDynamically);
  return scriptOf(parameters, source, filename).runInContext(parsingContext)['Object.<anonymous>'];
};
