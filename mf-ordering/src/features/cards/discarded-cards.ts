import { deactivateCard } from '@mahlzeit/contract';
import * as z from '@mahlzeit/contract/zod';
import { parseStored, storedText, uidOf, userStorageKey } from '@mahlzeit/shared-ui/platform';
import type { ApiError, BrowserStorage, ShellApi, Timers } from '@mahlzeit/shared-ui/platform';
import { REPEAT_PAUSES_MS } from '../providers';
import { DISCARDED_CARDS, refreshCards } from './cards';

/** Cards that their owner has discarded before their bank or the gateway has decided. */
export interface DiscardedCards {
  add(cardId: string): void;
  /** Takes a card off the list: its owner uses it after all. */
  keepCard(cardId: string): void;
  /** Continues the removals that an earlier page has left open. */
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

/** Pause between later tries. */
const LATER_MS = 60_000;

/** Whether a failed call leaves the state of a card open. */
export const isUnknown = ({ status, code, details }: ApiError): boolean =>
  details?.['nothingBegun'] !== true &&
  (status < 400 || status >= 500 || status === 429 || code === 'requestInProgress' || code === 'httpError');

/** Removes discarded cards one after the other until the gateway has confirmed each; continues after a reload. */
export const createDiscardedCards = ({ shell, uid, timers, storage }: DiscardDeps): DiscardedCards => {
  const { apiClient, session, store } = shell;
  const record = storedText(storage, userStorageKey(uid, DISCARDED_CARDS));
  let isBusy = false;

  // The storage may hold more cards than the page, and the page more than a blocked storage.
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
  /** A06: nobody goes on with another user's cards. */
  const isOwn = (): boolean => uidOf(session.get()) === uid;

  const takeAway = async (): Promise<void> => {
    let tries = 0;
    for (let [cardId] = list(); cardId !== undefined && isOwn(); [cardId] = list()) {
      const answer = await apiClient.call(deactivateCard, { body: { cardId } });
      if (!answer.ok && answer.error.status === 401) return;
      if (answer.ok || !isUnknown(answer.error)) {
        keepCard(cardId);
        tries = 0;
        // The bank may have registered the card before.
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
