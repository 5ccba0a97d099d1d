import { sendChatMessage } from '@mahlzeit/contract';
import type { ApiError, BackOffLimits, BrowserStorage, ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import {
  accountOf,
  browserTimers,
  createListeners,
  createRandomKey,
  fullJitterMs,
  isObject,
  parseStored,
  createStoredText,
  UNSENT_MESSAGES,
  userStorageKey,
} from '@mahlzeit/shared-ui/platform';
import { liveMessages } from './chat-api';
import type { UnsentMessage } from './message-rules';

/**
 * Messages of the user that the gateway has not confirmed yet. The page holds these messages in memory, and stores them
 * in the browser so that they survive a reload.
 */
export interface UnsentMessages {
  /** Returns the unsent messages, the oldest first. Returns the same array until a message changes. */
  get(): readonly UnsentMessage[];
  /** Calls `listener` after each change of the unsent messages. Returns a function that unsubscribes the listener. */
  subscribe(listener: () => void): () => void;
  /**
   * Sends the messages that an earlier page or another tab of this browser has stored, even when no component is
   * subscribed.
   */
  resume(): void;
  /** Shows a message at once, and sends it after the earlier messages of its chat. */
  send(chatKey: string, content: string): void;
  /** Sends a refused message again, and also all messages that wait for the connection. */
  retry(clientKey: string): void;
  discard(clientKey: string): void;
  /**
   * Removes messages that the chat's live topic has delivered. The gateway has stored these messages, even if the
   * response to their request was lost.
   */
  confirm(clientKeys: ReadonlySet<string>): void;
}

interface UnsentDeps {
  readonly shell: Pick<ShellApi, 'session' | 'apiClient' | 'clock' | 'live' | 'store'>;
  readonly storage: BrowserStorage;
  readonly timers: Timers;
  /** Calls the listener when the network is back. Returns an unsubscribe function. */
  onOnline(listener: () => void): () => void;
  /** Called with the storage key after each change of the stored messages. */
  onStored(storageKey: string): void;
  createKey(): string;
}

/** Limits of the delay before a message is sent again. The first retry follows within two seconds. */
const RETRY_BACK_OFF: BackOffLimits = { baseMs: 2_000, capMs: 60_000 };

const isStoredMessage = (value: unknown): value is StoredMessage =>
  isObject(value) &&
  typeof value['clientKey'] === 'string' &&
  typeof value['chatKey'] === 'string' &&
  typeof value['content'] === 'string' &&
  typeof value['timestamp'] === 'number';

/**
 * Parses the messages that an earlier page stored. All of them are sent again, because the status isn't stored; the
 * gateway refuses the invalid ones again.
 */
const parseStoredMessages = (storedJson: string | null): readonly UnsentMessage[] => {
  const storedValue = parseStored(storedJson);
  return Array.isArray(storedValue)
    ? storedValue.filter(isStoredMessage).map(({ clientKey, chatKey, content, timestamp }) => ({
        clientKey,
        chatKey,
        content,
        timestamp,
        status: 'waiting',
      }))
    : [];
};

type StoredMessage = Omit<UnsentMessage, 'status'>;

/**
 * Stores the unsent messages of one user in this browser. Other tabs store their messages under the same name. Each
 * change therefore reads the stored value first.
 */
const createStoredMessages = ({ storage, onStored }: Pick<UnsentDeps, 'storage' | 'onStored'>, uid: string) => {
  const storageKey = userStorageKey(uid, UNSENT_MESSAGES);
  const storageEntry = createStoredText(storage, storageKey);
  // Keys of the messages that were in the storage at some time. Other messages may be missing there because the storage
  // was full.
  const onceStoredKeys = new Set<string>();
  const readMessages = (): readonly UnsentMessage[] => {
    const messages = parseStoredMessages(storageEntry.read());
    for (const { clientKey } of messages) onceStoredKeys.add(clientKey);
    return messages;
  };
  const writeMessages = (messages: readonly StoredMessage[]): void => {
    if (messages.length === 0) storageEntry.remove();
    else
      storageEntry.write(
        JSON.stringify(
          messages.map(({ clientKey, chatKey, content, timestamp }) => ({ clientKey, chatKey, content, timestamp })),
        ),
      );
    onStored(storageKey);
  };
  return {
    read: readMessages,
    add(message: StoredMessage) {
      writeMessages([...readMessages(), message]);
      readMessages();
    },
    remove: (clientKeys: ReadonlySet<string>) =>
      writeMessages(readMessages().filter(({ clientKey }) => !clientKeys.has(clientKey))),
    /**
     * Returns the keys of those messages that another tab has removed from the storage, because it has sent or
     * discarded them.
     */
    removedElsewhere(messages: readonly StoredMessage[]): ReadonlySet<string> {
      const storedKeys = new Set(readMessages().map(({ clientKey }) => clientKey));
      return new Set(
        messages
          .map(({ clientKey }) => clientKey)
          .filter((clientKey) => onceStoredKeys.has(clientKey) && !storedKeys.has(clientKey)),
      );
    },
  };
};

/**
 * Returns whether a retry can succeed: the gateway wasn't reached, is busy or failed, or the session is being renewed.
 */
const isRetryableError = ({ status }: ApiError): boolean =>
  status === 0 || status === 401 || status === 408 || status === 409 || status === 429 || status >= 500;

const loggedInUidOf = ({ session }: UnsentDeps['shell']): string | null => {
  const account = accountOf(session.get());
  return account?.loggedIn === true ? account.uid : null;
};

/**
 * Creates the store of the messages that the user writes on this page, and sends them. Each chat sends one message at a
 * time, so that their order is kept. The client key of a message lets the gateway recognize a repeated request.
 */
export const createUnsentMessages = (deps: UnsentDeps): UnsentMessages => {
  const { shell, timers, createKey } = deps;
  const listeners = createListeners({ onFirst: () => updateSubscriptions(), onLast: () => updateSubscriptions() });
  const requestByChatKey = new Map<string, AbortController>();
  let uid: string | null = null;
  let memberMessages: ReturnType<typeof createStoredMessages> | null = null;
  let messages: readonly UnsentMessage[] = [];
  let failureCount = 0;
  let cancelRetry = (): void => undefined;
  let unsubscribers: readonly (() => void)[] | null = null;

  const updateMessages = (nextMessages: readonly UnsentMessage[]): void => {
    messages = nextMessages;
    listeners.emit();
    updateSubscriptions();
  };
  const removeMessages = (clientKeys: ReadonlySet<string>): void => {
    if (!messages.some(({ clientKey }) => clientKeys.has(clientKey))) return;
    memberMessages?.remove(clientKeys);
    updateMessages(messages.filter(({ clientKey }) => !clientKeys.has(clientKey)));
  };
  const setStatus = (isAffectedMessage: (message: UnsentMessage) => boolean, status: UnsentMessage['status']): void =>
    updateMessages(
      messages.map((message) =>
        isAffectedMessage(message) && message.status !== status ? { ...message, status } : message,
      ),
    );

  const sendMessage = async (
    { clientKey, chatKey, content }: UnsentMessage,
    signal: AbortSignal,
  ): Promise<'goOn' | 'wait'> => {
    setStatus((message) => message.clientKey === clientKey, 'sending');
    const sendAnswer = await shell.apiClient.call(
      sendChatMessage,
      { params: { chatKey }, body: { content, clientKey } },
      signal,
    );
    if (signal.aborted) return 'wait';
    if (sendAnswer.ok) {
      failureCount = 0;
      liveMessages.of(shell.store, chatKey).apply(sendAnswer.value.key, sendAnswer.value);
      removeMessages(new Set([clientKey]));
      return 'goOn';
    }
    if (isRetryableError(sendAnswer.error)) return 'wait';
    setStatus((message) => message.clientKey === clientKey, 'refused');
    return 'goOn';
  };
  /**
   * Returns the next unsent message of a chat. Before that, removes the messages that another tab has sent or
   * discarded.
   */
  const nextMessageOf = (chatKey: string): UnsentMessage | undefined => {
    removeMessages(memberMessages?.removedElsewhere(messages) ?? new Set());
    return messages.find((message) => message.chatKey === chatKey && message.status !== 'refused');
  };
  const scheduleRetry = (chatKey: string): void => {
    setStatus((message) => message.chatKey === chatKey && message.status === 'sending', 'waiting');
    cancelRetry();
    cancelRetry = timers.after(fullJitterMs(RETRY_BACK_OFF, failureCount, Math.random), sendAllChats);
    failureCount += 1;
  };
  const sendMessagesOfChat = async (chatKey: string): Promise<void> => {
    if (requestByChatKey.has(chatKey)) return;
    const abortController = new AbortController();
    requestByChatKey.set(chatKey, abortController);
    for (let nextMessage = nextMessageOf(chatKey); nextMessage !== undefined; nextMessage = nextMessageOf(chatKey)) {
      const sendOutcome = await sendMessage(nextMessage, abortController.signal);
      if (abortController.signal.aborted) return;
      if (sendOutcome === 'goOn') continue;
      requestByChatKey.delete(chatKey);
      return scheduleRetry(chatKey);
    }
    requestByChatKey.delete(chatKey);
  };
  // Sends the messages of all chats. The promises need no handler, because each one writes its result into the status
  // of the messages.
  const sendAllChats = (): void => {
    cancelRetry();
    for (const chatKey of new Set(messages.map((message) => message.chatKey))) void sendMessagesOfChat(chatKey);
  };

  const stopAllRequests = (): void => {
    cancelRetry();
    for (const abortController of requestByChatKey.values()) abortController.abort();
    requestByChatKey.clear();
  };
  /** Switches to the unsent messages of the current user, and removes those of the former user from this page (A06). */
  const onSessionChange = (): void => {
    const loggedInUid = loggedInUidOf(shell);
    if (loggedInUid === uid || shell.session.get().status !== 'known') return;
    stopAllRequests();
    uid = loggedInUid;
    memberMessages = uid === null ? null : createStoredMessages(deps, uid);
    updateMessages(memberMessages?.read() ?? []);
    sendAllChats();
  };
  /** Reads the messages that another tab has stored since this page read the storage, and sends them. */
  const sendStoredMessages = (): void => {
    // If nobody is logged in, `memberMessages` may still be those of a former user.
    if (uid === null || memberMessages === null) return;
    const heldKeys = new Set(messages.map(({ clientKey }) => clientKey));
    const newMessages = memberMessages.read().filter(({ clientKey }) => !heldKeys.has(clientKey));
    updateMessages([...messages, ...newMessages]);
    sendAllChats();
  };
  const onLiveStatus = (): void => {
    if (shell.live.status() !== 'online' || !messages.some(({ status }) => status === 'waiting')) return;
    failureCount = 0;
    sendAllChats();
  };
  /**
   * Sends all messages at once when the network is back. A request from before may wait for a response that never
   * comes, so it is replaced. The gateway recognizes a message that it has received twice.
   */
  const onOnline = (): void => {
    failureCount = 0;
    stopAllRequests();
    sendAllChats();
  };
  /**
   * Follows the session and the connection while there is a subscriber or an unsent message. Messages are therefore
   * sent even after their screen has closed.
   */
  const updateSubscriptions = (): void => {
    const areSubscriptionsNeeded = !listeners.isEmpty() || messages.length > 0;
    if (areSubscriptionsNeeded === (unsubscribers !== null)) return;
    for (const unsubscribe of unsubscribers ?? []) unsubscribe();
    unsubscribers = areSubscriptionsNeeded
      ? [shell.session.subscribe(onSessionChange), shell.live.onStatus(onLiveStatus), deps.onOnline(onOnline)]
      : null;
    // While this page didn't follow the session, another user may have logged in, or another tab may have stored
    // messages.
    if (areSubscriptionsNeeded) onSessionChange();
    else uid = null;
  };

  return {
    get: () => messages,
    subscribe: listeners.add,
    resume() {
      // The first subscription starts sending. After the last component has unsubscribed, sending continues until no
      // unsent message remains.
      const unsubscribe = listeners.add(() => undefined);
      sendStoredMessages();
      unsubscribe();
    },
    send(chatKey, content) {
      const message: UnsentMessage = {
        clientKey: createKey(),
        chatKey,
        content,
        timestamp: shell.clock.now(),
        status: 'sending',
      };
      memberMessages?.add(message);
      updateMessages([...messages, message]);
      void sendMessagesOfChat(chatKey);
    },
    retry(clientKey) {
      setStatus((message) => message.clientKey === clientKey && message.status === 'refused', 'waiting');
      sendAllChats();
    },
    discard: (clientKey) => removeMessages(new Set([clientKey])),
    confirm: removeMessages,
  };
};

const unsentMessagesByStore = new WeakMap<ShellApi['store'], UnsentMessages>();

/**
 * Returns the store of unsent messages of this page: one object for each Redux store. It continues sending after the
 * screen of the chat has closed.
 */
export const unsentMessagesOf = (shell: ShellApi): UnsentMessages => {
  const existingMessages = unsentMessagesByStore.get(shell.store);
  if (existingMessages !== undefined) return existingMessages;
  const newMessages = createUnsentMessages({
    shell,
    storage: () => window.localStorage,
    timers: browserTimers,
    onOnline(listener) {
      window.addEventListener('online', listener);
      return () => window.removeEventListener('online', listener);
    },
    // Browsers send the storage event only to other tabs. This page gets one, too, because its shell shows that
    // messages wait.
    onStored: (storageKey) => void window.dispatchEvent(new StorageEvent('storage', { key: storageKey })),
    createKey: createRandomKey,
  });
  unsentMessagesByStore.set(shell.store, newMessages);
  return newMessages;
};
