import { patchMe } from '@mahlzeit/contract';
import { errorText, useSession, useShell, useUser } from '@mahlzeit/shared-ui/platform';
import { IconButton } from '@mahlzeit/shared-ui/ui';
import { Heart } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../discovery-texts';

interface FavouriteButtonProps {
  readonly name: string;
  readonly isFavourite: boolean;
  readonly onToggle: () => void;
}

/** Heart button that shows and changes whether a restaurant is a favourite. */
export const FavouriteButton = ({ name, isFavourite, onToggle }: FavouriteButtonProps) => {
  const t = useTexts();
  return (
    <IconButton label={t('Favourite', { name })} icon={Heart} look="disc" isPressed={isFavourite} onClick={onToggle} />
  );
};

/** Favourites of the user, with the function that changes them. */
export interface Favourites {
  readonly isFavourite: (key: string) => boolean;
  /** Adds or removes a favourite; visitors without an account are asked to register. */
  readonly toggle: (key: string) => void;
}

const noFavourites: readonly string[] = [];

type PendingChanges = ReadonlyMap<string, boolean>;

const changesWithout = (pendingChanges: PendingChanges, key: string): PendingChanges =>
  new Map([...pendingChanges].filter(([pendingKey]) => pendingKey !== key));

/**
 * Manages favourites with changes that the server hasn't confirmed yet: the button changes at once, the user's document
 * later.
 */
const useOptimisticFavourites = (favourites: readonly string[]) => {
  const [pendingChanges, setPendingChanges] = useState<PendingChanges>(new Map());
  const [lastFavourites, setLastFavourites] = useState(favourites);
  if (lastFavourites !== favourites) {
    setLastFavourites(favourites);
    setPendingChanges(new Map([...pendingChanges].filter(([key, isWanted]) => favourites.includes(key) !== isWanted)));
  }
  const isFavourite = (key: string): boolean => pendingChanges.get(key) ?? favourites.includes(key);
  return {
    isFavourite,
    setOptimistic: useCallback(
      (key: string, isWanted: boolean) => setPendingChanges((current) => new Map(current).set(key, isWanted)),
      [],
    ),
    rollBack: useCallback((key: string) => setPendingChanges((current) => changesWithout(current, key)), []),
  };
};

/** Returns the favourites of the logged-in user; empty for users who aren't logged in. */
export const useFavourites = (): Favourites => {
  const { apiClient, remotes, snackbar } = useShell();
  const session = useSession();
  const isLoggedIn = session.status === 'known' && session.account.loggedIn;
  const user = useUser();
  const { isFavourite, setOptimistic, rollBack } = useOptimisticFavourites(
    isLoggedIn ? (user?.favorites ?? noFavourites) : noFavourites,
  );

  const saveToggle = async (key: string): Promise<void> => {
    const isWanted = !isFavourite(key);
    setOptimistic(key, isWanted);
    const answer = await apiClient.call(patchMe, {
      body: { favorites: isWanted ? { add: [key] } : { remove: [key] } },
    });
    if (answer.ok) return;
    rollBack(key);
    snackbar({ text: errorText(answer.error), tone: 'error' });
  };
  const toggleNow = (key: string): void => {
    // Nothing awaits the promise: the button shows the change at once, and `saveToggle` and the command report their
    // own errors.
    void (isLoggedIn ? saveToggle(key) : remotes.runCommand('account/callToAction', { reason: 'other' }));
  };
  // All cards share one function that stays the same on each render; it reads the current `toggleNow` from the ref when
  // the user presses the button.
  const latestToggle = useRef(toggleNow);
  useEffect(() => {
    latestToggle.current = toggleNow;
  });
  return { isFavourite, toggle: useCallback((key: string) => latestToggle.current(key), []) };
};
