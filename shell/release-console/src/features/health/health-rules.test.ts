import {
  anOwnRemote,
  aRelease,
  aVersionHealth,
  FIXTURE_NOW,
  MINUTE_MS,
  settledFacts,
  trialFacts,
  V1,
  V2,
} from '../../testing/fake-release-facts';
import {
  bucketsOf,
  lastHourOf,
  linesThrough,
  rateOf,
  remoteHealthOf,
  returnRateOf,
  scaleTopOf,
  summarizeHealth,
} from './health-rules';

const minuteAt = (minutesAgo: number, visits: number, failures: number) => ({
  at: FIXTURE_NOW - minutesAgo * MINUTE_MS,
  visits,
  failures,
});

it('adds up the minutes of the last hour in twelve periods, the running minute in the last one', () => {
  const buckets = bucketsOf(
    [minuteAt(61, 9, 9), minuteAt(60, 10, 1), minuteAt(56, 20, 2), minuteAt(55, 30, 3), minuteAt(-0.5, 40, 4)],
    FIXTURE_NOW,
  );
  expect(buckets.map(({ visits, failures }) => [visits, failures])).toEqual([
    [30, 3],
    [30, 3],
    ...Array.from({ length: 9 }, () => [0, 0]),
    [40, 4],
  ]);
});

it('counts the visits to all releases in the last hour', () => {
  const health = [
    aVersionHealth(V2, { minutes: [minuteAt(5, 10, 1), minuteAt(70, 99, 99)] }),
    aVersionHealth(V1, { minutes: [minuteAt(50, 90, 2)] }),
  ];
  expect(lastHourOf(health, FIXTURE_NOW)).toMatchObject({ visits: 100, failures: 3 });
});

it('knows no rate without visits', () => {
  expect([rateOf({ visits: 0, failures: 0 }), rateOf({ visits: 400, failures: 1 })]).toEqual([null, 2.5]);
});

it.each([
  ['often', { visits: 1_000, failures: 20 }, 60],
  ['seldom', { visits: 1_000, failures: 3 }, 30],
  ['for few visitors', { visits: 2, failures: 1 }, 30],
  ['for nobody', { visits: 0, failures: 0 }, 30],
])('goes back by itself above three times the rate of a release before that fails %s', (_, counts, limit) => {
  expect(returnRateOf({ ...trialFacts, health: [aVersionHealth(V1, counts)] })).toBe(limit);
});

it('goes back by itself to nothing where no release was before', () => {
  const [present = aRelease(V1)] = trialFacts.releases;
  const channels = [{ channel: 'stable', share: 100 } as const];
  expect(returnRateOf({ ...trialFacts, releases: [{ ...present, channels }], acts: [] })).toBeNull();
});

it.each([
  ['healthy', 19, 100],
  ['healthy', 20, 3_000],
  ['failing', 20, 100],
] as const)('calls a trial %s that fails for %d of %d', (expectedHealth, failures, visits) => {
  const health = [aVersionHealth(V2, { failures, visits }), aVersionHealth(V1)];
  expect(remoteHealthOf(anOwnRemote({ ...trialFacts, health }), FIXTURE_NOW)).toBe(expectedHealth);
});

it('names a release that went back within the last hour, no visits, and no health of another team', () => {
  const remoteWithWithdrawal = (minutesAgo: number) =>
    anOwnRemote({
      ...settledFacts,
      health: [aVersionHealth(V2, { withdrawnAt: FIXTURE_NOW - minutesAgo * MINUTE_MS }), aVersionHealth(V1)],
    });
  expect(remoteHealthOf(remoteWithWithdrawal(59), FIXTURE_NOW)).toBe('withdrawn');
  expect(remoteHealthOf(remoteWithWithdrawal(61), FIXTURE_NOW)).toBe('healthy');
  expect(remoteHealthOf(anOwnRemote(), FIXTURE_NOW)).toBe('unknown');
  expect(remoteHealthOf({ ...anOwnRemote(), team: null }, FIXTURE_NOW)).toBeNull();
  expect(summarizeHealth([remoteWithWithdrawal(59), remoteWithWithdrawal(61), anOwnRemote()], FIXTURE_NOW)).toEqual({
    known: 2,
    healthy: 1,
  });
});

it.each([
  [[], 1],
  [[0, 0.4], 1],
  [[6, 9], 10],
  [[11], 20],
  [[333], 500],
  [[1_000], 1_000],
])('ends the scale of %j at %d', (values, top) => {
  expect(scaleTopOf(values)).toBe(top);
});

it('draws through consecutive periods alone', () => {
  expect(linesThrough([0, 5, null, 10, null], 10)).toEqual([
    [
      { x: 0, y: 0 },
      { x: 0.25, y: 0.5 },
    ],
    [{ x: 0.75, y: 1 }],
  ]);
  expect(linesThrough([null, null], 10)).toEqual([]);
});
