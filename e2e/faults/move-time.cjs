// Preloaded into the gateways of the fault suite. A gateway's clock runs ahead of the machine's clock by the
// milliseconds that stand in AHEAD_FILE, so that no test waits for a lease or for the next reconciliation. A running
// gateway reads the file again at SIGUSR2. Durations of timeouts and intervals don't change.
const { readFileSync } = require('node:fs');

const machineNow = Date.now;
let aheadMs = 0;

const readAhead = () => {
  aheadMs = Number(readFileSync(process.env.AHEAD_FILE, 'utf8'));
};

readAhead();
process.on('SIGUSR2', readAhead);
Date.now = () => machineNow() + aheadMs;
