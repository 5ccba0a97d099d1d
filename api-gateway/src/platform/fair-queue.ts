/** A request that waits in the queue. */
export interface QueuedRequest {
  /** Whether the request no longer needs to start, for example because its client has disconnected. */
  isAbandoned(): boolean;
  start(): void;
}

/** Queue of waiting requests, grouped by a key, for example the client's address or the kind of work. */
export interface FairQueue {
  add(key: string, request: QueuedRequest): void;
  /**
   * Removes and returns the next request that is still needed; null without one. The request's key moves to the end, so
   * that the other keys are served before it.
   */
  take(): QueuedRequest | null;
}

/** Creates a queue in which the keys take turns, however many requests one key has. */
export const createFairQueue = (): FairQueue => {
  // The keys are in the order in which they are served: the key of the next request comes first.
  const requestsByKey = new Map<string, QueuedRequest[]>();
  return {
    add(key, request) {
      const waitingRequests = requestsByKey.get(key);
      if (waitingRequests === undefined) requestsByKey.set(key, [request]);
      else waitingRequests.push(request);
    },
    take() {
      for (const [key, waitingRequests] of requestsByKey) {
        requestsByKey.delete(key);
        const request = waitingRequests.shift();
        if (waitingRequests.length > 0) requestsByKey.set(key, waitingRequests);
        if (request !== undefined && !request.isAbandoned()) return request;
      }
      return null;
    },
  };
};
