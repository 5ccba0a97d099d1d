import { UserChanges } from '@mahlzeit/contract';
import { errorText, useSession, useShell, useUser, useWaitingWrites } from '@mahlzeit/shared-ui/platform';
import type { WaitingWrite } from '@mahlzeit/shared-ui/platform';
import { IconButton } from '@mahlzeit/shared-ui/ui';
import { Clock, Heart } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../discovery-texts';

interface FavouriteButtonProps {
  readonly name: string;
  readonly isFavourite: boolean;
  /** Whether the last change waits for the network. */
  readonly isWaiting: boolean;
  readonly onToggle: () => void;
}

/** Heart button that shows and changes whether a restaurant is a favourite. A clock replaces a heart that waits. */
export const FavouriteButton = ({ name, isFavourite, isWaiting, onToggle }: FavouriteButtonProps) => {
  const t = useTexts();
  return (
    <IconButton
      label={t(isWaiting ? 'FavouriteWaiting' : 'Favourite', { name })}
      icon={isWaiting ? Clock : Heart}
      look="disc"
      isPressed={isFavourite}
      onClick={onToggle}
    />
  );
};

/** Favourites of the user, with the function that changes them. */
export interface Favourites {
  readonly isFavourite: (restaurantKey: string) => boolean;
  /** Whether the last change of a favourite waits for the network. */
  readonly isWaiting: (restaurantKey: string) => boolean;
  /** Adds or removes a favourite; visitors without an account are asked to register. */
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

const aboutOf = (restaurantKey: string): string => `favourite/${restaurantKey}`;

const isFavouriteWantedBy = ({ input }: WaitingWrite, restaurantKey: string): boolean => {
  const body = UserChanges.safeParse(input.body);
  return body.success && body.data.favorites?.add.includes(restaurantKey) === true;
};

/** Returns the changes of favourites that wait for the network: whether each restaurant is to be a favourite. */
const useWaitingFavourites = () => {
  const waitingWrites = useWaitingWrites();
  return useMemo(
    () =>
      (restaurantKey: string): boolean | undefined => {
        const about = aboutOf(restaurantKey);
        const write = waitingWrites.find((candidate) => candidate.about === about && candidate.status !== 'refused');
        return write && isFavouriteWantedBy(write, restaurantKey);
      },
    [waitingWrites],
  );
};

/** Returns the favourites of the logged-in user; empty for users who aren't logged in. */
export const useFavourites = (): Favourites => {
  const { remotes, snackbar, waitingWrites } = useShell();
  const t = useTexts();
  const waitingFavourite = useWaitingFavourites();
  const session = useSession();
  const isLoggedIn = session.status === 'known' && session.account.loggedIn;
  const user = useUser();
  const { setOptimistic, rollBack, ...confirmed } = useOptimisticFavourites(
    isLoggedIn ? (user?.favorites ?? emptyFavourites) : emptyFavourites,
  );

  const isFavourite = (restaurantKey: string): boolean =>
    waitingFavourite(restaurantKey) ?? confirmed.isFavourite(restaurantKey);

  const saveFavouriteToggle = async (restaurantKey: string): Promise<void> => {
    const isFavouriteWanted = !isFavourite(restaurantKey);
    setOptimistic(restaurantKey, isFavouriteWanted);
    const patchAnswer = await waitingWrites.send(
      'patchMe',
      { body: { favorites: isFavouriteWanted ? { add: [restaurantKey] } : { remove: [restaurantKey] } } },
      { about: aboutOf(restaurantKey), title: t('FavouriteChange') },
    );
    if (patchAnswer !== 'waiting' && patchAnswer.ok) return;
    rollBack(restaurantKey);
    if (patchAnswer === 'waiting') snackbar({ text: t('FavouriteWaits') });
    else snackbar({ text: errorText(patchAnswer.error), tone: 'error' });
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
  return {
    isFavourite,
    isWaiting: (restaurantKey) => waitingFavourite(restaurantKey) !== undefined,
    toggle: useCallback((restaurantKey: string) => latestToggleRef.current(restaurantKey), []),
  };
};
