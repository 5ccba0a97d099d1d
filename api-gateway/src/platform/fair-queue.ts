/** An entry of the queue. */
export interface QueuedRequest {
  /** Whether the entry has been abandoned. */
  isGone(): boolean;
  start(): void;
}

/** Waiting entries by a shared key: an address, a kind of work. */
export interface FairQueue {
  add(key: string, request: QueuedRequest): void;
  /** Takes the next entry that still waits and moves its key to the end; null without one. */
  take(): QueuedRequest | null;
}

/** Creates a queue in which keys take turns, however many entries one of them has. */
export const createFairQueue = (): FairQueue => {
  // The key whose turn is next comes first.
  const byKey = new Map<string, QueuedRequest[]>();
  return {
    add(key, request) {
      const waitingOfKey = byKey.get(key);
      if (waitingOfKey === undefined) byKey.set(key, [request]);
      else waitingOfKey.push(request);
    },
    take() {
      for (const [key, waitingOfKey] of byKey) {
        byKey.delete(key);
        const request = waitingOfKey.shift();
        if (waitingOfKey.length > 0) byKey.set(key, waitingOfKey);
        if (request !== undefined && !request.isGone()) return request;
      }
      return null;
    },
  };
};
