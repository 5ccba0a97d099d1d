import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { useNearby } from './use-nearby';

/** All restaurants around a place for who counts them; null until the last page has come, for a number that grows would be a wrong one. */
export const useAllAround = (around: Coordinate | null): readonly Restaurant[] | null => {
  const { status, more, restaurants } = useNearby(around);
  return status === 'ready' && more !== 'loading' ? restaurants : null;
};
