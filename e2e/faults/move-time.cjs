// Preloaded into the gateway of the fault suite: its time is ahead of the machine's, so that nobody waits for a lease
// or the next turn of reconciliation. Durations (timeouts, intervals) stay what they are.
const machineNow = Date.now;
const aheadMs = Number(process.env.AHEAD_MS);

Date.now = () => machineNow() + aheadMs;
