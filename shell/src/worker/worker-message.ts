/** Message of a page to the worker: keep the app, so that it opens without a network. */
export interface KeepAppMessage {
  readonly type: 'keepApp';
  /** Key of the builds with which the page began (`appKeyOf`); null for a kept page, whose builds may be old. */
  readonly appKey: string | null;
}

/** Whether the data of a message is a `KeepAppMessage`. Pages of other versions may send other messages. */
export const isKeepAppMessage = (data: unknown): data is KeepAppMessage =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  data.type === 'keepApp' &&
  'appKey' in data &&
  (data.appKey === null || typeof data.appKey === 'string');
