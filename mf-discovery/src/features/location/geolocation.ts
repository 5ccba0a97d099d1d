import type { Coordinate, Result } from '@mahlzeit/contract';
import { err, ok } from '@mahlzeit/contract';

/** Why the browser doesn't tell where it is. */
export type LocatingRefusal = 'denied' | 'unavailable' | 'timeout';

/** Asks the browser where it is. */
export interface Geolocation {
  /** Whether it would answer without asking the person. */
  isGranted(): Promise<boolean>;
  locate(): Promise<Result<Coordinate, LocatingRefusal>>;
}

/** A position may be that old, and finding one may take that long. */
const OPTIONS: PositionOptions = { maximumAge: 60_000, timeout: 8_000, enableHighAccuracy: false };

const refusalOf = ({ code }: Pick<GeolocationPositionError, 'code'>): LocatingRefusal => {
  // The codes of the standard: 1 permission denied, 2 position unavailable, 3 timeout.
  if (code === 1) return 'denied';
  return code === 3 ? 'timeout' : 'unavailable';
};

const isGranted = async (): Promise<boolean> => {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    return state === 'granted';
  } catch {
    // A browser without the Permissions API: asking is left to a tap.
    return false;
  }
};

const locate = (): Promise<Result<Coordinate, LocatingRefusal>> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) {
      resolve(err('unavailable'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(ok({ latitude: coords.latitude, longitude: coords.longitude })),
      (failure) => resolve(err(refusalOf(failure))),
      OPTIONS,
    );
  });

/** The browser's own geolocation. */
export const browserGeolocation: Geolocation = { isGranted, locate };
