import { deactivateCard } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { parseStored, storedText, uidOf, userStorageKey } from '@mahlzeit/shared-ui/platform';
import type { ApiError, BrowserStorage, ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import { REPEAT_PAUSES_MS } from '../providers';
import { DISCARDED_CARDS, refreshCards } from './cards';

/** Cards that their owner has let go of while their bank, or the gateway, had not had its last word. */
export interface DiscardedCards {
  add(cardId: string): void;
  /** It is its owner's after all. */
  keep(cardId: string): void;
  /** Goes on with what an earlier page has left open. */
  resume(): void;
}

interface DiscardDeps {
  readonly shell: ShellApi;
  /** Whose cards they are. */
  readonly uid: string;
  readonly timers: Timers;
  readonly storage: BrowserStorage;
}

const CardIds = z.array(z.string());

/** Between later tries. */
const LATER_MS = 60_000;

/** Whether a failed call leaves open what has become of a card. */
export const isUnknown = ({ status, code, details }: ApiError): boolean =>
  details?.['nothingBegun'] !== true &&
  (status < 400 || status >= 500 || status === 429 || code === 'requestInProgress' || code === 'httpError');

/** Has each taken away, one after the other, until the gateway has heard of it; after a reload, too. */
export const createDiscardedCards = ({ shell, uid, timers, storage }: DiscardDeps): DiscardedCards => {
  const { apiClient, session, store } = shell;
  const record = storedText(storage, userStorageKey(uid, DISCARDED_CARDS));
  let isBusy = false;

  // What is stored is more than a page knows, and a page knows more than a storage that is blocked.
  let known: readonly string[] = [];
  const list = (): readonly string[] => [
    ...new Set([...known, ...(z.safeParse(CardIds, parseStored(record.read())).data ?? [])]),
  ];
  const put = (cardIds: readonly string[]): void => {
    known = cardIds;
    if (cardIds.length === 0) record.remove();
    else record.write(JSON.stringify(cardIds));
  };
  const keep = (cardId: string): void => put(list().filter((id) => id !== cardId));
  /** A06: nobody goes on with another's. */
  const isOwn = (): boolean => uidOf(session.get()) === uid;

  const takeAway = async (): Promise<void> => {
    let tries = 0;
    for (let [cardId] = list(); cardId !== undefined && isOwn(); [cardId] = list()) {
      const answered = await apiClient.call(deactivateCard, { body: { cardId } });
      if (!answered.ok && answered.error.status === 401) return;
      if (answered.ok || !isUnknown(answered.error)) {
        keep(cardId);
        tries = 0;
        // Its bank may have been quicker.
        void refreshCards(store);
      } else {
        const ms = REPEAT_PAUSES_MS[tries] ?? LATER_MS;
        tries += 1;
        await new Promise((resolve) => void timers.after(ms, () => resolve(undefined)));
      }
    }
  };
  const resume = (): void => {
    if (isBusy || list().length === 0) return;
    isBusy = true;
    void takeAway().finally(() => {
      isBusy = false;
    });
  };

  return {
    add(cardId) {
      put([...list(), cardId]);
      resume();
    },
    keep,
    resume,
  };
};
