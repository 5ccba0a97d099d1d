export { browserFederation } from './federation';
export { LoadFailure } from './load-failure';
export { OVERALL_MS } from './loadable';
export { createRemoteLoader } from './remote-loader';
export type { RemoteLoader } from './remote-loader';
