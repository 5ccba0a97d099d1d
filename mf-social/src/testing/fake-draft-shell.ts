import { getInvitations, getOrders, getPlaceSuggestions, getRestaurant } from '@mahlzeit/contract';
import { aContact, anAttendee, aRestaurant, aSuggestedPlace, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell } from '@mahlzeit/shared-ui/testing';
import type { FakeShell, ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { changeDraft, draftStarted, emptyDraft, selectDraftState } from '../features/invitation-draft';
import type { InvitationDraft } from '../features/invitation-draft';

/** Restaurant of the meetup, open from 11:00 to 17:00 on working days. */
export const meetupRestaurant = aRestaurant({ openingHours: aWorkingWeek('11:00-17:00'), initialDistanceKm: 0.35 });

/** Contact whom the user can invite to a meetup. */
export const annaContact = aContact({ key: 'anna', name: 'Anna Blum' });

/** Contact whom the user can't invite to a meetup. */
export const cemContact = aContact({ key: 'cem', name: 'Cem Kaya', uninvitable: true });

const contacts = [annaContact, aContact({ key: 'ben', name: 'Ben Voss' }), cemContact];

/** Draft of an invitation that is complete and can be sent. */
export const completeDraft: InvitationDraft = {
  ...emptyDraft,
  restaurant: meetupRestaurant.key,
  date: '2026-06-24T10:30:00.000Z',
  attendees: [anAttendee({ key: 'anna', name: 'Anna Blum' })],
  isDirty: true,
  origin: { key: 'invitations', params: [] },
};

/**
 * Creates the shell of a verified member with three contacts and the given draft of an invitation. With `null` there is
 * no draft.
 */
export const shellWithDraft = (draft: InvitationDraft | null, shellOptions: ScenarioShellOptions = {}): FakeShell => {
  const shell = fakeShell({
    session: 'verified',
    topics: { me: { contacts } },
    commands: { 'discovery/place': () => Promise.resolve({ at: { latitude: 53.55, longitude: 9.98 } }) },
    ...shellOptions,
    answers: [
      ...(shellOptions.answers ?? []),
      answer(getRestaurant, meetupRestaurant),
      answer(getInvitations, []),
      answer(getOrders, []),
      answer(getPlaceSuggestions, { named: [aSuggestedPlace()], nearest: [] }),
    ],
  });
  if (draft !== null) changeDraft(shell, draftStarted(draft));
  return shell;
};

/** Returns the invitation's draft in the shell's store; null if it was deleted. */
export const currentDraftOf = (shell: FakeShell): InvitationDraft | null =>
  selectDraftState(shell.store.getState()).draft;
