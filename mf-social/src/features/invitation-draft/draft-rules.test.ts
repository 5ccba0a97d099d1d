import { aContact, anAttendee } from '@mahlzeit/contract/fixtures';
import {
  attendeesToSave,
  changedDraft,
  emptyDraft,
  requestBodyOf,
  guestsOf,
  isComplete,
  isInvitable,
  canSend,
  mayRemove,
  nextStep,
  savedDraft,
} from './draft-rules';
import type { InvitationDraft } from './draft-rules';

const UID = 'uid-frieda-01';
const owner = { uid: UID, name: 'Frieda Petersen', photoURL: null };
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
])('asks for the place, then for people, then for the date: %s', (_, change, step, isWhole) => {
  const draft = { ...completeDraft, ...change };
  expect(nextStep(draft, UID)).toBe(step);
  expect(isComplete(draft, UID)).toBe(isWhole);
});

it('is dirty after a change, and a new write', () => {
  expect(changedDraft({ ...completeDraft, writeKey: 'w1' }, { isTakeAway: true })).toMatchObject({
    isTakeAway: true,
    isDirty: true,
    writeKey: null,
  });
});

it.each<[string, Parameters<typeof isInvitable>[0], Partial<InvitationDraft>, boolean]>([
  ['a contact', aContact({ key: 'ben' }), {}, true],
  ['a block', aContact({ key: 'ben', uninvitable: true }), {}, false],
  ['a block, dirty', aContact({ key: 'ben', uninvitable: true }), { isDirty: true }, false],
  ['a deleted account', aContact({ key: 'ben', status: 'deleted' }), {}, false],
  ['who attends', aContact({ key: 'anna' }), {}, false],
  ['who attends, dirty', aContact({ key: 'anna' }), { isDirty: true }, true],
  ['no favourite', aContact({ key: 'ben', isFavorite: false }), { isDirty: true }, true],
])('S06 allows all contacts except blocked ones and current attendees: %s', (_, contact, change, expected) => {
  expect(isInvitable(contact, { ...completeDraft, ...change })).toBe(expected);
});

it.each<[string | null, string, boolean]>([
  [null, 'anna', true],
  ['k', 'anna', false],
  [null, UID, false],
])('removes an attendee only without a key, and never the user: %s %s', (key, attendee, expected) => {
  expect(mayRemove({ key }, attendee, UID)).toBe(expected);
});

it.each<[boolean, readonly string[]]>([
  [true, ['accepted', 'pending']],
  [false, ['accepted', 'declined']],
])(
  'marks invited people as pending and adds the user; old attendees stay while it isn’t dirty: %s',
  (isDirty, statuses) => {
    expect(
      attendeesToSave({ ...completeDraft, isDirty, attendees: [{ ...anna, status: 'declined' }] }, owner).map(
        ({ status }) => status,
      ),
    ).toEqual(statuses);
  },
);

it('S07 is sent once, and only when it is complete', () => {
  expect(requestBodyOf(completeDraft, UID)).toEqual({
    restaurant: 'elbkantine',
    date: '2026-06-24T12:30:00+02:00',
    isTakeAway: false,
    attendees: ['anna'],
    chatKey: null,
    replacedChatMessageKey: null,
  });
  expect(requestBodyOf({ ...completeDraft, date: null }, UID)).toBeNull();
  const savedState = savedDraft({ ...completeDraft, isDirty: true }, { key: 'e1', chatKey: 'c1' }, owner);
  expect(savedState).toMatchObject({ key: 'e1', chatKey: 'c1', isDirty: false });
  expect(guestsOf(savedState, UID)).toEqual([anna]);
  expect(canSend(savedState, UID)).toBe(false);
});

it('accepts a message of a hundred characters without surrounding spaces', () => {
  expect(canSend({ ...completeDraft, message: ` ${'ä'.repeat(100)} ` }, UID)).toBe(true);
  expect(canSend({ ...completeDraft, message: '😀'.repeat(101) }, UID)).toBe(false);
});
