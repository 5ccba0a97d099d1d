// Preloaded into the gateway of the soak. At SIGUSR2 the gateway collects all garbage and prints one line of JSON with
// the memory that is left. The second collection frees objects whose finalizers the first one has run.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

process.on('SIGUSR2', () => {
  collectGarbage();
  collectGarbage();
  console.log(JSON.stringify({ level: 'info', msg: 'memory after collection', memory: process.memoryUsage() }));
});
