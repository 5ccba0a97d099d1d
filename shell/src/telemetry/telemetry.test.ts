import type { ConsentPurpose } from '@mahlzeit/shared-ui/platform';
import { waitTurns } from '../fake-browser';
import { createConsent, startTelemetry, watchErrors } from './telemetry';
import type { TelemetryRecord } from './telemetry';

describe('consent', () => {
  const createStorage = (storedConsent?: string) => {
    const storedTexts = new Map<string, string>(
      storedConsent === undefined ? [] : [['mahlzeit.consent', storedConsent]],
    );
    return {
      getItem: (key: string) => storedTexts.get(key) ?? null,
      setItem: (key: string, value: string) => void storedTexts.set(key, value),
      removeItem: (key: string) => void storedTexts.delete(key),
    };
  };
  const bothPurposes = ['analytics', 'errorReports'] as const;
  const eventsWithoutOtherTabs = { addEventListener: () => undefined };

  it("is undecided at first, and then stores the diner's decision over visits", () => {
    const storage = createStorage();
    const consent = createConsent(() => storage, bothPurposes, eventsWithoutOtherTabs);
    expect(consent.get()).toBeNull();
    consent.decide(['errorReports']);
    expect(consent.get()).toEqual(['errorReports']);
    expect(createConsent(() => storage, bothPurposes, eventsWithoutOtherTabs).get()).toEqual(['errorReports']);
  });

  it('can be withdrawn, and notifies', () => {
    const storage = createStorage();
    const consent = createConsent(() => storage, bothPurposes, eventsWithoutOtherTabs);
    consent.decide(bothPurposes);
    let changeCount = 0;
    consent.subscribe(() => (changeCount += 1));
    consent.decide([]);
    expect([consent.get(), changeCount]).toEqual([[], 1]);
    expect(createConsent(() => storage, bothPurposes, eventsWithoutOtherTabs).get()).toEqual([]);
  });

  it('is undecided again after a new purpose', () => {
    const storage = createStorage();
    createConsent(() => storage, ['analytics'], eventsWithoutOtherTabs).decide(['analytics']);
    expect(createConsent(() => storage, bothPurposes, eventsWithoutOtherTabs).get()).toBeNull();
  });

  it('asks nothing without a purpose', () => {
    expect(createConsent(() => createStorage(), [], eventsWithoutOtherTabs).get()).toEqual([]);
  });

  it.each([
    '',
    'null',
    '{',
    'analytics',
    'version=1&analytics=ja&errorReports=no',
    'version=1&analytics=yes',
    'analytics=yes&errorReports=yes',
    'version=0&analytics=yes&errorReports=yes',
  ])('treats %j in the storage as no consent', (storedText) => {
    const storage = createStorage(storedText);
    expect(createConsent(() => storage, bothPurposes, eventsWithoutOtherTabs).get()).toBeNull();
  });

  it('stores the version of the question', () => {
    const storage = createStorage();
    createConsent(() => storage, bothPurposes, eventsWithoutOtherTabs).decide(['errorReports']);
    expect(storage.getItem('mahlzeit.consent')).toBe('version=1&analytics=no&errorReports=yes');
  });

  it('lasts as long as the page when the browser blocks its storage', () => {
    const consent = createConsent(
      () => {
        throw new Error('SecurityError');
      },
      bothPurposes,
      eventsWithoutOtherTabs,
    );
    expect(consent.get()).toBeNull();
    consent.decide(['analytics']);
    expect(consent.get()).toEqual(['analytics']);
  });

  it('follows the decision of another tab', () => {
    const storage = createStorage();
    const storageListeners: ((event: { readonly key: string | null }) => void)[] = [];
    const firstConsent = createConsent(() => storage, bothPurposes, {
      addEventListener: (_, listener) => void storageListeners.push(listener),
    });
    const emitStorageEvent = (key: string | null): void => storageListeners.forEach((listener) => listener({ key }));
    createConsent(() => storage, bothPurposes, eventsWithoutOtherTabs).decide(bothPurposes);
    emitStorageEvent('mahlzeit.session');
    expect(firstConsent.get()).toBeNull();
    emitStorageEvent('mahlzeit.consent');
    expect(firstConsent.get()).toEqual(bothPurposes);
    createConsent(() => storage, bothPurposes, eventsWithoutOtherTabs).decide([]);
    emitStorageEvent('mahlzeit.consent');
    expect(firstConsent.get()).toEqual([]);
  });
});

