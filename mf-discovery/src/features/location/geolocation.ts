import type { Coordinate, Result } from '@mahlzeit/contract';
import { err, ok } from '@mahlzeit/contract';

/** Why the browser gives no position. */
type LocateError = 'denied' | 'unavailable' | 'timeout';

/** Asks the browser for the user's position. */
export interface Geolocator {
  /** Whether it would answer without asking the person. */
  isGranted(): Promise<boolean>;
  locate(): Promise<Result<Coordinate, LocateError>>;
}

/** A position may be that old, and finding one may take that long. */
const OPTIONS: PositionOptions = { maximumAge: 60_000, timeout: 8_000, enableHighAccuracy: false };

const locateErrorOf = ({ code }: Pick<GeolocationPositionError, 'code'>): LocateError => {
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

const locate = (): Promise<Result<Coordinate, LocateError>> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) {
      resolve(err('unavailable'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(ok({ latitude: coords.latitude, longitude: coords.longitude })),
      (error) => resolve(err(locateErrorOf(error))),
      OPTIONS,
    );
  });

/** The browser's own geolocation. */
const browserGeolocation: Geolocator = { isGranted, locate };
