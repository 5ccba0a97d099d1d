export { withCachedAnswers } from './cached-answers';
export { createSessionCache, createTopicCache } from './cached-state';
export { createOfflineCache } from './offline-cache';
export { refreshShownRows } from './refresh-shown-rows';
export type { OfflineCache, OfflineDatabase, ShownRow } from './offline-cache';
