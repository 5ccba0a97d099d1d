import { anAct, aRelease, settledFacts, trialFacts, V0, V1, V2 } from '../testing/fake-release-facts';
import { defaultComparisonOf, deliveredReleasesOf, focusedReleaseOf, rollbackTargetOf } from './delivered-releases';
import type { TeamFacts } from './overview';

const versionsOf = (facts: TeamFacts) => {
  const { stable, trial, beta } = deliveredReleasesOf(facts);
  return [stable?.version ?? null, trial === null ? null : [trial.release.version, trial.share], beta?.version ?? null];
};

it('knows what everybody gets, what a share tries, and what beta gets', () => {
  expect(versionsOf(settledFacts)).toEqual([V1, null, V2]);
  expect(versionsOf(trialFacts)).toEqual([V1, [V2, 10], null]);
  expect(versionsOf({ ...settledFacts, releases: [], acts: [] })).toEqual([null, null, null]);
});

it('takes an older release on trial for the one on trial, by the last act', () => {
  const releases = [
    aRelease(V2, { channels: [{ channel: 'stable', share: 50 }] }),
    aRelease(V1, { channels: [{ channel: 'stable', share: 50 }] }),
  ];
  expect(versionsOf({ ...trialFacts, releases, acts: [anAct('promote', V1, { share: 50 })] })).toEqual([
    V2,
    [V1, 50],
    null,
  ]);
});

it.each<[string, Partial<TeamFacts>, string | null]>([
  ['the release before the present one', {}, V0],
  ['the release of all others during a trial', trialFacts, V1],
  ['nothing when the first release is present', { acts: [anAct('publish', V1)] }, null],
  ['nothing when the release before was pruned', { releases: settledFacts.releases.slice(0, 2) }, null],
  ['nothing without a release', { releases: [], acts: [] }, null],
  [
    'the release before one to which it went back',
    {
      releases: [aRelease(V2), ...settledFacts.releases.slice(1)],
      acts: [anAct('rollback', V1), anAct('promote', V2), anAct('promote', V1), anAct('publish', V0)],
    },
    V0,
  ],
  [
    'no release that beta or a share alone had',
    { acts: [anAct('promote', V2, { channel: 'beta' }), anAct('promote', V1), anAct('promote', V0, { share: 10 })] },
    null,
  ],
])('goes back to %s', (_title, facts, target) => {
  expect(rollbackTargetOf({ ...settledFacts, ...facts })).toBe(target);
});

it.each<[string, TeamFacts, string, string]>([
  ['the release on trial against the one of all others', trialFacts, V2, V1],
  ['a newer release of beta against stable', settledFacts, V2, V1],
  ['stable against the one before it', { ...settledFacts, releases: settledFacts.releases.slice(1) }, V1, V0],
])('looks at %s', (_title, facts, focus, former) => {
  expect(focusedReleaseOf(facts)?.version).toBe(focus);
  expect(defaultComparisonOf(facts, focus)).toBe(former);
});

it('compares an only release with itself', () => {
  const facts = {
    ...settledFacts,
    releases: [aRelease(V1, { channels: [{ channel: 'stable' as const, share: 100 }] })],
  };
  expect(defaultComparisonOf(facts, V1)).toBe(V1);
});
