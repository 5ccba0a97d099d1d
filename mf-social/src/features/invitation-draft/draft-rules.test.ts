import { aContact, anAttendee } from '@mahlzeit/contract/fixtures';
import {
  attendeesToSave,
  withDraftChange,
  emptyDraft,
  invitationFormOf,
  guestsOf,
  isDraftComplete,
  isInvitableContact,
  canSendDraft,
  mayRemoveAttendee,
  nextStep,
  withSavedInvitation,
} from './draft-rules';
import type { InvitationDraft } from './draft-rules';

const UID = 'uid-frieda-01';
const draftOwner = { uid: UID, name: 'Frieda Petersen', photoURL: null };
const anna = anAttendee({ key: 'anna', name: 'Anna' });
const completeDraft: InvitationDraft = {
  ...emptyDraft,
  restaurant: 'elbkantine',
  date: '2026-06-24T12:30:00+02:00',
  attendees: [anna],
};

it.each<[string, Partial<InvitationDraft>, ReturnType<typeof nextStep>, boolean]>([
  ['all of it', {}, 'draft', true],
  ['no place', { restaurant: null }, 'restaurant', false],
  ['nobody', { attendees: [] }, 'contacts', false],
  ['the user alone', { attendees: [anAttendee({ key: UID })] }, 'contacts', false],
  ['no date', { date: null }, 'date', false],
  ['neither place nor date', { restaurant: null, date: null }, 'restaurant', false],
  ['neither people nor date', { attendees: [], date: null }, 'contacts', false],
])(
  'asks for the place, then for people, then for the date: %s',
  (_, draftChange, expectedStep, expectedCompleteness) => {
    const draft = { ...completeDraft, ...draftChange };
    expect(nextStep(draft, UID)).toBe(expectedStep);
    expect(isDraftComplete(draft, UID)).toBe(expectedCompleteness);
  },
);

it('is dirty after a change, and a new write', () => {
  expect(withDraftChange({ ...completeDraft, writeKey: 'w1' }, { isTakeAway: true })).toMatchObject({
    isTakeAway: true,
    isDirty: true,
    writeKey: null,
  });
});

it.each<[string, Parameters<typeof isInvitableContact>[0], Partial<InvitationDraft>, boolean]>([
  ['a contact', aContact({ key: 'ben' }), {}, true],
  ['a block', aContact({ key: 'ben', uninvitable: true }), {}, false],
  ['a block, dirty', aContact({ key: 'ben', uninvitable: true }), { isDirty: true }, false],
  ['a deleted account', aContact({ key: 'ben', status: 'deleted' }), {}, false],
  ['who attends', aContact({ key: 'anna' }), {}, false],
  ['who attends, dirty', aContact({ key: 'anna' }), { isDirty: true }, true],
  ['no favourite', aContact({ key: 'ben', isFavorite: false }), { isDirty: true }, true],
])(
  'S06 allows all contacts except blocked ones and current attendees: %s',
  (_, contact, draftChange, expectedInvitability) => {
    expect(isInvitableContact(contact, { ...completeDraft, ...draftChange })).toBe(expectedInvitability);
  },
);

it.each<[string | null, string, boolean]>([
  [null, 'anna', true],
  ['k', 'anna', false],
  [null, UID, false],
])(
  'removes an attendee only without a key, and never the user: %s %s',
  (invitationKey, attendeeKey, expectedRemovability) => {
    expect(mayRemoveAttendee({ key: invitationKey }, attendeeKey, UID)).toBe(expectedRemovability);
  },
);

it.each<[boolean, readonly string[]]>([
  [true, ['accepted', 'pending']],
  [false, ['accepted', 'declined']],
])(
  'marks invited people as pending and adds the user; old attendees stay while it isn’t dirty: %s',
  (isDirty, expectedStatuses) => {
    expect(
      attendeesToSave({ ...completeDraft, isDirty, attendees: [{ ...anna, status: 'declined' }] }, draftOwner).map(
        ({ status }) => status,
      ),
    ).toEqual(expectedStatuses);
  },
);

it('S07 is sent once, and only when it is complete', () => {
  expect(invitationFormOf(completeDraft, UID)).toEqual({
    restaurant: 'elbkantine',
    date: '2026-06-24T12:30:00+02:00',
    isTakeAway: false,
    attendees: ['anna'],
    chatKey: null,
    replacedChatMessageKey: null,
  });
  expect(invitationFormOf({ ...completeDraft, date: null }, UID)).toBeNull();
  const savedInvitation = withSavedInvitation(
    { ...completeDraft, isDirty: true },
    { key: 'e1', chatKey: 'c1', date: '2026-06-24T10:30:00.000Z' },
    draftOwner,
  );
  expect(savedInvitation).toMatchObject({
    key: 'e1',
    chatKey: 'c1',
    date: '2026-06-24T10:30:00.000Z',
    isDirty: false,
  });
  expect(guestsOf(savedInvitation, UID)).toEqual([anna]);
  expect(canSendDraft(savedInvitation, UID)).toBe(false);
});

it('accepts a message of a hundred characters without surrounding spaces', () => {
  expect(canSendDraft({ ...completeDraft, message: ` ${'ä'.repeat(100)} ` }, UID)).toBe(true);
  expect(canSendDraft({ ...completeDraft, message: '😀'.repeat(101) }, UID)).toBe(false);
});
