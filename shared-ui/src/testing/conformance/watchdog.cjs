const { clearInterval, setInterval } = require('node:timers');
const { Worker, isMainThread, workerData, parentPort } = require('node:worker_threads');

const CHECK_INTERVAL_MS = 250;
// Maximum CPU time of the process without a heartbeat, in milliseconds. It is CPU time instead of wall time, because a
// script that gets little CPU time on a busy machine isn't endless.
const MAX_CPU_MS = 8_000;
// Maximum number of checks without a heartbeat, for a script that blocks the process without using CPU time. Checks are
// counted instead of wall time, because a suspended process runs no checks either.
const MAX_SILENT_CHECKS = 240;
// Time limit for reading the names of the running functions. If no script can be paused within this time, the process
// is killed without the names.
const NAMING_TIMEOUT_MS = 5_000;

/**
 * Kills this process when a script runs endlessly, and prints the remote, the scenario and the functions in which the
 * script was running. The whole process has to end: interrupting a script would break Node's own state. The check runs
 * in a separate thread, because the script blocks its own thread.
 */
const startWatchdog = (remote, cpuAllowedMs = MAX_CPU_MS) => {
  const heartbeats = new Int32Array(new SharedArrayBuffer(4));
  const watchdogThread = new Worker(module.filename, {
    workerData: { remote, beats: heartbeats, cpuAllowedMs },
    execArgv: [],
  });
  watchdogThread.unref();
  const heartbeatTimer = setInterval(() => Atomics.add(heartbeats, 0, 1), CHECK_INTERVAL_MS / 2);
  heartbeatTimer.unref();
  return {
    setPlace: (scenarioName) => watchdogThread.postMessage(scenarioName),
    // Resolves when the thread has ended. A test process with a running thread may exit too late for Jest.
    async stop() {
      clearInterval(heartbeatTimer);
      await watchdogThread.terminate();
    },
  };
};

/** Runs in the worker thread and checks the heartbeats of the page's thread. */
const watchThread = ({ remote, beats, cpuAllowedMs }) => {
  const { Session } = require('node:inspector');
  const { writeSync } = require('node:fs');
  let scenarioName = 'start';
  parentPort.on('message', (nextScenarioName) => {
    scenarioName = nextScenarioName;
  });

  const endProcess = (functionNames) => {
    const callStackText = functionNames.length === 0 ? '' : ` It is in ${functionNames.join(', called by ')}.`;
    writeSync(
      2,
      `\n${remote}, ${scenarioName}: a script runs without end.${callStackText} The tests of this remote end here; let the loop end.\n`,
    );
    process.kill(process.pid, 'SIGKILL');
  };
  const nameFunctionsAndEnd = () => {
    const inspectorSession = new Session();
    inspectorSession.connectToMainThread();
    const fileByScriptId = new Map();
    inspectorSession.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => fileByScriptId.set(scriptId, url));
    inspectorSession.on('Debugger.paused', ({ params: { callFrames } }) => {
      const stackFrames = callFrames.map(({ functionName, location }) => ({
        name: functionName || 'a function',
        file: fileByScriptId.get(location.scriptId) ?? '',
      }));
      const projectFrames = stackFrames.filter(
        ({ file }) => !file.includes('/node_modules/') && !file.startsWith('node:'),
      );
      endProcess(projectFrames.slice(0, 3).map(({ name, file }) => `${name} (${file.split('/').slice(-2).join('/')})`));
    });
    inspectorSession.post('Debugger.enable');
    inspectorSession.post('Debugger.pause');
    setTimeout(() => endProcess([]), NAMING_TIMEOUT_MS);
  };

  const lastHeartbeatReading = { beats: 0, cpu: process.cpuUsage(), checks: 0, hasEnded: false };
  setInterval(() => {
    const currentBeats = Atomics.load(beats, 0);
    if (currentBeats !== lastHeartbeatReading.beats)
      Object.assign(lastHeartbeatReading, { beats: currentBeats, cpu: process.cpuUsage(), checks: 0 });
    lastHeartbeatReading.checks += 1;
    const { user, system } = process.cpuUsage(lastHeartbeatReading.cpu);
    const isThreadStuck = (user + system) / 1_000 > cpuAllowedMs || lastHeartbeatReading.checks > MAX_SILENT_CHECKS;
    if (!isThreadStuck || lastHeartbeatReading.hasEnded) return;
    lastHeartbeatReading.hasEnded = true;
    nameFunctionsAndEnd();
  }, CHECK_INTERVAL_MS);
};

if (isMainThread || workerData?.beats === undefined) module.exports = { startWatchdog, file: module.filename };
else watchThread(workerData);
