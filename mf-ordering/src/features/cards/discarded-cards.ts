import { deactivateCard } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { parseStored, createStoredText, uidOf, userStorageKey } from '@mahlzeit/shared-ui/platform';
import type { ApiError, BrowserStorage, ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import { REQUEST_REPEAT_PAUSES_MS } from '../providers';
import { DISCARDED_CARDS_STORAGE_NAME, refreshCards } from './cards';

/** Cards that their owner has discarded before their bank or the gateway has decided. */
export interface DiscardedCardRemover {
  add(cardId: string): void;
  /** Removes a card from the list of discarded cards, because its owner uses it after all. */
  keepCard(cardId: string): void;
  /** Continues the removals that an earlier page left unfinished. */
  resume(): void;
}

interface DiscardedCardsDeps {
  readonly shell: ShellApi;
  /** User id of the cards' owner. */
  readonly uid: string;
  readonly timers: Timers;
  readonly storage: BrowserStorage;
}

const CardIds = z.array(z.string());

/** Pause in ms between attempts to remove a card, after the first attempts. */
const LONG_RETRY_PAUSE_MS = 60_000;

/** Returns whether a failed request leaves it unknown if the card was removed. */
export const isOutcomeUnknown = ({ status, code, details }: ApiError): boolean =>
  details?.['nothingBegun'] !== true &&
  (status < 400 || status >= 500 || status === 429 || code === 'requestInProgress' || code === 'httpError');

/**
 * Manages the discarded cards and removes them one after the other. Requests are repeated until the gateway has
 * confirmed each removal, also after a reload.
 */
export const createDiscardedCards = ({ shell, uid, timers, storage }: DiscardedCardsDeps): DiscardedCardRemover => {
  const { apiClient, session, store } = shell;
  const storedCardIds = createStoredText(storage, userStorageKey(uid, DISCARDED_CARDS_STORAGE_NAME));
  let isRemoving = false;

  // Both lists are needed: the storage may contain cards that another page discarded; this list contains cards that
  // couldn't be stored because the browser blocks its storage.
  let unstoredCardIds: readonly string[] = [];
  const discardedCardIds = (): readonly string[] => [
    ...new Set([...unstoredCardIds, ...(z.safeParse(CardIds, parseStored(storedCardIds.read())).data ?? [])]),
  ];
  const storeCardIds = (cardIds: readonly string[]): void => {
    unstoredCardIds = cardIds;
    if (cardIds.length === 0) storedCardIds.remove();
    else storedCardIds.write(JSON.stringify(cardIds));
  };
  const keepCard = (cardId: string): void => storeCardIds(discardedCardIds().filter((id) => id !== cardId));
  /**
   * A06: returns whether the cards' owner is still the user, because no user may continue with another user's cards.
   */
  const isSameUser = (): boolean => uidOf(session.get()) === uid;

  const removeDiscardedCards = async (): Promise<void> => {
    let attemptCount = 0;
    for (let [cardId] = discardedCardIds(); cardId !== undefined && isSameUser(); [cardId] = discardedCardIds()) {
      const removeAnswer = await apiClient.call(deactivateCard, { body: { cardId } });
      if (!removeAnswer.ok && removeAnswer.error.status === 401) return;
      if (removeAnswer.ok || !isOutcomeUnknown(removeAnswer.error)) {
        keepCard(cardId);
        attemptCount = 0;
        // The list of cards is loaded again, because the bank may have registered the card before its removal.
        void refreshCards(store);
      } else {
        const pauseMs = REQUEST_REPEAT_PAUSES_MS[attemptCount] ?? LONG_RETRY_PAUSE_MS;
        attemptCount += 1;
        await new Promise((resolve) => void timers.after(pauseMs, () => resolve(undefined)));
      }
    }
  };
  const resume = (): void => {
    if (isRemoving || discardedCardIds().length === 0) return;
    isRemoving = true;
    void removeDiscardedCards().finally(() => {
      isRemoving = false;
    });
  };

  return {
    add(cardId) {
      storeCardIds([...discardedCardIds(), cardId]);
      resume();
    },
    keepCard,
    resume,
  };
};
