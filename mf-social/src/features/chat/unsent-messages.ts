import { sendChatMessage } from '@mahlzeit/contract';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { browserTimers, createRandomKey, isObject, UNSENT_MESSAGES } from '@mahlzeit/shared-ui/platform';
import { browserOutbox, createOutbox } from '@mahlzeit/shared-ui/platform/outbox';
import type { OutboxBrowser } from '@mahlzeit/shared-ui/platform/outbox';
import { liveMessages } from './chat-api';
import type { UnsentMessage } from './message-rules';

/** Messages of the user that the gateway has not confirmed yet: an outbox with a lane for each chat. */
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

interface UnsentDeps extends OutboxBrowser {
  readonly shell: Pick<ShellApi, 'session' | 'apiClient' | 'clock' | 'live' | 'store'>;
  createKey(): string;
}

type StoredMessage = Omit<UnsentMessage, 'status'>;

const isStoredMessage = (value: unknown): value is StoredMessage =>
  isObject(value) &&
  typeof value['clientKey'] === 'string' &&
  typeof value['chatKey'] === 'string' &&
  typeof value['content'] === 'string' &&
  typeof value['timestamp'] === 'number';

const parseMessage = (value: unknown): StoredMessage | null => {
  if (!isStoredMessage(value)) return null;
  const { clientKey, chatKey, content, timestamp } = value;
  return { clientKey, chatKey, content, timestamp };
};

/** Creates the unsent messages of one page. */
export const createUnsentMessages = ({ shell, createKey, ...browser }: UnsentDeps): UnsentMessages => {
  const outbox = createOutbox<StoredMessage>({
    ...browser,
    shell,
    storageName: UNSENT_MESSAGES,
    parse: parseMessage,
    keyOf: ({ clientKey }) => clientKey,
    laneOf: ({ chatKey }) => chatKey,
    async send({ clientKey, chatKey, content }, signal) {
      const sendAnswer = await shell.apiClient.call(
        sendChatMessage,
        { params: { chatKey }, body: { content, clientKey } },
        signal,
      );
      if (sendAnswer.ok && !signal.aborted)
        liveMessages.of(shell.store, chatKey).apply(sendAnswer.value.key, sendAnswer.value);
      return sendAnswer;
    },
  });
  return {
    get: outbox.get,
    subscribe: outbox.subscribe,
    resume: outbox.resume,
    send: (chatKey, content) => outbox.add({ clientKey: createKey(), chatKey, content, timestamp: shell.clock.now() }),
    retry: outbox.retry,
    discard: (clientKey) => outbox.remove(new Set([clientKey])),
    confirm: outbox.remove,
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
  const newMessages = createUnsentMessages({ ...browserOutbox(browserTimers), shell, createKey: createRandomKey });
  unsentMessagesByStore.set(shell.store, newMessages);
  return newMessages;
};
