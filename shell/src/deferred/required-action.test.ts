import { aUser } from '@mahlzeit/contract/fixtures';
import { fakeAddresses } from '../fake-entries';
import { requiredActionOf } from './required-actions';
import type { RequiredAction, RequiredActionSituation } from './required-actions';

describe('the required action', () => {
  const calm: RequiredActionSituation = {
    member: aUser({ policyVersion: 2 }),
    policyVersion: 2,
    modal: null,
    wasDeletedAtFirstLoad: false,
    isVerificationSettled: false,
    lookup: fakeAddresses(),
  };
  const unverified = aUser({ policyVersion: 2, verificationCode: false });
  const at = (key: string, ...params: readonly string[]) => ({ modal: { key, params } });

  it.each<[string, Partial<RequiredActionSituation>, RequiredAction | null]>([
    ['nothing of a visitor', { member: null }, null],
    ['nothing of who has answered all', {}, null],
    [
      'A09 of users flagged deleted first whether they come back',
      { member: aUser({ deleted: true, policyVersion: 1, verificationCode: false }), wasDeletedAtFirstLoad: true },
      'restore',
    ],
    [
      'nothing of users who delete their account while they are here',
      { member: aUser({ deleted: true, policyVersion: 1 }) },
      null,
    ],
    ['A04 the policy next', { member: aUser({ policyVersion: 1, verificationCode: false }) }, 'policy'],
    [
      'A04 the policy of who never accepted any, as after a first sign-in through a third party',
      { member: aUser({ policyVersion: null, policyAccepted: null }) },
      'policy',
    ],
    ['A04 nothing by the date, only by the version', { member: aUser({ policyVersion: 2, policyAccepted: 0 }) }, null],
    ['no policy before its version is known', { member: aUser({ policyVersion: 1 }), policyVersion: null }, null],
    [
      'nothing of users who read the policy, not even their address',
      { member: aUser({ policyVersion: 1, verificationCode: false }), ...at('settings', 'privacy') },
      null,
    ],
    [
      'the policy of who reads something else',
      { member: aUser({ policyVersion: 1 }), ...at('settings', 'imprint') },
      'policy',
    ],
    ['the verification last', { member: unverified }, 'verification'],
    ['the verification over another screen, too', { member: unverified, ...at('details', 'mensa') }, 'verification'],
    ['nothing where the profile is open already', { member: unverified, ...at('profile') }, null],
    ['nothing where no remote has a profile', { member: unverified, lookup: fakeAddresses(['settings']) }, null],
    ['nothing of who has no address that a code could go to', { member: { ...unverified, email: null } }, null],
    ['the verification once', { member: unverified, isVerificationSettled: true }, null],
  ])('asks %s', (_, situation, expected) => {
    expect(requiredActionOf({ ...calm, ...situation })).toBe(expected);
  });
});
