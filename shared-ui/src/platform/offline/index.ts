export { createOfflineDatabase } from './offline-database';
export { createOfflineParts } from './offline-parts';
