import type { Coordinate } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useEffect, useState } from 'react';

/**
 * Returns the location near which the user searches restaurants; null if it is unknown, undefined while it is loading.
 */
export const useSearchLocation = (): Coordinate | null | undefined => {
  const { remotes } = useShell();
  const [coordinate, setCoordinate] = useState<Coordinate | null>();
  useEffect(() => {
    let isUnmounted = false;
    const loadCoordinate = async (): Promise<void> => {
      const placeOutcome = await remotes.runCommand('discovery/place', {});
      if (!isUnmounted) setCoordinate(placeOutcome.ok ? placeOutcome.value.at : null);
    };
    // The promise isn't awaited, because the search works without distances until the location arrives.
    void loadCoordinate();
    return () => {
      isUnmounted = true;
    };
  }, [remotes]);
  return coordinate;
};
