const { readdirSync, stat } = require('node:fs');
const { constants, setPriority } = require('node:os');

const threads = () => new Set(readdirSync('/proc/self/task').map(Number));

// Whatever computes in libuv's threads, passwords and pictures above all, works on what the gateway's own thread leaves
// of a processor: with two processors and four such threads a request would wait for one of them. Linux alone counts
// priority by thread. The first use starts all of them; that is now, before any program has used one.
if (process.platform === 'linux') {
  const before = threads();
  stat('/', () => undefined);
  for (const thread of threads())
    if (!before.has(thread)) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
}
