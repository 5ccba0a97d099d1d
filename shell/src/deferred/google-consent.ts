import { agreesToGoogleMaps, googleMapsCookie } from '@mahlzeit/contract/rules';
import type { Consent, Deployment } from '@mahlzeit/shared-ui/platform';
import type { Alerts } from '../messages/alerts';
import type { ReloadHolds } from '../loading/reload';
import type { Router } from '../router/router';
import { hasUnsentText } from './watch-day';

interface GoogleConsentDeps {
  readonly consent: Pick<Consent, 'get' | 'subscribe'>;
  readonly deployment: Pick<Deployment, 'googleMaps'>;
  readonly browser: { readonly document: Document; readonly location: Pick<Location, 'origin'> };
  readonly holds: Pick<ReloadHolds, 'isHeld' | 'onRelease'>;
  readonly router: Pick<Router, 'get' | 'subscribe'>;
  readonly alerts: Pick<Alerts, 'get' | 'subscribe'>;
  reload(): void;
}

/**
 * Sets a cookie with the user's consent to Google's map: the policy of later pages depends on it (ADR 23). A page that
 * was requested before reloads once, as soon as only the main screen shows and nothing is open that would be lost.
 * Returns an unsubscribe function.
 */
export const watchGoogleConsent = ({
  consent,
  deployment: { googleMaps },
  browser: { document, location },
  holds,
  router,
  alerts,
  reload,
}: GoogleConsentDeps): (() => void) => {
  if (googleMaps === null) return () => undefined;
  const isStored = (): boolean => agreesToGoogleMaps(location.origin, document.cookie);
  // A page that isn't admitted although its request had the cookie gains nothing by another request.
  let cameWithCookie = isStored();
  let isDue = false;

  const reloadIfDue = (): void => {
    if (!isDue || holds.isHeld() || hasUnsentText(document) || router.get().modal !== null || alerts.get() !== null)
      return;
    isDue = false;
    reload();
  };
  const update = (): void => {
    const isGoogleAdmitted = consent.get()?.includes('googleMaps') ?? false;
    cameWithCookie &&= isGoogleAdmitted;
    // Set again in each page: the year starts again with each visit.
    document.cookie = googleMapsCookie(location.origin, isGoogleAdmitted);
    isDue = isGoogleAdmitted && !googleMaps.isAdmitted && !cameWithCookie && isStored();
    reloadIfDue();
  };

  const stops = [
    consent.subscribe(update),
    holds.onRelease(reloadIfDue),
    router.subscribe(reloadIfDue),
    alerts.subscribe(reloadIfDue),
  ];
  update();
  return () => stops.forEach((stop) => stop());
};
