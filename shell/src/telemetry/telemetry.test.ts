import type { ConsentPurpose } from '@mahlzeit/shared-ui/platform';
import { waitTurns } from '../fake-browser';
import { createConsent, startTelemetry, watchErrors } from './telemetry';
import type { TelemetryRecord } from './telemetry';

describe('consent', () => {
  const createStorage = (first?: string) => {
    const storedTexts = new Map<string, string>(first === undefined ? [] : [['mahlzeit.consent', first]]);
    return {
      getItem: (key: string) => storedTexts.get(key) ?? null,
      setItem: (key: string, value: string) => void storedTexts.set(key, value),
      removeItem: (key: string) => void storedTexts.delete(key),
    };
  };
  const both = ['analytics', 'errorReports'] as const;
  const alone = { addEventListener: () => undefined };

  it("is undecided at first, and then stores the diner's decision over visits", () => {
    const storage = createStorage();
    const consent = createConsent(() => storage, both, alone);
    expect(consent.get()).toBeNull();
    consent.decide(['errorReports']);
    expect(consent.get()).toEqual(['errorReports']);
    expect(createConsent(() => storage, both, alone).get()).toEqual(['errorReports']);
  });

  it('can be withdrawn, and notifies', () => {
    const storage = createStorage();
    const consent = createConsent(() => storage, both, alone);
    consent.decide(both);
    let changes = 0;
    consent.subscribe(() => (changes += 1));
    consent.decide([]);
    expect([consent.get(), changes]).toEqual([[], 1]);
    expect(createConsent(() => storage, both, alone).get()).toEqual([]);
  });

  it('is undecided again after a new purpose', () => {
    const storage = createStorage();
    createConsent(() => storage, ['analytics'], alone).decide(['analytics']);
    expect(createConsent(() => storage, both, alone).get()).toBeNull();
  });

  it('asks nothing without a purpose', () => {
    expect(createConsent(() => createStorage(), [], alone).get()).toEqual([]);
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
    expect(createConsent(() => storage, both, alone).get()).toBeNull();
  });

  it('stores the version of the question', () => {
    const storage = createStorage();
    createConsent(() => storage, both, alone).decide(['errorReports']);
    expect(storage.getItem('mahlzeit.consent')).toBe('version=1&analytics=no&errorReports=yes');
  });

  it('lasts as long as the page when the browser blocks its storage', () => {
    const consent = createConsent(
      () => {
        throw new Error('SecurityError');
      },
      both,
      alone,
    );
    expect(consent.get()).toBeNull();
    consent.decide(['analytics']);
    expect(consent.get()).toEqual(['analytics']);
  });

  it('follows the decision of another tab', () => {
    const storage = createStorage();
    const listeners: ((event: { readonly key: string | null }) => void)[] = [];
    const firstConsent = createConsent(() => storage, both, {
      addEventListener: (_, listener) => void listeners.push(listener),
    });
    const emit = (key: string | null): void => listeners.forEach((listener) => listener({ key }));
    createConsent(() => storage, both, alone).decide(both);
    emit('mahlzeit.session');
    expect(firstConsent.get()).toBeNull();
    emit('mahlzeit.consent');
    expect(firstConsent.get()).toEqual(both);
    createConsent(() => storage, both, alone).decide([]);
    emit('mahlzeit.consent');
    expect(firstConsent.get()).toEqual([]);
  });
});

describe('uncaught errors', () => {
  const start = () => {
    const reports: [string, unknown][] = [];
    const page = new EventTarget();
    const stop = watchErrors(
      { addEventListener: page.addEventListener.bind(page), removeEventListener: page.removeEventListener.bind(page) },
      (name, { message }) => void reports.push([name, message]),
    );
    const fail = (error: unknown, message = '') =>
      page.dispatchEvent(Object.assign(new Event('error'), { error, message }));
    const reject = (reason: unknown) => page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
    return { reports, stop, fail, reject };
  };

  it('reports uncaught errors, each once', () => {
    const { reports, fail, reject } = start();
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
    const { reports, fail } = start();
    for (let count = 0; count < 50; count += 1) fail(new Error(`number ${count}`));
    expect(reports).toHaveLength(10);
  });

  it('removes everything after the path of an address', () => {
    const { reports, fail } = start();
    fail(new Error('GET https://mahlzeit.test/restaurants?resetToken=geheim#orders failed (https://a.test/b#c)'));
    expect(reports).toEqual([['Error', 'GET https://mahlzeit.test/restaurants failed (https://a.test/b)']]);
  });

  it('ignores everything after its stop', () => {
    const { reports, stop, fail, reject } = start();
    stop();
    fail(new Error('a'));
    reject(new Error('b'));
    expect(reports).toEqual([]);
  });
});

describe('telemetry', () => {
  const start = (allowedPurposes: readonly ConsentPurpose[] | null) => {
    const listeners = new Set<(name: string, parameters: Readonly<Record<string, string | number>>) => void>();
    const page = new EventTarget();
    const [loggedRecords, sentRecords]: [TelemetryRecord[], TelemetryRecord[]] = [[], []];
    const consent = { allowed: allowedPurposes };
    let [loadCount, failures] = [0, 0];
    const stop = startTelemetry({
      eventLog: {
        subscribe: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
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
        failures -= 1;
        return failures >= 0
          ? Promise.reject(new Error('offline'))
          : Promise.resolve((record) => void sentRecords.push(record));
      },
    });
    return {
      logged: loggedRecords,
      sent: sentRecords,
      consent,
      stop,
      loads: () => loadCount,
      failNext: () => {
        failures = 1;
      },
      event: (name: string) => listeners.forEach((listener) => listener(name, { key: 'mensa' })),
      fail: (message: string) =>
        page.dispatchEvent(Object.assign(new Event('error'), { error: new Error(message), message })),
      settle: waitTurns,
    };
  };

  const names = (records: readonly TelemetryRecord[]) => records.map(({ kind, name }) => `${kind} ${name}`);

  it('logs events and errors in the page, with the server’s time', () => {
    const { logged, event, fail } = start(null);
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
  ])('sends with the consent %j: %j', async (allowedPurposes, expected) => {
    const { sent, event, fail, settle, loads } = start(allowedPurposes);
    event('show_details');
    fail('boom');
    await settle();
    expect(names(sent)).toEqual(expected);
    expect(loads()).toBe(expected.length === 0 ? 0 : 1);
  });

  it('sends nothing after the consent was withdrawn', async () => {
    const { sent, consent, event, settle } = start(['analytics']);
    event('show_details');
    await settle();
    consent.allowed = [];
    event('show_orders');
    await settle();
    expect(names(sent)).toEqual(['event show_details']);
  });

  it('continues after a failed load of the outlet', async () => {
    const { sent, failNext, event, settle } = start(['analytics']);
    failNext();
    event('show_details');
    await settle();
    event('show_orders');
    await settle();
    expect(names(sent)).toEqual(['event show_orders']);
  });

  it('ignores everything after its stop', () => {
    const { logged, stop, event, fail } = start(['analytics']);
    stop();
    event('show_details');
    fail('boom');
    expect(logged).toEqual([]);
  });
});
