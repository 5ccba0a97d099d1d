import type { Result } from '@mahlzeit/contract';
import type { ApiError } from '../api/api-error';
import { fullJitterMs } from '../browser/clock';
import type { BackOffLimits, Timers } from '../browser/clock';
import { createStoredText, parseStored, userStorageKey } from '../browser/storage';
import type { BrowserStorage } from '../browser/storage';
import { createListeners } from '../events/listeners';
import type { LiveClient } from '../live/live-client';
import type { SessionClient } from '../session/session-client';
import { accountOf } from '../session/session-state';

/**
 * Status of a write that the gateway has not confirmed. `sending`: the request is running. `waiting`: the write is sent
 * again later, at the latest when the connection is back. `refused`: the gateway rejected it.
 */
export type SendingStatus = 'sending' | 'waiting' | 'refused';

/** Write that the gateway has not confirmed, with its status. */
export type OutboxEntry<Write> = Write & {
  readonly status: SendingStatus;
  /** Error of a refused write. */
  readonly error?: ApiError;
};

/**
 * Writes of the user that the gateway has not confirmed yet. The page holds them in memory, and stores them in the
 * browser so that they survive a reload.
 */
export interface Outbox<Write> {
  /** Returns the entries, the oldest first. Returns the same array until an entry changes. */
  get(): readonly OutboxEntry<Write>[];
  /** Calls `listener` after each change of the entries. Returns a function that unsubscribes the listener. */
  subscribe(listener: () => void): () => void;
  /**
   * Sends the writes that an earlier page or another tab of this browser has stored, even when no component is
   * subscribed.
   */
  resume(): void;
  /** Adds a write, and sends it after the earlier ones of its lane. */
  add(write: Write): void;
  /** Sends a refused write again, and also all writes that wait for the connection. */
  retry(key: string): void;
  /** Removes writes, because the gateway has confirmed them in another way, or because the user discards them. */
  remove(keys: ReadonlySet<string>): void;
}

/** Session and live connection that an outbox follows. */
export interface OutboxShell {
  readonly session: Pick<SessionClient, 'get' | 'subscribe'>;
  readonly live: Pick<LiveClient, 'status' | 'onStatus'>;
}

/** Browser in which an outbox stores its writes. */
export interface OutboxBrowser {
  readonly storage: BrowserStorage;
  readonly timers: Timers;
  /** Calls the listener when the network is back. Returns an unsubscribe function. */
  onOnline(listener: () => void): () => void;
  /** Called with the storage key after each change of the stored writes. */
  onStored?(storageKey: string): void;
}

interface OutboxDeps<Write extends object> extends OutboxBrowser {
  readonly shell: OutboxShell;
  /** Name under which the writes of a user are stored, with `userStorageKey`. */
  readonly storageName: string;
  /** Returns a stored value without any further fields; null when it isn't a write. */
  parse(value: unknown): Write | null;
  /** Returns the key by which the gateway recognizes a write that it has received twice. */
  keyOf(write: Write): string;
  /** Returns the lane of a write. The writes of one lane are sent one after the other, so that their order is kept. */
  laneOf(write: Write): string;
  send(write: Write, signal: AbortSignal): Promise<Result<unknown, ApiError>>;
}

/** Limits of the delay before a write is sent again. The first retry follows within two seconds. */
const RETRY_BACK_OFF: BackOffLimits = { baseMs: 2_000, capMs: 60_000 };

/**
 * Stores the writes of one user in this browser. Other tabs store theirs under the same name. Each change therefore
 * reads the stored value first.
 */
const createStoredWrites = <Write extends object>(
  { storage, onStored, storageName, parse, keyOf }: OutboxDeps<Write>,
  uid: string,
) => {
  const storageKey = userStorageKey(uid, storageName);
  const storageEntry = createStoredText(storage, storageKey);
  // Keys of the writes that were in the storage at some time. A full storage may have refused the others.
  const onceStoredKeys = new Set<string>();
  const readWrites = (): readonly Write[] => {
    const storedValue = parseStored(storageEntry.read());
    const writes = Array.isArray(storedValue) ? storedValue.flatMap((value) => parse(value) ?? []) : [];
    for (const write of writes) onceStoredKeys.add(keyOf(write));
    return writes;
  };
  const storeWrites = (writes: readonly Write[]): void => {
    if (writes.length === 0) storageEntry.remove();
    else storageEntry.write(JSON.stringify(writes));
    onStored?.(storageKey);
  };
  return {
    read: readWrites,
    add(write: Write) {
      storeWrites([...readWrites(), write]);
      readWrites();
    },
    remove: (keys: ReadonlySet<string>) => storeWrites(readWrites().filter((write) => !keys.has(keyOf(write)))),
    /** Returns the keys of the given writes that another tab has removed, because it has sent or discarded them. */
    removedElsewhere(writes: readonly Write[]): ReadonlySet<string> {
      const storedKeys = new Set(readWrites().map(keyOf));
      return new Set(writes.map(keyOf).filter((key) => onceStoredKeys.has(key) && !storedKeys.has(key)));
    },
  };
};

