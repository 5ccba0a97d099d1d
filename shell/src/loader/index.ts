export { browserFederation } from './federation';
export type { Federation } from './federation';
export { LoadFailure } from './load-failure';
export type { LoadFailureReason, LoadPhase } from './load-failure';
export { OVERALL_MS } from './loadable';
export type { LoadDeps } from './loadable';
export { createRemoteLoader } from './remote-loader';
export type { RemoteLoader, RemotePart } from './remote-loader';
