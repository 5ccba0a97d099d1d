/** A request that waits in the queue. */
export interface QueuedRequest {
  /** Whether the request no longer needs to start, for example because its client has disconnected. */
  isGone(): boolean;
  start(): void;
}

/** Queue of waiting requests, grouped by a key, for example the client's address or the kind of work. */
export interface FairQueue {
  add(key: string, request: QueuedRequest): void;
  /**
   * Removes and returns the next request that is still needed; null without one. The request's key then has the last
   * turn.
   */
  take(): QueuedRequest | null;
}

/** Creates a queue in which the keys take turns, however many requests one key has. */
export const createFairQueue = (): FairQueue => {
  // The keys are in the order of their turns: the next one comes first.
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
