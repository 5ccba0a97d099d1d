import type { ReleaseEvent } from '@mahlzeit/contract';
import { growthOf, hashWith, joinResults, loadTimeStepOf, reportsOf } from './visitor-report';
import type { ReleaseReport } from './visitor-report';

const event = (parts: Partial<ReleaseEvent>): ReleaseEvent => ({
  name: 'mf-social',
  version: '1',
  kind: 'loaded',
  ...parts,
});

const report = (parts: Partial<ReleaseReport>): ReleaseReport => ({
  name: 'mf-social',
  version: '1',
  hasLoaded: false,
  hasFailed: false,
  phases: [],
  loadMs: null,
  ...parts,
});

it('joins the events of a page to one report for each release', () => {
  expect(
    reportsOf([
      event({ ms: 120 }),
      event({ kind: 'failed', phase: 'chunk' }),
      event({ kind: 'failed', phase: 'chunk' }),
      event({ kind: 'failed' }),
      event({ version: '2', kind: 'failed', phase: 'entry', ms: 7 }),
    ]),
  ).toEqual([
    report({ hasLoaded: true, hasFailed: true, phases: ['chunk'], loadMs: 120 }),
    report({ version: '2', hasFailed: true, phases: ['entry'] }),
  ]);
});

const loaded = report({ hasLoaded: true, loadMs: 100 });
const failed = report({ hasFailed: true, phases: ['mount'] });

it.each([
  ['a first load', null, loaded, { visitors: 1, loads: 1, failures: 0, phases: [], loadMs: 100 }],
  ['a first failure', null, failed, { visitors: 1, loads: 0, failures: 1, phases: ['mount'], loadMs: null }],
  ['a failure after a load', loaded, failed, { visitors: 0, loads: 0, failures: 1, phases: ['mount'], loadMs: null }],
  ['another phase', report({ hasFailed: true, phases: ['chunk'] }), failed, { failures: 0, phases: ['mount'] }],
  ['a second load', joinResults(loaded, failed), loaded, null],
  ['a second failure', failed, failed, null],
])('counts %s once', (_title, former, next, growth) => {
  if (growth === null) expect(growthOf(former, next)).toBeNull();
  else expect(growthOf(former, next)).toMatchObject(growth);
});

it.each([
  [0, 1],
  [1, 1],
  [100, 100],
  [101, 112],
  [600_000, 630_957],
])('counts a load of %i ms as one of at most %i ms', (ms, upToMs) => {
  expect(loadTimeStepOf(ms)).toBe(upToMs);
});

it('hashes a visitor differently for each release, and differently from an address', () => {
  expect(hashWith('a', 'visitor', 'anna')).toBe(hashWith('a', 'visitor', 'anna'));
  expect(hashWith('a', 'visitor', 'anna')).not.toBe(hashWith('b', 'visitor', 'anna'));
  expect(hashWith('a', 'visitor', 'anna')).not.toBe(hashWith('a', 'address', 'anna'));
});
