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
  ])('names the last day before %s in Berlin', (periodEnd, expectedDay) => {
    expect(lastDayBefore(Date.parse(periodEnd))).toBe(expectedDay);
  });
});

describe('asking for consent', () => {
  const startConsentQuestion = ({
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
    const allowedPurposes = createObservable(decided);
    const decisions: (readonly ConsentPurpose[])[] = [];
    let dialogLoadCount = 0;
    const stopAsking = askConsentWhenIdle({
      router,
      alerts,
      lookup: fakeAddresses(screens),
      consent: { purposes, ...allowedPurposes, decide: (chosenPurposes) => void decisions.push(chosenPurposes) },
      dialogModule: {
        load: () => {
          dialogLoadCount += 1;
          return Promise.resolve({ ok: false, error: 'unavailable' });
        },
      },
    });
    const chooseAnswer = (choice: string | null): void => alerts.answer(alerts.get()?.id ?? -1, choice);
    return {
      tab,
      router,
      alerts,
      allowed: allowedPurposes,
      decisions,
      choose: chooseAnswer,
      stop: stopAsking,
      loads: () => dialogLoadCount,
    };
  };

  it.each<[readonly ConsentPurpose[], string, RegExp]>([
    [['analytics', 'errorReports'], 'Dürfen wir mitzählen?', /^(?!.*Karte).*Google Analytics/],
    [['analytics', 'errorReports', 'googleMaps'], 'Dürfen wir mitzählen?', /Google Analytics.*Karte von Google/],
    [['googleMaps'], 'Karte von Google zeigen?', /^(?!.*Analytics).*Karte von Google/],
  ])('names its purposes: %j', (purposes, title, expectedText) => {
    const alertRequest = startConsentQuestion({ purposes }).alerts.get()?.request;
    expect(alertRequest?.title).toBe(title);
    expect(alertRequest?.text).toMatch(expectedText);
  });

  it('offers two answers that look alike', () => {
    const { alerts, loads } = startConsentQuestion();
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
  ])('stores the answer %j as %j', (choice, expectedDecisions) => {
    const { alerts, decisions, choose } = startConsentQuestion();
    choose(choice);
    expect(decisions).toEqual(expectedDecisions);
    expect(alerts.get()).toBeNull();
  });

  it.each([[[]], [['analytics'] as const]])('asks nothing when %j is decided', (decidedPurposes) => {
    expect(startConsentQuestion({ decided: decidedPurposes }).alerts.get()).toBeNull();
  });

  it('waits until nothing else is open, and asks once', () => {
    const { tab, router, alerts, choose } = startConsentQuestion({ address: '/restaurants#details/mensa' });
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
    const { alerts, allowed, decisions } = startConsentQuestion();
    allowed.set([]);
    expect(alerts.get()).toBeNull();
    expect(decisions).toEqual([]);
  });

  it('asks nothing when another tab has decided while something was open', () => {
    const { tab, router, alerts, allowed } = startConsentQuestion({ address: '/restaurants#details/mensa' });
    allowed.set(['analytics']);
    router.close();
    tab.arrive();
    expect(alerts.get()).toBeNull();
  });

  it('offers a separate decision for each purpose, closes for it, and asks again without a decision', () => {
    const { tab, router, alerts, allowed } = startConsentQuestion();
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
    expect(startConsentQuestion({ screens: [] }).alerts.get()?.request.link).toBeUndefined();
  });

  it('withdraws the question at its stop', () => {
    const { alerts, stop } = startConsentQuestion();
    stop();
    expect(alerts.get()).toBeNull();
  });
});
