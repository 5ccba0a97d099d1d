import type { ConsentPurpose } from '@mahlzeit/shared-ui/platform';
import { pause } from '../fake-pause';
import { startTelemetry } from './start-telemetry';
import type { TelemetryRecord } from './telemetry-record';

const start = (allowed: readonly ConsentPurpose[] | null) => {
  const listeners = new Set<(name: string, parameters: Readonly<Record<string, string | number>>) => void>();
  const page = new EventTarget();
  const [logged, sent]: [TelemetryRecord[], TelemetryRecord[]] = [[], []];
  const consent = { allowed };
  let [loads, failures] = [0, 0];
  const stop = startTelemetry({
    eventLog: {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    browser: { addEventListener: page.addEventListener.bind(page), removeEventListener: page.removeEventListener.bind(page) },
    clock: { now: () => 7 },
    consent: { get: () => consent.allowed },
    log: (record) => void logged.push(record),
    loadOutlet: () => {
      loads += 1;
      failures -= 1;
      return failures >= 0 ? Promise.reject(new Error('offline')) : Promise.resolve((record) => void sent.push(record));
    },
  });
  return {
    logged, sent, consent, stop,
    loads: () => loads,
    failNext: () => { failures = 1; },
    event: (name: string) => listeners.forEach((listener) => listener(name, { key: 'mensa' })),
    fail: (message: string) => page.dispatchEvent(Object.assign(new Event('error'), { error: new Error(message), message })),
    settle: pause,
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
  [['analytics', 'errorReports'], ['event show_details', 'error Error']],
])('lets out with the consent %j: %j', async (allowed, expected) => {
  const { sent, event, fail, settle, loads } = start(allowed);
  event('show_details');
  fail('boom');
  await settle();
  expect(names(sent)).toEqual(expected);
  expect(loads()).toBe(expected.length === 0 ? 0 : 1);
});

it('lets nothing more out once the consent is taken back', async () => {
  const { sent, consent, event, settle } = start(['analytics']);
  event('show_details');
  await settle();
  consent.allowed = [];
  event('show_orders');
  await settle();
  expect(names(sent)).toEqual(['event show_details']);
});

it('goes on where the way out could not be loaded', async () => {
  const { sent, failNext, event, settle } = start(['analytics']);
  failNext();
  event('show_details');
  await settle();
  event('show_orders');
  await settle();
  expect(names(sent)).toEqual(['event show_orders']);
});

it('gets nothing more once it is stopped', () => {
  const { logged, stop, event, fail } = start(['analytics']);
  stop();
  event('show_details');
  fail('boom');
  expect(logged).toEqual([]);
});
