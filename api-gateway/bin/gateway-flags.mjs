// Megabytes of one semi-space of V8's young generation: half of V8's default, because each garbage collection of the
// young generation stops all other work. Under attack the slowest response took 32 to 39 times the idle median with the
// value 32, and 10 to 30 times with the value 8. Lists of a hundred places are answered equally fast with both (bench
// attack, near).
const SEMI_SPACE_MB = 8;

// By default V8 collects garbage and compiles in four threads beside the gateway's own, however many processors there
// are. With two processors the gateway's own thread waited for a processor that one of these threads occupied. The
// value 0 makes Node start one thread less than there are processors.
const V8_POOL_SIZE = 0;

/** Flags of Node for every gateway process, started by `npm start` or by a test. */
export const gatewayFlags = [
  '--enable-source-maps',
  `--max-semi-space-size=${SEMI_SPACE_MB}`,
  `--v8-pool-size=${V8_POOL_SIZE}`,
];
