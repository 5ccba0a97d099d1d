import type { ReleaseAct, ReleaseHealth, ReleaseSummary } from '@mahlzeit/contract';
import { fixtureNow } from '@mahlzeit/contract/fixtures';
import type { OwnRemote, TeamFacts, VersionHealth } from '../releases/overview';

/** Current time of the test data, by the clock of the gateway's machine. */
export const FIXTURE_NOW = fixtureNow;

export const MINUTE_MS = 60_000;

/** Versions of releases in the test data, oldest first: everybody gets `V1`; `V2` is the newer one. */
export const V0 = '2.13.0+000000000000';
export const V1 = '2.14.0+111111111111';
export const V2 = '2.15.0+222222222222';

/** Creates a release that no visitor gets. */
export const aRelease = (version: string, overrides: Partial<ReleaseSummary> = {}): ReleaseSummary => ({
  name: 'mf-social',
  version,
  publishedAt: FIXTURE_NOW - 3_600_000,
  publishedBy: 'social-ci',
  note: null,
  commit: null,
  contract: '^3.1.0',
  shared: { react: '19.3.1' },
  screens: ['chat', 'meetup'],
  slots: ['restaurant/social'],
  commands: ['social/startDraft'],
  bytes: 61_800,
  channels: [],
  isPinned: false,
  ...overrides,
});

/** Creates a log entry: an action by the team's token on the channel `stable`, for all visitors. */
export const anAct = (act: ReleaseAct['act'], version: string, overrides: Partial<ReleaseAct> = {}): ReleaseAct => ({
  at: FIXTURE_NOW,
  by: 'social-ci',
  act,
  version,
  channel: 'stable',
  share: 100,
  ...overrides,
});

/**
 * Creates the health of a release as the gateway sends it. By default, it failed for exactly those visitors who didn't
 * load it.
 */
export const aReleaseHealth = (
  version: string,
  { loads = 997, failures = 3, ...overrides }: Partial<ReleaseHealth> = {},
): ReleaseHealth => ({
  version,
  visitors: loads + failures,
  loads,
  failures,
  phases: { entry: failures, chunk: 0, mount: 0, update: 0, runtime: 0 },
  p75Ms: 180,
  since: FIXTURE_NOW - 3_600_000,
  withdrawnAt: null,
  recent: [{ at: FIXTURE_NOW - 10 * MINUTE_MS, loads: 997, failures: 3 }],
  ...overrides,
});

/** Creates the health of a release as the page stores it. */
export const aVersionHealth = (version: string, overrides: Partial<VersionHealth> = {}): VersionHealth => ({
  version,
  visits: 1_000,
  failures: 3,
  withdrawnAt: null,
  minutes: [{ at: FIXTURE_NOW - 10 * MINUTE_MS, visits: 1_000, failures: 3 }],
  ...overrides,
});

/** Test data: all visitors get release V1, V0 came before it, and V2 is in the channel `beta`. */
export const settledFacts: TeamFacts = {
  releases: [
    aRelease(V2, { channels: [{ channel: 'beta', share: 100 }], publishedAt: FIXTURE_NOW - MINUTE_MS }),
    aRelease(V1, { channels: [{ channel: 'stable', share: 100 }] }),
    aRelease(V0, { publishedAt: FIXTURE_NOW - 7_200_000 }),
  ],
  acts: [
    anAct('publish', V2, { channel: 'beta', at: FIXTURE_NOW - MINUTE_MS }),
    anAct('promote', V1, { at: FIXTURE_NOW - 30 * MINUTE_MS }),
    anAct('publish', V0, { at: FIXTURE_NOW - 60 * MINUTE_MS, by: 'build' }),
  ],
  health: null,
};

/** Test data: a tenth of the visitors gets V2, all others get V1. */
export const trialFacts: TeamFacts = {
  releases: [
    aRelease(V2, { channels: [{ channel: 'stable', share: 10 }], publishedAt: FIXTURE_NOW - MINUTE_MS }),
    aRelease(V1, { channels: [{ channel: 'stable', share: 90 }] }),
    aRelease(V0, { publishedAt: FIXTURE_NOW - 7_200_000 }),
  ],
  acts: [anAct('promote', V2, { share: 10 }), ...settledFacts.acts.slice(1)],
  health: null,
};

/** Creates a remote that belongs to the owner of the token. */
export const anOwnRemote = (team: TeamFacts = settledFacts): OwnRemote => ({
  name: 'mf-social',
  published: null,
  team,
});