describe('uncaught errors', () => {
  const startErrorWatch = () => {
    const reportedErrors: [string, unknown][] = [];
    const page = new EventTarget();
    const stopErrorWatch = watchErrors(
      { addEventListener: page.addEventListener.bind(page), removeEventListener: page.removeEventListener.bind(page) },
      (errorName, { message }) => void reportedErrors.push([errorName, message]),
    );
    const failUncaught = (error: unknown, message = '') =>
      page.dispatchEvent(Object.assign(new Event('error'), { error, message }));
    const rejectUnhandled = (reason: unknown) =>
      page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
    return { reports: reportedErrors, stop: stopErrorWatch, fail: failUncaught, reject: rejectUnhandled };
  };

  it('reports uncaught errors, each once', () => {
    const { reports, fail, reject } = startErrorWatch();
    fail(new TypeError('x is undefined'));
    fail(new TypeError('x is undefined'));
    reject(new RangeError('too far'));
    reject('just words');
    fail(null, 'Script error.');
    expect(reports).toEqual([
      ['TypeError', 'x is undefined'],
      ['RangeError', 'too far'],
      ['Error', 'just words'],
      ['Error', 'Script error.'],
    ]);
  });

  it('limits the number of reports', () => {
    const { reports, fail } = startErrorWatch();
    for (let errorIndex = 0; errorIndex < 50; errorIndex += 1) fail(new Error(`number ${errorIndex}`));
    expect(reports).toHaveLength(10);
  });

  it('removes everything after the path of an address', () => {
    const { reports, fail } = startErrorWatch();
    fail(new Error('GET https://mahlzeit.test/restaurants?resetToken=geheim#orders failed (https://a.test/b#c)'));
    expect(reports).toEqual([['Error', 'GET https://mahlzeit.test/restaurants failed (https://a.test/b)']]);
  });

  it('ignores everything after its stop', () => {
    const { reports, stop, fail, reject } = startErrorWatch();
    stop();
    fail(new Error('a'));
    reject(new Error('b'));
    expect(reports).toEqual([]);
  });
});

describe('telemetry', () => {
  const startTelemetryWatch = (allowedPurposes: readonly ConsentPurpose[] | null) => {
    const eventListeners = new Set<(name: string, parameters: Readonly<Record<string, string | number>>) => void>();
    const page = new EventTarget();
    const [loggedRecords, sentRecords]: [TelemetryRecord[], TelemetryRecord[]] = [[], []];
    const consent = { allowed: allowedPurposes };
    let [loadCount, failureCount] = [0, 0];
    const stopTelemetry = startTelemetry({
      eventLog: {
        subscribe: (listener) => {
          eventListeners.add(listener);
          return () => eventListeners.delete(listener);
        },
      },
      browser: {
        addEventListener: page.addEventListener.bind(page),
        removeEventListener: page.removeEventListener.bind(page),
      },
      clock: { now: () => 7 },
      consent: { get: () => consent.allowed },
      log: (record) => void loggedRecords.push(record),
      loadOutlet: () => {
        loadCount += 1;
        failureCount -= 1;
        return failureCount >= 0
          ? Promise.reject(new Error('offline'))
          : Promise.resolve((record) => void sentRecords.push(record));
      },
    });
    return {
      logged: loggedRecords,
      sent: sentRecords,
      consent,
      stop: stopTelemetry,
      loads: () => loadCount,
      failNext: () => {
        failureCount = 1;
      },
      event: (name: string) => eventListeners.forEach((listener) => listener(name, { key: 'mensa' })),
      fail: (message: string) =>
        page.dispatchEvent(Object.assign(new Event('error'), { error: new Error(message), message })),
      settle: waitTurns,
    };
  };

  const recordNames = (records: readonly TelemetryRecord[]) => records.map(({ kind, name }) => `${kind} ${name}`);

  it('logs events and errors in the page, with the server’s time', () => {
    const { logged, event, fail } = startTelemetryWatch(null);
    event('show_details');
    fail('boom');
    expect(logged).toEqual([
      { kind: 'event', name: 'show_details', parameters: { key: 'mensa' }, at: 7 },
      { kind: 'error', name: 'Error', parameters: { message: 'boom', stack: expect.any(String) }, at: 7 },
    ]);
  });

  it.each<[readonly ConsentPurpose[] | null, readonly string[]]>([
    [null, []],
    [[], []],
    [['analytics'], ['event show_details']],
    [['errorReports'], ['error Error']],
    [
      ['analytics', 'errorReports'],
      ['event show_details', 'error Error'],
    ],
  ])('sends with the consent %j: %j', async (allowedPurposes, expectedRecords) => {
    const { sent, event, fail, settle, loads } = startTelemetryWatch(allowedPurposes);
    event('show_details');
    fail('boom');
    await settle();
    expect(recordNames(sent)).toEqual(expectedRecords);
    expect(loads()).toBe(expectedRecords.length === 0 ? 0 : 1);
  });

  it('sends nothing after the consent was withdrawn', async () => {
    const { sent, consent, event, settle } = startTelemetryWatch(['analytics']);
    event('show_details');
    await settle();
    consent.allowed = [];
    event('show_orders');
    await settle();
    expect(recordNames(sent)).toEqual(['event show_details']);
  });

  it('continues after a failed load of the outlet', async () => {
    const { sent, failNext, event, settle } = startTelemetryWatch(['analytics']);
    failNext();
    event('show_details');
    await settle();
    event('show_orders');
    await settle();
    expect(recordNames(sent)).toEqual(['event show_orders']);
  });

  it('ignores everything after its stop', () => {
    const { logged, stop, event, fail } = startTelemetryWatch(['analytics']);
    stop();
    event('show_details');
    fail('boom');
    expect(logged).toEqual([]);
  });
});
