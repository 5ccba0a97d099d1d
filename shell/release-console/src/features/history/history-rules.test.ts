import type { ReleaseAct } from '@mahlzeit/contract';
import {
  anAct,
  anOwnRemote,
  aVersionHealth,
  FIXTURE_NOW,
  settledFacts,
  V1,
  V2,
} from '../../testing/fake-release-facts';
import { historyOf } from './history-rules';

const historyWith = (acts: readonly ReleaseAct[], name = 'mf-social') => ({
  ...anOwnRemote({ ...settledFacts, acts, health: [aVersionHealth(V2, { visits: 60, failures: 23, withdrawnAt: 1 })] }),
  name,
});
const outcomesOf = (...acts: readonly ReleaseAct[]) =>
  historyOf({ readAt: FIXTURE_NOW, remotes: [historyWith(acts)] }).map(({ outcome }) => outcome);

it('says in words what happened', () => {
  expect(
    outcomesOf(
      anAct('publish', V2),
      anAct('publish', V2, { channel: 'beta' }),
      anAct('publish', V2, { channel: null, share: null }),
      anAct('promote', V2),
      anAct('promote', V2, { share: null }),
      anAct('promote', V2, { share: 10 }),
      anAct('promote', V2, { channel: 'beta' }),
      anAct('rollback', V1),
      anAct('pin', V1),
      anAct('unpin', V1),
      anAct('prune', V1, { channel: null }),
    ),
  ).toEqual([
    'veröffentlicht und für alle freigegeben',
    'für beta veröffentlicht',
    'veröffentlicht',
    'für alle freigegeben',
    'für alle freigegeben',
    'für 10\u00a0% freigegeben',
    'für beta freigegeben',
    'nach dem Zurücknehmen wieder für alle',
    'festgehalten',
    'nicht mehr festgehalten',
    'gelöscht, niemand bekam es mehr',
  ]);
});

it('says why a release went back by itself', () => {
  expect(outcomesOf(anAct('withdraw', V2))).toEqual(['ging zurück. 23 von 60 Besuchen scheiterten.']);
});

it('joins the acts on all own remotes, newest first, and tells those of the gateway from those of people', () => {
  const entries = historyOf({
    readAt: FIXTURE_NOW,
    remotes: [
      historyWith([anAct('promote', V2, { at: 30 }), anAct('publish', V2, { at: 10, by: 'build' })]),
      historyWith([anAct('rollback', V1, { at: 20, by: 'gateway' })], 'mf-account'),
      { ...anOwnRemote(), team: null },
    ],
  });
  expect(entries.map(({ remote, at, by }) => [remote, at, by])).toEqual([
    ['mf-social', 30, 'social-ci'],
    ['mf-account', 20, null],
    ['mf-social', 10, null],
  ]);
  expect(new Set(entries.map(({ key }) => key)).size).toBe(3);
});
