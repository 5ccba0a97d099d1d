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
  readonly isFavourite: (restaurantKey: string) => boolean;
  /** Adds or removes a favourite restaurant; visitors without an account are asked to register. */
  readonly toggle: (restaurantKey: string) => void;
}

const emptyFavourites: readonly string[] = [];

type PendingChanges = ReadonlyMap<string, boolean>;

const removePendingChange = (pendingChanges: PendingChanges, restaurantKey: string): PendingChanges =>
  new Map([...pendingChanges].filter(([pendingKey]) => pendingKey !== restaurantKey));

/**
 * Holds the favourites together with changes that the server hasn't confirmed yet: the heart button changes at once,
 * the user's stored data later.
 */
const useOptimisticFavourites = (favourites: readonly string[]) => {
  const [pendingChanges, setPendingChanges] = useState<PendingChanges>(new Map());
  const [lastSeenFavourites, setLastSeenFavourites] = useState(favourites);
  if (lastSeenFavourites !== favourites) {
    setLastSeenFavourites(favourites);
    setPendingChanges(
      new Map(
        [...pendingChanges].filter(
          ([restaurantKey, isFavouriteWanted]) => favourites.includes(restaurantKey) !== isFavouriteWanted,
        ),
      ),
    );
  }
  const isFavourite = (restaurantKey: string): boolean =>
    pendingChanges.get(restaurantKey) ?? favourites.includes(restaurantKey);
  return {
    isFavourite,
    setOptimistic: useCallback(
      (restaurantKey: string, isFavouriteWanted: boolean) =>
        setPendingChanges((currentChanges) => new Map(currentChanges).set(restaurantKey, isFavouriteWanted)),
      [],
    ),
    rollBack: useCallback(
      (restaurantKey: string) =>
        setPendingChanges((currentChanges) => removePendingChange(currentChanges, restaurantKey)),
      [],
    ),
  };
};

/** Returns the favourites of the logged-in user; empty for users who aren't logged in. */
export const useFavourites = (): Favourites => {
  const { apiClient, remotes, snackbar } = useShell();
  const session = useSession();
  const isLoggedIn = session.status === 'known' && session.account.loggedIn;
  const user = useUser();
  const { isFavourite, setOptimistic, rollBack } = useOptimisticFavourites(
    isLoggedIn ? (user?.favorites ?? emptyFavourites) : emptyFavourites,
  );

  const saveFavouriteToggle = async (restaurantKey: string): Promise<void> => {
    const isFavouriteWanted = !isFavourite(restaurantKey);
    setOptimistic(restaurantKey, isFavouriteWanted);
    const patchResult = await apiClient.call(patchMe, {
      body: { favorites: isFavouriteWanted ? { add: [restaurantKey] } : { remove: [restaurantKey] } },
    });
    if (patchResult.ok) return;
    rollBack(restaurantKey);
    snackbar({ text: errorText(patchResult.error), tone: 'error' });
  };
  const toggleFavouriteNow = (restaurantKey: string): void => {
    // Callers don't await the promise, because the button shows the change at once. `saveFavouriteToggle` and the
    // command report their own errors.
    void (isLoggedIn
      ? saveFavouriteToggle(restaurantKey)
      : remotes.runCommand('account/callToAction', { reason: 'other' }));
  };
  // All cards share one function that never changes. When the user presses the heart button, it reads the current
  // `toggleFavouriteNow` from the ref.
  const latestToggleRef = useRef(toggleFavouriteNow);
  useEffect(() => {
    latestToggleRef.current = toggleFavouriteNow;
  });
  return { isFavourite, toggle: useCallback((restaurantKey: string) => latestToggleRef.current(restaurantKey), []) };
};
