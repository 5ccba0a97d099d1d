/** A request that waits in the queue. */
export interface QueuedRequest {
  /** Whether the request no longer needs to start, for example because its client has disconnected. */
  isAbandoned(): boolean;
  start(): void;
}

/** Queue of waiting requests, grouped by a key, for example the client's address or the kind of work. */
export interface FairQueue {
  add(key: string, request: QueuedRequest): void;
  /** Adds requests that go ahead of all others of their key, in their order. */
  addFirst(key: string, requests: readonly QueuedRequest[]): void;
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
    addFirst(key, requests) {
      const waitingRequests = requestsByKey.get(key);
      if (waitingRequests === undefined) requestsByKey.set(key, [...requests]);
      else waitingRequests.unshift(...requests);
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

/** Client whose work waits for its turn. */
export interface TurnClient {
  /** Address of the client, as rate limits count it. */
  readonly address: string;
  /** User of the client; an empty text while it is unknown. */
  readonly person: string;
}

/** Queue in which addresses take turns, and the people of one address take turns among themselves. */
export interface ClientQueue {
  add(client: TurnClient, request: QueuedRequest): void;
  /** Removes and returns the next request that is still needed; null without one. */
  take(): QueuedRequest | null;
}

/** Creates a queue of clients. Neither an address nor a person with many requests delays the others for long. */
export const createClientQueue = (): ClientQueue => {
  const addressQueue = createFairQueue();
  const peopleByAddress = new Map<string, { readonly queue: FairQueue; waitingCount: number }>();

  const takeOfAddress = (address: string): QueuedRequest | null => {
    const people = peopleByAddress.get(address);
    if (people === undefined) return null;
    people.waitingCount -= 1;
    if (people.waitingCount === 0) peopleByAddress.delete(address);
    return people.queue.take();
  };

  return {
    add({ address, person }, request) {
      const people = peopleByAddress.get(address) ?? { queue: createFairQueue(), waitingCount: 0 };
      people.waitingCount += 1;
      peopleByAddress.set(address, people);
      people.queue.add(person, request);
      // Each request is one turn of its address. The address decides at the turn whose request it is.
      addressQueue.add(address, { isAbandoned: () => false, start: () => takeOfAddress(address)?.start() });
    },
    take: addressQueue.take,
  };
};
