/** @page */
import { agreesToGoogleMaps, googleMapsCookie } from '@mahlzeit/contract/rules';
import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { ConsentPurpose } from '@mahlzeit/shared-ui/platform';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createAlerts } from '../messages/alerts';
import { fakeAddresses } from '../fake-entries';
import { createFakeBrowser } from '../fake-browser';
import { createReloadHolds } from '../loading/reload';
import { createRouter } from '../router/router';
import { watchGoogleConsent } from './google-consent';

const { origin } = window.location;
const isConsentStored = (): boolean => agreesToGoogleMaps(origin, document.cookie);
const storeConsent = (doesAgree: boolean): void => void (document.cookie = googleMapsCookie(origin, doesAgree));

interface OpenPageOptions {
  readonly allowedPurposes?: readonly ConsentPurpose[] | null;
  readonly isGoogleAdmitted?: boolean;
  readonly isGoogleOffered?: boolean;
  readonly address?: string;
  /** Document that stores the cookies; it may reject them, like a browser that blocks cookies. */
  readonly page?: Document;
}

const openPage = ({
  allowedPurposes: initialPurposes = null,
  isGoogleAdmitted = false,
  isGoogleOffered = true,
  address = '/restaurants',
  page = document,
}: OpenPageOptions = {}) => {
  const router = createRouter(createFakeBrowser(address).browser, createManualTimers(), fakeAddresses());
  const [alerts, reloadHolds, allowedPurposes] = [
    createAlerts(),
    createReloadHolds(),
    createObservable(initialPurposes),
  ];
  const reload = jest.fn();
  const deployment = {
    googleMaps: isGoogleOffered
      ? { key: 'key', scriptUrl: 'https://maps.googleapis.com/maps/api/js', isAdmitted: isGoogleAdmitted }
      : null,
  };
  const stopWatching = watchGoogleConsent({
    consent: allowedPurposes,
    deployment,
    browser: { document: page, location: { origin } },
    holds: reloadHolds,
    router,
    alerts,
    reload,
  });
  return { router, alerts, holds: reloadHolds, reload, stop: stopWatching, decide: allowedPurposes.set };
};

beforeEach(() => {
  storeConsent(false);
  document.body.replaceChildren();
});

it('stores the consent in a cookie, and reloads the page once', () => {
  const { decide, reload } = openPage();
  expect([isConsentStored(), reload.mock.calls.length]).toEqual([false, 0]);
  decide(['googleMaps']);
  expect([isConsentStored(), reload.mock.calls.length]).toEqual([true, 1]);
});

it('removes the cookie with the consent, and leaves the page as it is', () => {
  storeConsent(true);
  const { decide, reload } = openPage({ allowedPurposes: ['googleMaps'], isGoogleAdmitted: true });
  expect(isConsentStored()).toBe(true);
  decide([]);
  expect(isConsentStored()).toBe(false);
  decide(['googleMaps']);
  expect([isConsentStored(), reload.mock.calls.length]).toEqual([true, 0]);
});

it('removes a cookie without a consent', () => {
  storeConsent(true);
  openPage();
  expect(isConsentStored()).toBe(false);
});

it.each<readonly ConsentPurpose[]>([[], ['analytics', 'errorReports']])(
  'leaves the page as it is for what has nothing to do with the map: %j',
  (...purposes) => {
    const { decide, reload } = openPage();
    decide(purposes);
    expect([isConsentStored(), reload.mock.calls.length]).toEqual([false, 0]);
  },
);

it('sets no cookie where the map isn’t offered', () => {
  const { reload } = openPage({ allowedPurposes: ['googleMaps'], isGoogleOffered: false });
  expect([isConsentStored(), reload.mock.calls.length]).toEqual([false, 0]);
});

it('sets the cookie for a consent from before the start, or whose cookie was deleted', () => {
  expect(openPage({ allowedPurposes: ['googleMaps'] }).reload).toHaveBeenCalledTimes(1);
});

it('follows the decision of another tab', () => {
  const { decide, reload } = openPage();
  storeConsent(true);
  decide(['googleMaps']);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not reload endlessly when the gateway doesn’t admit it, or the browser blocks the cookie', () => {
  storeConsent(true);
  expect(openPage({ allowedPurposes: ['googleMaps'] }).reload).not.toHaveBeenCalled();
  storeConsent(false);
  const page = document.implementation.createHTMLDocument();
  const { decide, reload } = openPage({ page });
  decide(['googleMaps']);
  expect(reload).not.toHaveBeenCalled();
});

it('waits until the settings are closed', () => {
  const { router, decide, reload } = openPage({ address: '/restaurants#settings/consent' });
  decide(['googleMaps']);
  expect(reload).not.toHaveBeenCalled();
  router.close();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('waits until the question is closed', () => {
  const { alerts, decide, reload } = openPage();
  const withdrawAlert = alerts.show({ title: 'Karte von Google zeigen?', text: '', actions: [] }, () => undefined);
  decide(['googleMaps']);
  expect(reload).not.toHaveBeenCalled();
  withdrawAlert();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('waits for the end of a payment or a draft, unless the consent was withdrawn', () => {
  const { holds, decide, reload } = openPage();
  const releasePaymentHold = holds.hold();
  decide(['googleMaps']);
  decide([]);
  releasePaymentHold();
  expect(reload).not.toHaveBeenCalled();
  const releaseDraftHold = holds.hold();
  decide(['googleMaps']);
  expect(reload).not.toHaveBeenCalled();
  releaseDraftHold();
  expect(reload).toHaveBeenCalledTimes(1);
});

it("loses no typed text that isn't sent", () => {
  document.body.innerHTML = '<div role="dialog"><textarea>Bis gleich</textarea></div>';
  const { decide, reload } = openPage();
  decide(['googleMaps']);
  expect(reload).not.toHaveBeenCalled();
});

it('does nothing after its stop', () => {
  const { stop, decide, reload } = openPage();
  stop();
  decide(['googleMaps']);
  expect([isConsentStored(), reload.mock.calls.length]).toEqual([false, 0]);
});
