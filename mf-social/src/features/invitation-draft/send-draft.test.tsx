import { ok } from '@mahlzeit/contract';
import type { Invitation, Result } from '@mahlzeit/contract';
import { anAttendee, anInvitation } from '@mahlzeit/contract/fixtures';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { emptyDraft } from './draft-rules';
import { sendDraft } from './send-draft';

it('A06 shows the next user no result, and sends no message in their name', async () => {
  const shell = fakeShell({ session: 'verified' });
  let answerInvitation = (_answer: Result<Invitation, ApiError>): void => undefined;
  jest.spyOn(shell.apiClient, 'call').mockReturnValueOnce(
    new Promise<Result<Invitation, ApiError>>((resolve) => {
      answerInvitation = resolve;
    }),
  );
  const sentDraft = sendDraft(
    shell,
    {
      ...emptyDraft,
      restaurant: 'elbkantine',
      date: '2026-06-24T12:30:00+02:00',
      attendees: [anAttendee({ key: 'anna' })],
      message: 'Kommst du mit?',
    },
    'schluessel',
  );
  shell.setSession('unverified');
  answerInvitation(ok(anInvitation()));
  await sentDraft;
  expect([shell.recorded.snackbars, shell.requests]).toEqual([[], []]);
  expect(JSON.stringify({ ...window.localStorage })).not.toContain('Kommst du mit?');
});
