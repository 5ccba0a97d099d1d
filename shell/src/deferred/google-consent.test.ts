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
const stores = (): boolean => agreesToGoogleMaps(origin, document.cookie);
const store = (agrees: boolean): void => void (document.cookie = googleMapsCookie(origin, agrees));

interface Opened {
  readonly allowed?: readonly ConsentPurpose[] | null;
  readonly isAdmitted?: boolean;
  readonly isOffered?: boolean;
  readonly address?: string;
  /** Document that stores the cookies; it may reject them, like a browser that blocks cookies. */
  readonly page?: Document;
}

const openPage = ({
  allowed: first = null,
  isAdmitted = false,
  isOffered = true,
  address = '/restaurants',
  page = document,
}: Opened = {}) => {
  const router = createRouter(createFakeBrowser(address).browser, createManualTimers(), fakeAddresses());
  const [alerts, holds, allowed] = [createAlerts(), createReloadHolds(), createObservable(first)];
  const reload = jest.fn();
  const deployment = {
    googleMaps: isOffered ? { key: 'key', scriptUrl: 'https://maps.googleapis.com/maps/api/js', isAdmitted } : null,
  };
  const stop = watchGoogleConsent({
    consent: allowed,
    deployment,
    browser: { document: page, location: { origin } },
    holds,
    router,
    alerts,
    reload,
  });
  return { router, alerts, holds, reload, stop, decide: allowed.set };
};

beforeEach(() => {
  store(false);
  document.body.replaceChildren();
});

it('stores the consent in a cookie, and reloads the page once', () => {
  const { decide, reload } = openPage();
  expect([stores(), reload.mock.calls.length]).toEqual([false, 0]);
  decide(['googleMaps']);
  expect([stores(), reload.mock.calls.length]).toEqual([true, 1]);
});

it('removes the cookie with the consent, and leaves the page as it is', () => {
  store(true);
  const { decide, reload } = openPage({ allowed: ['googleMaps'], isAdmitted: true });
  expect(stores()).toBe(true);
  decide([]);
  expect(stores()).toBe(false);
  decide(['googleMaps']);
  expect([stores(), reload.mock.calls.length]).toEqual([true, 0]);
});

it('removes a cookie without a consent', () => {
  store(true);
  openPage();
  expect(stores()).toBe(false);
});

it.each<readonly ConsentPurpose[]>([[], ['analytics', 'errorReports']])(
  'leaves the page as it is for what has nothing to do with the map: %j',
  (...purposes) => {
    const { decide, reload } = openPage();
    decide(purposes);
    expect([stores(), reload.mock.calls.length]).toEqual([false, 0]);
  },
);

it('sets no cookie where the map isn’t offered', () => {
  const { reload } = openPage({ allowed: ['googleMaps'], isOffered: false });
  expect([stores(), reload.mock.calls.length]).toEqual([false, 0]);
});

it('sets the cookie for a consent from before the start, or whose cookie was deleted', () => {
  expect(openPage({ allowed: ['googleMaps'] }).reload).toHaveBeenCalledTimes(1);
});

it('follows the decision of another tab', () => {
  const { decide, reload } = openPage();
  store(true);
  decide(['googleMaps']);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not reload endlessly when the gateway doesn’t admit it, or the browser blocks the cookie', () => {
  store(true);
  expect(openPage({ allowed: ['googleMaps'] }).reload).not.toHaveBeenCalled();
  store(false);
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
  const withdraw = alerts.show({ title: 'Karte von Google zeigen?', text: '', actions: [] }, () => undefined);
  decide(['googleMaps']);
  expect(reload).not.toHaveBeenCalled();
  withdraw();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('waits for the end of a payment or a draft, unless the consent was withdrawn', () => {
  const { holds, decide, reload } = openPage();
  const endPayment = holds.hold();
  decide(['googleMaps']);
  decide([]);
  endPayment();
  expect(reload).not.toHaveBeenCalled();
  const endDraft = holds.hold();
  decide(['googleMaps']);
  expect(reload).not.toHaveBeenCalled();
  endDraft();
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
  expect([stores(), reload.mock.calls.length]).toEqual([false, 0]);
});
