import { settingsEntriesFor, stageLabelOf } from './settings-entries';
import type { SettingsContext } from './settings-entries';

const visitorAccount = { loggedIn: false, visible: false, verified: false, thirdParty: null };
const memberAccount = { ...visitorAccount, loggedIn: true };
const defaultContext = {
  meetupMails: true,
  releaseChannel: 'stable' as const,
  hasScreen: () => true,
  asksConsent: false,
};

const settingsEntryIdsOf = (settingsContext: Partial<SettingsContext> & Pick<SettingsContext, 'account'>) =>
  settingsEntriesFor({ ...defaultContext, ...settingsContext }).map(({ id }) => id);

const serviceIds = ['support', 'imprint', 'privacy', 'terms', 'accessibility'];
const memberIds = ['becomeVisible', 'endMeetupMails', 'editPicture', 'editName', 'enterBeta', 'security'];
const dataIds = ['export', 'deleteAccount'];

describe('the rows of the settings', () => {
  it.each([
    ['a visitor', visitorAccount, ['login', ...serviceIds]],
    ['who is not verified', memberAccount, [...memberIds, 'changeEmail', 'resetPassword', ...serviceIds, ...dataIds]],
    [
      'who is verified',
      { ...memberAccount, verified: true },
      [...memberIds, 'changeEmail', 'resetPassword', 'paymentOptions', 'blockedUsers', ...serviceIds, ...dataIds],
    ],
    [
      'who is visible',
      { ...memberAccount, visible: true },
      [
        'becomeInvisible',
        'endMeetupMails',
        'editPicture',
        'editName',
        'enterBeta',
        'security',
        'changeEmail',
        'resetPassword',
        ...serviceIds,
        ...dataIds,
      ],
    ],
    [
      'A10 who signs in by a third party',
      { ...memberAccount, verified: true, thirdParty: 'google' as const },
      [...memberIds, 'paymentOptions', 'blockedUsers', ...serviceIds, ...dataIds],
    ],
  ])('are listed for %s', (_caseName, account, expectedIds) =>
    expect(settingsEntryIdsOf({ account })).toEqual(expectedIds),
  );

  it('appear when a remote declares their screen', () => {
    const account = { ...memberAccount, verified: true };
    expect(
      settingsEntryIdsOf({
        account,
        hasScreen: (screenKey) => screenKey !== 'paymentoptions' && screenKey !== 'blockedusers',
      }),
    ).not.toEqual(expect.arrayContaining(['paymentOptions']));
    expect(settingsEntryIdsOf({ account, hasScreen: () => false })).toEqual([
      'becomeVisible',
      'endMeetupMails',
      'enterBeta',
      'resetPassword',
      'export',
    ]);
  });

  it.each([
    [true, ['endMeetupMails']],
    [false, ['resumeMeetupMails']],
    [null, []],
  ])('turn meetup e-mails on or off once the setting is known: %s', (hasMeetupMails, expectedIds) => {
    expect(
      settingsEntryIdsOf({ account: memberAccount, meetupMails: hasMeetupMails }).filter((entryId) =>
        entryId.endsWith('MeetupMails'),
      ),
    ).toEqual(expectedIds);
    expect(settingsEntryIdsOf({ account: visitorAccount, meetupMails: hasMeetupMails })).not.toEqual(
      expect.arrayContaining(expectedIds.length === 0 ? ['endMeetupMails'] : expectedIds),
    );
  });

  it.each([
    ['stable', ['enterBeta']],
    ['beta', ['leaveBeta']],
    [null, []],
  ] as const)('lead into beta and out of it once the setting is known: %s', (releaseChannel, expectedIds) => {
    const betaIdsOf = (account: SettingsContext['account']) =>
      settingsEntryIdsOf({ account, releaseChannel }).filter((entryId) => entryId.endsWith('Beta'));
    expect(betaIdsOf(memberAccount)).toEqual(expectedIds);
    expect(betaIdsOf(visitorAccount)).toEqual([]);
  });

  it.each([[visitorAccount], [memberAccount]])('contain the consent only where it has a purpose: %j', (account) => {
    expect(settingsEntryIdsOf({ account })).not.toContain('consent');
    expect(settingsEntryIdsOf({ account, asksConsent: true })).toContain('consent');
  });
});

it.each([
  ['dev', 'dev'],
  ['beta', 'beta'],
  ['prod', null],
] as const)('shows the stage %s as %s', (stage, expectedLabel) => {
  expect(stageLabelOf({ stage })).toBe(expectedLabel);
});
