const { readdirSync, stat } = require('node:fs');
const { constants, setPriority } = require('node:os');

const readThreadIds = () => new Set(readdirSync('/proc/self/task').map(Number));

// Gives the threads of libuv's pool a lower priority than the gateway's own thread, so that long computations
// (passwords and pictures above all) only use processor time that the gateway's thread leaves. With equal priorities on
// two processors, a request would wait for one of the pool's four threads. Only Linux has a priority for each thread.
// The first use of the pool starts all its threads; `stat` causes this first use before a program uses the pool.
if (process.platform === 'linux') {
  const earlierThreadIds = readThreadIds();
  stat('/', () => undefined);
  for (const threadId of readThreadIds())
    if (!earlierThreadIds.has(threadId)) setPriority(threadId, constants.priority.PRIORITY_BELOW_NORMAL);
}
