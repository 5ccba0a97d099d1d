import { aUser } from '@mahlzeit/contract/fixtures';
import { fakeAddresses } from '../fake-entries';
import { requiredActionOf } from './required-actions';
import type { RequiredAction, RequiredActionSituation } from './required-actions';

describe('the required action', () => {
  const calmSituation: RequiredActionSituation = {
    member: aUser({ policyVersion: 2 }),
    policyVersion: 2,
    modal: null,
    wasDeletedAtFirstLoad: false,
    isVerificationSettled: false,
    lookup: fakeAddresses(),
  };
  const unverifiedUser = aUser({ policyVersion: 2, verificationCode: false });
  const situationAtScreen = (screenKey: string, ...params: readonly string[]) => ({
    modal: { key: screenKey, params },
  });

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
      { member: aUser({ policyVersion: 1, verificationCode: false }), ...situationAtScreen('settings', 'privacy') },
      null,
    ],
    [
      'the policy of who reads something else',
      { member: aUser({ policyVersion: 1 }), ...situationAtScreen('settings', 'imprint') },
      'policy',
    ],
    ['the verification last', { member: unverifiedUser }, 'verification'],
    [
      'the verification over another screen, too',
      { member: unverifiedUser, ...situationAtScreen('details', 'mensa') },
      'verification',
    ],
    ['nothing where the profile is open already', { member: unverifiedUser, ...situationAtScreen('profile') }, null],
    [
      'nothing while a new user is asked for the name',
      { member: unverifiedUser, ...situationAtScreen('editname', 'new') },
      null,
    ],
    [
      'the verification of who changes the name',
      { member: unverifiedUser, ...situationAtScreen('editname') },
      'verification',
    ],
    ['nothing where no remote has a profile', { member: unverifiedUser, lookup: fakeAddresses(['settings']) }, null],
    ['nothing of who has no address that a code could go to', { member: { ...unverifiedUser, email: null } }, null],
    ['the verification once', { member: unverifiedUser, isVerificationSettled: true }, null],
  ])('asks %s', (_, situation, expectedAction) => {
    expect(requiredActionOf({ ...calmSituation, ...situation })).toBe(expectedAction);
  });
});
