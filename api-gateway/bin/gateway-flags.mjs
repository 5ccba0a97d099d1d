import { fileURLToPath } from 'node:url';

// Half of V8's own: each clearing stops everything else. Under attack the slowest answer took 32 to 39 times the idle
// median with 32, and 10 to 30 times with 8; lists of a hundred places are answered as fast (bench attack, near).
const YOUNG_MB = 8;

// V8 clears up and compiles in four threads beside ours, however few processors there are: on two of them the gateway's
// own thread waited for a processor that its helpers had. 0 is Node's word for one thread less than there are
// processors.
const V8_THREADS = 0;

/** Flags of Node for every gateway process, started by `npm start` or by a test. */
export const gatewayFlags = [
  '--require',
  fileURLToPath(new URL('patient-pool.cjs', import.meta.url)),
  '--enable-source-maps',
  `--max-semi-space-size=${YOUNG_MB}`,
  `--v8-pool-size=${V8_THREADS}`,
];
