import { anAttendee } from '@mahlzeit/contract/fixtures';
import { emptyDraft } from '../features/invitation-draft';
import type { InvitationDraft } from '../features/invitation-draft';
import { currentDraftOf, shellWithDraft, completeDraft } from '../testing/fake-draft-shell';
import discardDraft from './discard-draft';

afterEach(() => window.sessionStorage.clear());

it.each([
  ['discard', false, null],
  ['keep', true, completeDraft],
  [null, true, completeDraft],
])('R09 asks before it drops input: %s', async (chosenAction, expectedGoesOn, remainingDraft) => {
  const shell = shellWithDraft(completeDraft);
  shell.answerNextAlert(chosenAction);
  expect(await discardDraft({}, shell)).toEqual({ goesOn: expectedGoesOn });
  expect(shell.recorded.alerts).toMatchObject([
    { title: 'Einladung verwerfen?', actions: [{ tone: 'safe' }, { id: 'discard', tone: 'danger' }] },
  ]);
  expect(currentDraftOf(shell)).toEqual(remainingDraft);
});

it('R09 asks after a reload, too', async () => {
  shellWithDraft({ ...emptyDraft, attendees: [anAttendee()], isDirty: true });
  const otherTabShell = shellWithDraft(null);
  expect(await discardDraft({}, otherTabShell)).toEqual({ goesOn: true });
  expect(otherTabShell.recorded.alerts).toHaveLength(1);
});

it.each<[string, InvitationDraft | null]>([
  ['none', null],
  ['nothing chosen yet', emptyDraft],
  ['gone out', { ...completeDraft, key: 'e1' }],
])('asks nothing when no input would be lost: %s', async (_, draft) => {
  const shell = shellWithDraft(draft);
  expect(await discardDraft({}, shell)).toEqual({ goesOn: false });
  expect([shell.recorded.alerts, currentDraftOf(shell)]).toEqual([[], null]);
});
