import { NARROWED_COOKIE, START_COOKIE } from '@mahlzeit/contract';
import { useEffect } from 'react';
import type { ChosenPlace } from '../location/location-rules';

const YEAR_S = 31_536_000;

/** Only the page itself is asked with them, neither data nor files. */
const SCOPE = 'path=/restaurants; SameSite=Lax';

const setCookie = (cookie: string): void => {
  document.cookie = `${cookie}; ${SCOPE}`;
};

/** Tells the gateway by cookies where the next page of this browser begins and whether its list is narrowed, so that the prerendered list is the user's own. */
export const usePrerenderCookies = (place: ChosenPlace | null, isAsItStarts: boolean): void => {
  const coordinate = place === null || place.kind === 'fallback' ? null : place.coordinate;
  useEffect(() => {
    if (coordinate !== null) setCookie(`${START_COOKIE}=${coordinate.latitude},${coordinate.longitude}; max-age=${YEAR_S}`);
  }, [coordinate]);
  // Like the filters and the chosen tab it lasts as long as the visit.
  useEffect(() => setCookie(isAsItStarts ? `${NARROWED_COOKIE}=; max-age=0` : `${NARROWED_COOKIE}=1`), [isAsItStarts]);
};
