const { clearInterval, setInterval } = require('node:timers');
const { Worker, isMainThread, workerData, parentPort } = require('node:worker_threads');

const LOOK_EVERY_MS = 250;
// Counted in the process's own CPU time: on a busy machine a script that gets little of it isn't endless.
const CPU_ALLOWED_MS = 5_000;
const STILL_ALLOWED_MS = 60_000;
// Where no script can be paused, the process ends without the function's name.
const NAME_ALLOWED_MS = 5_000;

/**
 * Ends this process when a script runs without end, and says which remote, screen and function it was in. Nothing inside
 * the process could: a script can't be interrupted without breaking Node's own state.
 */
const startWatchdog = (remote) => {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(module.filename, { workerData: { remote, beats }, execArgv: [] });
  thread.unref();
  const timer = setInterval(() => Atomics.add(beats, 0, 1), LOOK_EVERY_MS / 2);
  timer.unref();
  return {
    at: (place) => thread.postMessage(place),
    stop() {
      clearInterval(timer);
      void thread.terminate();
    },
  };
};

/** Runs in the thread beside the page's. */
const watch = ({ remote, beats }) => {
  const { Session } = require('node:inspector');
  const { writeSync } = require('node:fs');
  let place = 'start';
  parentPort.on('message', (next) => {
    place = next;
  });

  const end = (functions) => {
    const where = functions.length === 0 ? '' : ` It is in ${functions.join(', called by ')}.`;
    writeSync(2, `\n${remote}, ${place}: a script runs without end.${where} The tests of this remote end here; let the loop end.\n`);
    process.kill(process.pid, 'SIGKILL');
  };
  const nameAndEnd = () => {
    const session = new Session();
    session.connectToMainThread();
    session.on('Debugger.paused', ({ params: { callFrames } }) => {
      const own = callFrames.filter(({ url }) => !url.includes('/node_modules/') && !url.startsWith('node:'));
      end(own.slice(0, 3).map(({ functionName, url }) => `${functionName || 'a function'} (${url.split('/').slice(-2).join('/')})`));
    });
    session.post('Debugger.enable');
    session.post('Debugger.pause');
    setTimeout(() => end([]), NAME_ALLOWED_MS);
  };

  const seen = { beats: 0, cpu: process.cpuUsage(), at: performance.now(), hasEnded: false };
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    if (now !== seen.beats) Object.assign(seen, { beats: now, cpu: process.cpuUsage(), at: performance.now() });
    const { user, system } = process.cpuUsage(seen.cpu);
    const isStuck = (user + system) / 1_000 > CPU_ALLOWED_MS || performance.now() - seen.at > STILL_ALLOWED_MS;
    if (!isStuck || seen.hasEnded) return;
    seen.hasEnded = true;
    nameAndEnd();
  }, LOOK_EVERY_MS);
};

if (isMainThread || workerData?.beats === undefined) module.exports = { startWatchdog };
else watch(workerData);
