export { readPageRegistry } from './page-registry';
export { createRemoteLookup } from './remote-lookup';
export type { RemoteLookup } from './remote-lookup';
export { scriptHashesOf } from './script-hashes';
