import { deactivateCard } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { parseStored, storedText, uidOf, userStorageKey } from '@mahlzeit/shared-ui/platform';
import type { ApiError, BrowserStorage, ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import { REPEAT_PAUSES_MS } from '../providers';
import { DISCARDED_CARDS, refreshCards } from './cards';

/** Cards that their owner has discarded before their bank or the gateway has decided. */
export interface DiscardedCards {
  add(cardId: string): void;
  /** Removes a card from the list of discarded cards, because its owner uses it after all. */
  keepCard(cardId: string): void;
  /** Continues the removals that an earlier page left unfinished. */
  resume(): void;
}

interface DiscardDeps {
  readonly shell: ShellApi;
  /** User id of the cards' owner. */
  readonly uid: string;
  readonly timers: Timers;
  readonly storage: BrowserStorage;
}

const CardIds = z.array(z.string());

/** Pause in ms between attempts after the first ones. */
const LATER_MS = 60_000;

/** Returns whether it is unknown, after a failed request, what has happened to a card. */
export const isUnknown = ({ status, code, details }: ApiError): boolean =>
  details?.['nothingBegun'] !== true &&
  (status < 400 || status >= 500 || status === 429 || code === 'requestInProgress' || code === 'httpError');

/**
 * Manages the discarded cards and removes them one after the other. Requests are repeated until the gateway has
 * confirmed each removal, also after a reload.
 */
export const createDiscardedCards = ({ shell, uid, timers, storage }: DiscardDeps): DiscardedCards => {
  const { apiClient, session, store } = shell;
  const record = storedText(storage, userStorageKey(uid, DISCARDED_CARDS));
  let isBusy = false;

  // Both lists are needed: the storage may contain cards that another page discarded, and the page may contain cards
  // that a blocked storage could not store.
  let unstoredIds: readonly string[] = [];
  const list = (): readonly string[] => [
    ...new Set([...unstoredIds, ...(z.safeParse(CardIds, parseStored(record.read())).data ?? [])]),
  ];
  const storeCardIds = (cardIds: readonly string[]): void => {
    unstoredIds = cardIds;
    if (cardIds.length === 0) record.remove();
    else record.write(JSON.stringify(cardIds));
  };
  const keepCard = (cardId: string): void => storeCardIds(list().filter((id) => id !== cardId));
  /**
   * A06: returns whether the cards' owner is still the user, because no user may continue with another user's cards.
   */
  const isOwn = (): boolean => uidOf(session.get()) === uid;

  const takeAway = async (): Promise<void> => {
    let tries = 0;
    for (let [cardId] = list(); cardId !== undefined && isOwn(); [cardId] = list()) {
      const answer = await apiClient.call(deactivateCard, { body: { cardId } });
      if (!answer.ok && answer.error.status === 401) return;
      if (answer.ok || !isUnknown(answer.error)) {
        keepCard(cardId);
        tries = 0;
        // The list is loaded again, because the bank may have registered the card before its removal.
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
      storeCardIds([...list(), cardId]);
      resume();
    },
    keepCard,
    resume,
  };
};
