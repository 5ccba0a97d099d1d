import { patchMe } from '@mahlzeit/contract';
import { errorText, skipToken, useMeQuery, useSession, useShell } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useRef, useState } from 'react';

/** The reader's favourite restaurants, and the way to change them. */
export interface Favourites {
  readonly isFavourite: (key: string) => boolean;
  /** Adds or removes one; who has no account is asked to make one. */
  readonly toggle: (key: string) => void;
}

const none: readonly string[] = [];

type Wishes = ReadonlyMap<string, boolean>;

const without = (wishes: Wishes, key: string): Wishes => new Map([...wishes].filter(([wished]) => wished !== key));

/** What was wished for and isn't so yet: the button answers at once, and the document follows. */
const useWishes = (favourites: readonly string[]) => {
  const [wishes, setWishes] = useState<Wishes>(new Map());
  const [seen, setSeen] = useState(favourites);
  if (seen !== favourites) {
    setSeen(favourites);
    setWishes(new Map([...wishes].filter(([key, wish]) => favourites.includes(key) !== wish)));
  }
  const isFavourite = (key: string): boolean => wishes.get(key) ?? favourites.includes(key);
  return { isFavourite, wish: useCallback((key: string, wish: boolean) => setWishes((held) => new Map(held).set(key, wish)), []), giveUp: useCallback((key: string) => setWishes((held) => without(held, key)), []) };
};

/** The favourites of whoever is logged in; nobody else has any. */
export const useFavourites = (): Favourites => {
  const { gateway, parts, snackbar } = useShell();
  const session = useSession();
  const isLoggedIn = session.status === 'known' && session.account.loggedIn;
  const { data } = useMeQuery(isLoggedIn ? undefined : skipToken);
  const { isFavourite, wish, giveUp } = useWishes(isLoggedIn ? (data?.favorites ?? none) : none);

  const change = async (key: string): Promise<void> => {
    const isWanted = !isFavourite(key);
    wish(key, isWanted);
    const answer = await gateway.call(patchMe, { body: { favorites: isWanted ? { add: [key] } : { remove: [key] } } });
    if (answer.ok) return;
    giveUp(key);
    snackbar({ text: errorText(answer.error), tone: 'error' });
  };
  const toggleNow = (key: string): void => {
    // Not awaited: the button shows at once what was wished for, and the command speaks for itself.
    void (isLoggedIn ? change(key) : parts.runCommand('account/callToAction', { reason: 'other' }));
  };
  // The same function for all cards, whoever draws anew; the ref is read when somebody presses.
  const latest = useRef(toggleNow);
  useEffect(() => {
    latest.current = toggleNow;
  });
  return { isFavourite, toggle: useCallback((key: string) => latest.current(key), []) };
};
