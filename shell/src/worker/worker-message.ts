/** Message of a page to the service worker: store the app, so that it opens without a network. */
export interface StoreAppMessage {
  readonly type: 'storeApp';
  /** Key of the builds with which the page started (`appKeyOf`); null for a stored page, whose builds may be old. */
  readonly appKey: string | null;
}

/** Returns whether the data of a message is a `StoreAppMessage`. Pages of other versions may send other messages. */
export const isStoreAppMessage = (data: unknown): data is StoreAppMessage =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  data.type === 'storeApp' &&
  'appKey' in data &&
  (data.appKey === null || typeof data.appKey === 'string');
