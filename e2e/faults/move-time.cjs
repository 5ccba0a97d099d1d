// Preloaded into the gateway of the fault suite. The gateway's clock runs ahead of the machine's clock by AHEAD_MS, so
// that no test waits for a lease or for the next reconciliation. Durations of timeouts and intervals don't change.
const machineNow = Date.now;
const aheadMs = Number(process.env.AHEAD_MS);

Date.now = () => machineNow() + aheadMs;
