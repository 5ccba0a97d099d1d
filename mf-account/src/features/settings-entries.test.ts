import { settingsEntries, shownStage } from './settings-entries';
import type { SettingsContext } from './settings-entries';

const visitor = { loggedIn: false, visible: false, verified: false, thirdParty: null };
const member = { ...visitor, loggedIn: true };
const allOptions = { meetupMails: true, hasScreen: () => true, asksConsent: false };

const idsOf = (situation: Partial<SettingsContext> & Pick<SettingsContext, 'account'>) =>
  settingsEntries({ ...allOptions, ...situation }).map(({ id }) => id);

const service = ['support', 'imprint', 'privacy', 'terms', 'accessibility'];
const person = ['becomeVisible', 'endMeetupMails', 'editPicture', 'editName'];
const data = ['export', 'deleteAccount'];

describe('the rows of the settings', () => {
  it.each([
    ['a visitor', visitor, ['login', ...service]],
    ['who is not verified', member, [...person, 'changeEmail', 'resetPassword', ...service, ...data]],
    [
      'who is verified',
      { ...member, verified: true },
      [...person, 'changeEmail', 'resetPassword', 'paymentOptions', 'blockedUsers', ...service, ...data],
    ],
    [
      'who is visible',
      { ...member, visible: true },
      [
        'becomeInvisible',
        'endMeetupMails',
        'editPicture',
        'editName',
        'changeEmail',
        'resetPassword',
        ...service,
        ...data,
      ],
    ],
    [
      'A10 who signs in by a third party',
      { ...member, verified: true, thirdParty: 'google' as const },
      [...person, 'paymentOptions', 'blockedUsers', ...service, ...data],
    ],
  ])('are listed for %s', (_, account, ids) => expect(idsOf({ account })).toEqual(ids));

  it('appear when a remote declares their screen', () => {
    const account = { ...member, verified: true };
    expect(idsOf({ account, hasScreen: (key) => key !== 'paymentoptions' && key !== 'blockedusers' })).not.toEqual(
      expect.arrayContaining(['paymentOptions']),
    );
    expect(idsOf({ account, hasScreen: () => false })).toEqual([
      'becomeVisible',
      'endMeetupMails',
      'resetPassword',
      'export',
    ]);
  });

  it.each([
    [true, ['endMeetupMails']],
    [false, ['resumeMeetupMails']],
    [null, []],
  ])('turn meetup e-mails on or off once the setting is known: %s', (meetupMails, ids) => {
    expect(idsOf({ account: member, meetupMails }).filter((id) => id.endsWith('MeetupMails'))).toEqual(ids);
    expect(idsOf({ account: visitor, meetupMails })).not.toEqual(
      expect.arrayContaining(ids.length === 0 ? ['endMeetupMails'] : ids),
    );
  });

  it.each([[visitor], [member]])('contain the consent only where it has a purpose: %j', (account) => {
    expect(idsOf({ account })).not.toContain('consent');
    expect(idsOf({ account, asksConsent: true })).toContain('consent');
  });
});

it.each([
  ['dev', 'dev'],
  ['beta', 'beta'],
  ['prod', null],
] as const)('shows the stage %s as %s', (stage, label) => {
  expect(shownStage({ stage })).toBe(label);
});
