import {
  anOwnRemote,
  aRelease,
  aVersionHealth,
  FIXTURE_NOW,
  settledFacts,
  trialFacts,
  V0,
  V1,
  V2,
} from '../../testing/fake-release-facts';
import { actTextsOf, nextShareOf, offerPin, offerPromote, offerRollBack, parseShare, releaseMoveOf } from './act-rules';
import type { Offer } from './act-rules';

const actOf = (offered: Offer) => (offered.isPossible ? offered.act : offered.reason);
const [newest = aRelease(V2), present = aRelease(V1)] = settledFacts.releases;

it.each([
  ['1', 1],
  [' 33 % ', 33],
  ['100', 100],
  ['0', null],
  ['101', null],
  ['12,5', null],
  ['-3', null],
  ['viele', null],
  ['', null],
])('reads „%s“ as the share %s', (typedText, share) => {
  expect(parseShare(typedText)).toBe(share);
});

it('proposes the next larger share', () => {
  expect([0, 10, 33, 50, 100].map(nextShareOf)).toEqual([10, 25, 50, 100, 100]);
});

it('delivers a release that not everybody gets, and says what that changes', () => {
  const promotion = actOf(offerPromote(anOwnRemote(trialFacts), trialFacts.releases[0] ?? newest));
  expect(promotion).toMatchObject({ kind: 'promote', version: V2, presentShare: 10, isWithdrawn: false });
  if (typeof promotion === 'string') throw new Error(promotion);
  expect(actTextsOf(promotion, 100)).toMatchObject({
    title: `${V2} für alle freigeben?`,
    text: 'Jetzt 10\u00a0%, dann 100\u00a0%. Offene Seiten folgen beim nächsten Neuladen.',
    confirm: 'Für alle freigeben',
  });
  expect(actTextsOf(promotion, 25)).toMatchObject({ title: `${V2} für 25\u00a0% freigeben?` });
  expect(releaseMoveOf(promotion, 25)).toEqual({
    kind: 'promote',
    name: 'mf-social',
    version: V2,
    share: 25,
    isForced: false,
  });
});

it('delivers nothing that everybody has, but ends a trial in favour of the others', () => {
  expect(actOf(offerPromote(anOwnRemote(), present))).toBe('Dieses Release bekommen schon alle.');
  expect(actOf(offerPromote(anOwnRemote(trialFacts), trialFacts.releases[1] ?? present))).toMatchObject({
    version: V1,
  });
});

it('forces a release that went back by itself', () => {
  const withdrawnHealth = aVersionHealth(V2, { withdrawnAt: FIXTURE_NOW });
  const promotion = actOf(offerPromote(anOwnRemote({ ...settledFacts, health: [withdrawnHealth] }), newest));
  expect(promotion).toMatchObject({ isWithdrawn: true, health: withdrawnHealth });
  if (typeof promotion === 'string') throw new Error(promotion);
  expect(actTextsOf(promotion, 100).confirm).toBe('Trotzdem freigeben');
  expect(releaseMoveOf(promotion, 100)).toMatchObject({ isForced: true });
});

it('takes back to the release before, if there is one', () => {
  expect(actOf(offerRollBack(anOwnRemote()))).toMatchObject({ kind: 'rollBack', version: V0 });
  expect(actOf(offerRollBack(anOwnRemote({ ...settledFacts, acts: [] })))).toBe('Vor diesem Release gibt es keins.');
});

it('pins what everybody gets, and releases the pin', () => {
  const factsWithPin = { ...settledFacts, releases: [newest, { ...present, isPinned: true }] };
  expect(actOf(offerPin(anOwnRemote()))).toMatchObject({ kind: 'pin', version: V1 });
  expect(actOf(offerPin(anOwnRemote(factsWithPin)))).toMatchObject({ kind: 'unpin', version: V1 });
  expect(actOf(offerPin(anOwnRemote(trialFacts)))).toMatch(/Erst wenn alle/);
  expect(actOf(offerPin(anOwnRemote({ ...settledFacts, releases: [] })))).toBe('Noch bekommt niemand ein Release.');
});