/**
 * Returns whether a retry can succeed: the gateway wasn't reached, is busy or failed, or the session is being renewed.
 */
const isRetryableError = ({ status, code }: ApiError): boolean =>
  status === 0 ||
  status === 401 ||
  status === 408 ||
  status === 429 ||
  status >= 500 ||
  (status === 409 && code === 'requestInProgress');

const loggedInUidOf = ({ session }: OutboxShell): string | null => {
  const account = accountOf(session.get());
  return account?.loggedIn === true ? account.uid : null;
};

/**
 * Creates the outbox of one page. A write that an earlier page has stored is sent again whatever its status was: the
 * gateway refuses the invalid ones again.
 */
export const createOutbox = <Write extends object>(deps: OutboxDeps<Write>): Outbox<Write> => {
  type Entry = OutboxEntry<Write>;
  const { shell, timers, keyOf, laneOf } = deps;
  const listeners = createListeners({ onFirst: () => updateSubscriptions(), onLast: () => updateSubscriptions() });
  const requestByLane = new Map<string, AbortController>();
  let uid: string | null = null;
  let storedWrites: ReturnType<typeof createStoredWrites<Write>> | null = null;
  let entries: readonly Entry[] = [];
  let failureCount = 0;
  let cancelRetry = (): void => undefined;
  let unsubscribers: readonly (() => void)[] | null = null;

  const updateEntries = (nextEntries: readonly Entry[]): void => {
    entries = nextEntries;
    listeners.emit();
    updateSubscriptions();
  };
  const removeEntries = (keys: ReadonlySet<string>): void => {
    if (!entries.some((entry) => keys.has(keyOf(entry)))) return;
    storedWrites?.remove(keys);
    updateEntries(entries.filter((entry) => !keys.has(keyOf(entry))));
  };
  const setStatus = (isAffected: (entry: Entry) => boolean, status: SendingStatus): void =>
    updateEntries(
      entries.map((entry) => (isAffected(entry) && entry.status !== status ? { ...entry, status } : entry)),
    );
  const waitingEntriesOf = (writes: readonly Write[]): readonly Entry[] =>
    writes.map((write) => ({ ...write, status: 'waiting' }));

  const sendEntry = async (entry: Entry, signal: AbortSignal): Promise<'goOn' | 'wait'> => {
    const isSameEntry = (candidate: Entry): boolean => keyOf(candidate) === keyOf(entry);
    setStatus(isSameEntry, 'sending');
    const sendAnswer = await deps.send(entry, signal);
    if (signal.aborted) return 'wait';
    if (sendAnswer.ok) {
      failureCount = 0;
      removeEntries(new Set([keyOf(entry)]));
      return 'goOn';
    }
    if (isRetryableError(sendAnswer.error)) return 'wait';
    const { error } = sendAnswer;
    updateEntries(entries.map((other) => (isSameEntry(other) ? { ...other, status: 'refused', error } : other)));
    return 'goOn';
  };
  /** Returns the next entry of a lane. Removes the entries first that another tab has sent or discarded. */
  const nextEntryOf = (lane: string): Entry | undefined => {
    removeEntries(storedWrites?.removedElsewhere(entries) ?? new Set());
    return entries.find((entry) => laneOf(entry) === lane && entry.status !== 'refused');
  };
  const scheduleRetry = (lane: string): void => {
    setStatus((entry) => laneOf(entry) === lane && entry.status === 'sending', 'waiting');
    cancelRetry();
    cancelRetry = timers.after(fullJitterMs(RETRY_BACK_OFF, failureCount, Math.random), sendAllLanes);
    failureCount += 1;
  };
  const sendLane = async (lane: string): Promise<void> => {
    if (requestByLane.has(lane)) return;
    const abortController = new AbortController();
    requestByLane.set(lane, abortController);
    for (let nextEntry = nextEntryOf(lane); nextEntry !== undefined; nextEntry = nextEntryOf(lane)) {
      const sendOutcome = await sendEntry(nextEntry, abortController.signal);
      if (abortController.signal.aborted) return;
      if (sendOutcome === 'goOn') continue;
      requestByLane.delete(lane);
      return scheduleRetry(lane);
    }
    requestByLane.delete(lane);
  };
  // The promises need no handler: each one writes its result into the status of the entries.
  const sendAllLanes = (): void => {
    cancelRetry();
    for (const lane of new Set(entries.map(laneOf))) void sendLane(lane);
  };

  const stopAllRequests = (): void => {
    cancelRetry();
    for (const abortController of requestByLane.values()) abortController.abort();
    requestByLane.clear();
  };
  /** Switches to the writes of the current user, and removes those of the former user from this page (A06). */
  const onSessionChange = (): void => {
    const loggedInUid = loggedInUidOf(shell);
    if (loggedInUid === uid || shell.session.get().status !== 'known') return;
    stopAllRequests();
    uid = loggedInUid;
    storedWrites = uid === null ? null : createStoredWrites(deps, uid);
    updateEntries(waitingEntriesOf(storedWrites?.read() ?? []));
    sendAllLanes();
  };
  /** Takes over the writes that another tab has stored since this page read them, and sends them. */
  const sendStoredWrites = (): void => {
    // Without a member, `storedWrites` may still be those of a former user.
    if (uid === null || storedWrites === null) return;
    const heldKeys = new Set(entries.map(keyOf));
    const newWrites = storedWrites.read().filter((write) => !heldKeys.has(keyOf(write)));
    updateEntries([...entries, ...waitingEntriesOf(newWrites)]);
    sendAllLanes();
  };
  const onLiveStatus = (): void => {
    if (shell.live.status() !== 'online' || !entries.some(({ status }) => status === 'waiting')) return;
    failureCount = 0;
    sendAllLanes();
  };
  /**
   * Sends all writes at once when the network is back. A request of the time before may wait for an answer that never
   * comes, so it is replaced. The gateway recognizes a write that it has received twice.
   */
  const onOnline = (): void => {
    failureCount = 0;
    stopAllRequests();
    sendAllLanes();
  };
  /**
   * Follows the session and the connection while there is a subscriber or an entry. Writes are therefore sent even
   * after their screen has closed.
   */
  const updateSubscriptions = (): void => {
    const areSubscriptionsNeeded = !listeners.isEmpty() || entries.length > 0;
    if (areSubscriptionsNeeded === (unsubscribers !== null)) return;
    for (const unsubscribe of unsubscribers ?? []) unsubscribe();
    unsubscribers = areSubscriptionsNeeded
      ? [shell.session.subscribe(onSessionChange), shell.live.onStatus(onLiveStatus), deps.onOnline(onOnline)]
      : null;
    // While this page didn't follow the session, another user may have logged in, or another tab may have stored
    // writes.
    if (areSubscriptionsNeeded) onSessionChange();
    else uid = null;
  };

  return {
    get: () => entries,
    subscribe: listeners.add,
    resume() {
      // The first subscription starts sending. Sending continues after unsubscribing until no entry remains.
      const unsubscribe = listeners.add(() => undefined);
      sendStoredWrites();
      unsubscribe();
    },
    add(write) {
      storedWrites?.add(write);
      updateEntries([...entries, { ...write, status: 'sending' }]);
      void sendLane(laneOf(write));
    },
    retry(key) {
      setStatus((entry) => keyOf(entry) === key && entry.status === 'refused', 'waiting');
      sendAllLanes();
    },
    remove: removeEntries,
  };
};

/** Returns the storage and the events of the real browser. */
export const browserOutbox = (timers: Timers): OutboxBrowser => ({
  storage: () => window.localStorage,
  timers,
  onOnline(listener) {
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  },
  // The browser reports a change to other tabs alone, but the shell of this page shows that writes wait.
  onStored: (storageKey) => void window.dispatchEvent(new StorageEvent('storage', { key: storageKey })),
});
