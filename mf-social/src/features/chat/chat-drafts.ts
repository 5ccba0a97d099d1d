import {
  accountOf,
  createListeners,
  createStoredText,
  isObject,
  parseStored,
  useShell,
  userStorageKey,
} from '@mahlzeit/shared-ui/platform';
import type { BrowserStorage, ShellApi } from '@mahlzeit/shared-ui/platform';
import { useSyncExternalStore } from 'react';

/**
 * Texts that the user has typed into chats but not sent. They are stored in this browser under the user's key, so that
 * they survive a reload and other users never see them (A06).
 */
export interface ChatDrafts {
  /** Returns the unsent text of a chat; an empty text if there is none. */
  textOf(chatKey: string): string;
  /** Calls `listener` after each change of the unsent texts. Returns a function that unsubscribes the listener. */
  subscribe(listener: () => void): () => void;
  /** Replaces the unsent text of a chat. An empty text removes it. */
  write(chatKey: string, text: string): void;
  /** Removes the unsent texts of all chats for which `hasChat` returns false. */
  removeUnless(hasChat: (chatKey: string) => boolean): void;
}

interface ChatDraftsDeps {
  readonly session: Pick<ShellApi['session'], 'get' | 'subscribe'>;
  readonly storage: BrowserStorage;
  /** Window that fires an event when another tab changes the storage. */
  readonly browser: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

const CHAT_DRAFTS = 'chatDrafts';

type TextByChatKey = ReadonlyMap<string, string>;

const NO_TEXTS: TextByChatKey = new Map();

const isVisibleText = (text: string): boolean => text.trim() !== '';

const parseTexts = (storedJson: string | null): TextByChatKey => {
  const storedTexts = parseStored(storedJson);
  return isObject(storedTexts)
    ? new Map(
        Object.entries(storedTexts).flatMap(([chatKey, text]) => (typeof text === 'string' ? [[chatKey, text]] : [])),
      )
    : NO_TEXTS;
};

const withText = (texts: TextByChatKey, chatKey: string, text: string): TextByChatKey => {
  const nextTexts = new Map(texts);
  if (text === '') nextTexts.delete(chatKey);
  else nextTexts.set(chatKey, text);
  return nextTexts;
};

/** Creates the store of the unsent texts of the user of this page. Other tabs of the browser see each change. */
export const createChatDrafts = ({ session, storage, browser }: ChatDraftsDeps): ChatDrafts => {
  let uid: string | null = null;
  let texts = NO_TEXTS;
  // Chats whose unsent text the browser's storage refused because it is full or blocked. These texts exist only in this
  // page.
  const unstoredKeys = new Set<string>();

  const storageKeyOf = (ownerUid: string): string => userStorageKey(ownerUid, CHAT_DRAFTS);
  const readStoredTexts = (): TextByChatKey =>
    uid === null ? NO_TEXTS : parseTexts(createStoredText(storage, storageKeyOf(uid)).read());
  /** Switches to the unsent texts of the current user, and forgets those of the former user. */
  const followUser = (): void => {
    const account = accountOf(session.get());
    const currentUid = account?.loggedIn === true ? account.uid : null;
    if (currentUid === uid) return;
    uid = currentUid;
    unstoredKeys.clear();
    texts = readStoredTexts();
  };
  const storeText = (chatKey: string, text: string): void => {
    if (uid === null) return;
    const storageEntry = createStoredText(storage, storageKeyOf(uid));
    // The stored texts are read again first, because another tab may have stored texts of other chats.
    const nextTexts = withText(parseTexts(storageEntry.read()), chatKey, isVisibleText(text) ? text : '');
    if (nextTexts.size === 0) storageEntry.remove();
    else if (!storageEntry.write(JSON.stringify(Object.fromEntries(nextTexts)))) return void unstoredKeys.add(chatKey);
    unstoredKeys.delete(chatKey);
  };
  /** Reads the unsent texts again that other tabs may have stored. */
  const rereadDrafts = (): void => {
    texts = new Map([...readStoredTexts(), ...[...texts].filter(([chatKey]) => unstoredKeys.has(chatKey))]);
  };
  const onSession = (): void => {
    followUser();
    listeners.emit();
  };
  const onStorage = ({ key }: StorageEvent): void => {
    if (uid === null || (key !== null && key !== storageKeyOf(uid))) return;
    rereadDrafts();
    listeners.emit();
  };
  let unsubscribeSession = (): void => undefined;
  const listeners = createListeners({
    onFirst() {
      followUser();
      // While no component was subscribed, another tab may have changed the unsent texts.
      rereadDrafts();
      unsubscribeSession = session.subscribe(onSession);
      browser.addEventListener('storage', onStorage);
    },
    onLast() {
      unsubscribeSession();
      browser.removeEventListener('storage', onStorage);
    },
  });
  const writeDraft = (chatKey: string, text: string): void => {
    followUser();
    if (uid === null || text === (texts.get(chatKey) ?? '')) return;
    texts = withText(texts, chatKey, text);
    storeText(chatKey, text);
    listeners.emit();
  };

  return {
    textOf(chatKey) {
      followUser();
      return texts.get(chatKey) ?? '';
    },
    subscribe: listeners.add,
    write: writeDraft,
    removeUnless(hasChat) {
      followUser();
      for (const chatKey of texts.keys()) if (!hasChat(chatKey)) writeDraft(chatKey, '');
    },
  };
};

const draftsByStore = new WeakMap<ShellApi['store'], ChatDrafts>();

/** Returns the unsent texts of this page: one object for each Redux store. */
export const chatDraftsOf = ({ store, session }: Pick<ShellApi, 'store' | 'session'>): ChatDrafts => {
  const existingDrafts = draftsByStore.get(store);
  if (existingDrafts !== undefined) return existingDrafts;
  const newDrafts = createChatDrafts({ session, storage: () => window.localStorage, browser: window });
  draftsByStore.set(store, newDrafts);
  return newDrafts;
};

/** Returns the unsent text of a chat; the component renders again when it changes. */
export const useChatDraft = (chatKey: string): string => {
  const drafts = chatDraftsOf(useShell());
  return useSyncExternalStore(drafts.subscribe, () => drafts.textOf(chatKey));
};
