import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { ConsentPurpose } from '@mahlzeit/shared-ui/platform';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createAlerts } from '../messages/alerts';
import { fakeAddresses } from '../fake-entries';
import { createFakeBrowser } from '../fake-browser';
import { createRouter } from '../router/router';
import { askConsentWhenIdle, lastDayBefore } from './questions';

describe('the last day before an instant', () => {
  it.each([
    ['2026-07-24T12:00:00+02:00', 'Freitag, 24.\u00A0Juli'],
    ['2026-07-24T00:00:00+02:00', 'Donnerstag, 23.\u00A0Juli'],
    ['2026-07-24T00:30:00+02:00', 'Freitag, 24.\u00A0Juli'],
  ])('names the last day before %s in Berlin', (end, expected) => {
    expect(lastDayBefore(Date.parse(end))).toBe(expected);
  });
});

describe('asking for consent', () => {
  const start = ({
    address = '/restaurants',
    decided = null,
    screens = ['settings'],
    purposes = ['analytics', 'errorReports'],
  }: {
    address?: string;
    decided?: readonly ConsentPurpose[] | null;
    screens?: readonly string[];
    purposes?: readonly ConsentPurpose[];
  } = {}) => {
    const tab = createFakeBrowser(address);
    const router = createRouter(tab.browser, createManualTimers(), fakeAddresses());
    const alerts = createAlerts();
    const allowed = createObservable(decided);
    const decisions: (readonly ConsentPurpose[])[] = [];
    let loads = 0;
    const stop = askConsentWhenIdle({
      router,
      alerts,
      lookup: fakeAddresses(screens),
      consent: { purposes, ...allowed, decide: (next) => void decisions.push(next) },
      dialogModule: {
        load: () => {
          loads += 1;
          return Promise.resolve({ ok: false, error: 'unavailable' });
        },
      },
    });
    const choose = (choice: string | null): void => alerts.answer(alerts.get()?.id ?? -1, choice);
    return { tab, router, alerts, allowed, decisions, choose, stop, loads: () => loads };
  };

  it.each<[readonly ConsentPurpose[], string, RegExp]>([
    [['analytics', 'errorReports'], 'Dürfen wir mitzählen?', /^(?!.*Karte).*Google Analytics/],
    [['analytics', 'errorReports', 'googleMaps'], 'Dürfen wir mitzählen?', /Google Analytics.*Karte von Google/],
    [['googleMaps'], 'Karte von Google zeigen?', /^(?!.*Analytics).*Karte von Google/],
  ])('names its purposes: %j', (purposes, title, words) => {
    const request = start({ purposes }).alerts.get()?.request;
    expect(request?.title).toBe(title);
    expect(request?.text).toMatch(words);
  });

  it('offers two answers that look alike', () => {
    const { alerts, loads } = start();
    expect(alerts.get()?.request.actions.map(({ label, tone }) => [label, tone])).toEqual([
      ['Nein, danke', 'safe'],
      ['Ja, gern', 'safe'],
    ]);
    expect(loads()).toBe(1);
  });

  it.each<[string | null, readonly (readonly ConsentPurpose[])[]]>([
    ['allow', [['analytics', 'errorReports']]],
    ['deny', [[]]],
    [null, []],
  ])('stores the answer %j as %j', (choice, expected) => {
    const { alerts, decisions, choose } = start();
    choose(choice);
    expect(decisions).toEqual(expected);
    expect(alerts.get()).toBeNull();
  });

  it.each([[[]], [['analytics'] as const]])('asks nothing when %j is decided', (decided) => {
    expect(start({ decided }).alerts.get()).toBeNull();
  });

  it('waits until nothing else is open, and asks once', () => {
    const { tab, router, alerts, choose } = start({ address: '/restaurants#details/mensa' });
    expect(alerts.get()).toBeNull();
    router.close();
    tab.arrive();
    expect(alerts.get()).not.toBeNull();
    choose(null);
    router.open('orders');
    router.close();
    tab.arrive();
    expect(alerts.get()).toBeNull();
  });

  it('closes once it is decided in another tab', () => {
    const { alerts, allowed, decisions } = start();
    allowed.set([]);
    expect(alerts.get()).toBeNull();
    expect(decisions).toEqual([]);
  });

  it('asks nothing when another tab has decided while something was open', () => {
    const { tab, router, alerts, allowed } = start({ address: '/restaurants#details/mensa' });
    allowed.set(['analytics']);
    router.close();
    tab.arrive();
    expect(alerts.get()).toBeNull();
  });

  it('offers a separate decision for each purpose, closes for it, and asks again without a decision', () => {
    const { tab, router, alerts, allowed } = start();
    expect(alerts.get()?.request.link).toEqual({ label: 'Einzeln auswählen', href: '#settings/consent' });
    router.open('settings', 'consent');
    expect(alerts.get()).toBeNull();
    router.close();
    tab.arrive();
    expect(alerts.get()).not.toBeNull();
    router.open('settings', 'consent');
    allowed.set(['errorReports']);
    router.close();
    tab.arrive();
    expect(alerts.get()).toBeNull();
  });

  it('offers no separate decision without its screen', () => {
    expect(start({ screens: [] }).alerts.get()?.request.link).toBeUndefined();
  });

  it('withdraws the question at its stop', () => {
    const { alerts, stop } = start();
    stop();
    expect(alerts.get()).toBeNull();
  });
});
