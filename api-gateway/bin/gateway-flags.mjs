// One list of a hundred places leaves six megabytes behind: in V8's usual 16 every second one is cleared up while it is being made, when all of it is alive.
const YOUNG_MB = 32;

// V8 clears up and compiles in four threads beside ours, however few processors there are: on two of them the gateway's own
// thread waited for a processor that its helpers had. 0 is Node's word for one thread less than there are processors.
const V8_THREADS = 0;

/** What Node is told where it runs the gateway: by `npm start`, and wherever a gateway stands in for that one. */
export const gatewayFlags = ['--enable-source-maps', `--max-semi-space-size=${YOUNG_MB}`, `--v8-pool-size=${V8_THREADS}`];
