/** A request that waits in the queue. */
export interface QueuedRequest {
  /** Whether the request no longer needs to start, for example because its client has disconnected. */
  isAbandoned(): boolean;
  start(): void;
}

/** Queue of waiting requests, grouped by a key, for example the client's IP address or the kind of work. */
export interface FairQueue {
  add(key: string, request: QueuedRequest): void;
  /** Adds requests of a key before its other requests, in the given sequence. */
  addFirst(key: string, requests: readonly QueuedRequest[]): void;
  /** Removes and returns the next request that is still needed; null without one. */
  take(): QueuedRequest | null;
}

/**
 * Creates a queue in which the keys take turns, however many requests one key has. A key of which nothing waits is
 * served first when its next request comes, like a new flow of fq_codel (RFC 8290 §4.2): who asks for little doesn't
 * wait for a round of those who ask for much.
 */
export const createFairQueue = (): FairQueue => {
  // Both maps are in the order in which their keys are served. A new key that was served becomes an old one even when
  // nothing more of it waits, so that it isn't served first again before all others had their turn.
  const newKeys = new Map<string, QueuedRequest[]>();
  const oldKeys = new Map<string, QueuedRequest[]>();
  const waitingOf = (key: string): QueuedRequest[] | undefined => newKeys.get(key) ?? oldKeys.get(key);
  return {
    add(key, request) {
      const waitingRequests = waitingOf(key);
      if (waitingRequests === undefined) newKeys.set(key, [request]);
      else waitingRequests.push(request);
    },
    addFirst(key, requests) {
      const waitingRequests = waitingOf(key);
      if (waitingRequests === undefined) oldKeys.set(key, [...requests]);
      else waitingRequests.unshift(...requests);
    },
    take() {
      for (;;) {
        const isNew = newKeys.size > 0;
        const keys = isNew ? newKeys : oldKeys;
        const [nextEntry] = keys;
        if (nextEntry === undefined) return null;
        const [key, waitingRequests] = nextEntry;
        keys.delete(key);
        const request = waitingRequests.shift();
        if (isNew || waitingRequests.length > 0) oldKeys.set(key, waitingRequests);
        if (request !== undefined && !request.isAbandoned()) return request;
      }
    },
  };
};

/** Client whose work waits in a queue. */
export interface TurnClient {
  /** IP address of the client, as rate limits count it. */
  readonly address: string;
  /** Uid of the client's user; an empty text while it is unknown. */
  readonly person: string;
}

/** Queue in which requests of different IP addresses take turns, and among those of one address, different users. */
export interface ClientQueue {
  add(client: TurnClient, request: QueuedRequest): void;
  /** Removes and returns the next request that is still needed; null without one. */
  take(): QueuedRequest | null;
}

/**
 * Creates a queue of clients' requests. Neither an IP address nor a user with many requests delays the others for long.
 */
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
      // Adds an entry to the queue of addresses for each request. When it is the address's turn, the address chooses
      // one of its users' requests.
      addressQueue.add(address, { isAbandoned: () => false, start: () => takeOfAddress(address)?.start() });
    },
    take: addressQueue.take,
  };
};
