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
 * Stores the user's consent to Google's map in a cookie, because the gateway sends a Content-Security-Policy that
 * depends on it (ADR 23). A page that was requested without the cookie reloads once, as soon as only the main screen is
 * shown and no unsaved input would be lost. Returns an unsubscribe function.
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
  const isConsentStored = (): boolean => agreesToGoogleMaps(location.origin, document.cookie);
  // Whether the page was requested with the cookie. If it was and the map still isn't allowed, another request wouldn't
  // help.
  let hadCookieAtStart = isConsentStored();
  let isReloadDue = false;

  const reloadIfDue = (): void => {
    if (
      !isReloadDue ||
      holds.isHeld() ||
      hasUnsentText(document) ||
      router.get().modal !== null ||
      alerts.get() !== null
    )
      return;
    isReloadDue = false;
    reload();
  };
  const updateConsent = (): void => {
    const isGoogleAdmitted = consent.get()?.includes('googleMaps') ?? false;
    hadCookieAtStart &&= isGoogleAdmitted;
    // The cookie is written in each page, so that its lifetime of one year starts again with each visit.
    document.cookie = googleMapsCookie(location.origin, isGoogleAdmitted);
    isReloadDue = isGoogleAdmitted && !googleMaps.isAdmitted && !hadCookieAtStart && isConsentStored();
    reloadIfDue();
  };

  const stopFunctions = [
    consent.subscribe(updateConsent),
    holds.onRelease(reloadIfDue),
    router.subscribe(reloadIfDue),
    alerts.subscribe(reloadIfDue),
  ];
  updateConsent();
  return () => stopFunctions.forEach((stop) => stop());
};
