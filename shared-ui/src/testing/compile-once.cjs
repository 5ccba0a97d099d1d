const vm = require('node:vm');

const { compileFunction } = vm;

/** Compiled scripts by file, with the text of each: projects differ in transforms and parameters. */
const compiled = new Map();

/** Jest's callbacks for imports at run time, by file. They keep a test file's context alive, so they end with it. */
const importers = new Map();
let presentContext = null;

const enter = (context) => {
  if (context !== presentContext) importers.clear();
  presentContext = context;
};

const compile = (head, source, filename) => {
  const script = new vm.Script(`${head}${source}\n}})`, {
    filename,
    columnOffset: -head.length,
    importModuleDynamically: (...parts) => importers.get(filename)(...parts),
  });
  compiled.set(filename, { head, source, script });
  return script;
};

const scriptOf = (parameters, source, filename) => {
  // One expression, whose first line keeps its columns in stack traces.
  const head = `({"Object.<anonymous>":function(${parameters.join(',')}){`;
  const earlier = compiled.get(filename);
  return earlier?.head === head && earlier.source === source ? earlier.script : compile(head, source, filename);
};

/** Makes Jest compile each module once a worker instead of once a test file: a script runs in any context. */
vm.compileFunction = (source, parameters, options) => {
  const { filename, parsingContext, importModuleDynamically } = options;
  if (parsingContext === undefined) return compileFunction(source, parameters, options);
  enter(parsingContext);
  importers.set(filename, importModuleDynamically);
  return scriptOf(parameters, source, filename).runInContext(parsingContext)['Object.<anonymous>'];
};
