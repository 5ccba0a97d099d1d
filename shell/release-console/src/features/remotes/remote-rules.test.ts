import {
  anAct,
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
import { remoteRowOf } from './remote-rules';

it('shows what everybody gets, and since when beta has a newer one', () => {
  expect(remoteRowOf(anOwnRemote())).toEqual({
    name: 'mf-social',
    isOwn: true,
    screenCount: 2,
    slotCount: 1,
    stable: V1,
    beta: { version: V2, note: { kind: 'since', at: FIXTURE_NOW - MINUTE_MS } },
    share: { version: V1, percent: 100 },
    isPinned: false,
  });
});

it('shows the share of a release on trial', () => {
  expect(remoteRowOf(anOwnRemote(trialFacts))).toMatchObject({ stable: V1, share: { version: V2, percent: 10 } });
});

it('says of beta that it is the same, or that it went back', () => {
  const bothChannels = { channels: (['stable', 'beta'] as const).map((channel) => ({ channel, share: 100 })) };
  const remoteWithOneRelease = anOwnRemote({ ...settledFacts, releases: [aRelease(V1, bothChannels)] });
  expect(remoteRowOf(remoteWithOneRelease).beta?.note).toEqual({ kind: 'same' });
  const remoteWithWithdrawal = anOwnRemote({
    ...settledFacts,
    health: [aVersionHealth(V2, { withdrawnAt: FIXTURE_NOW })],
  });
  expect(remoteRowOf(remoteWithWithdrawal).beta?.note).toEqual({ kind: 'withdrawn' });
});

it('takes the time of a publication whose act is no longer in the log', () => {
  const factsWithoutPublication = { ...settledFacts, acts: [anAct('promote', V1)] };
  expect(remoteRowOf(anOwnRemote(factsWithoutPublication)).beta?.note).toEqual({
    kind: 'since',
    at: FIXTURE_NOW - MINUTE_MS,
  });
});

it('shows of another team what every visitor gets', () => {
  const publishedRelease = {
    version: V1,
    channel: 'stable',
    share: null,
    contract: '^3.0.0',
    screens: ['a'],
    slots: [],
    commands: [],
  } as const;
  expect(remoteRowOf({ name: 'mf-account', published: publishedRelease, team: null })).toEqual({
    name: 'mf-account',
    isOwn: false,
    screenCount: 1,
    slotCount: 0,
    stable: V1,
    beta: null,
    share: { version: V1, percent: null },
    isPinned: false,
  });
  expect(
    remoteRowOf({ name: 'mf-account', published: { ...publishedRelease, channel: 'beta', share: 30 }, team: null }),
  ).toMatchObject({
    stable: null,
    beta: { version: V1 },
    share: { percent: 30 },
  });
});
