import { getRestaurant, loadByLocation, putInvitation, sendChatMessage } from '@mahlzeit/contract';
import { aBlockedUser, aChatMessageView, anAttendee, anInvitation } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderScreens, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { FakeShell, ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  changeDraft,
  ContactsStep,
  draftStarted,
  DraftView,
  emptyDraft,
  openDraftScreen,
  PlaceStep,
  selectDraftState,
} from '../features/invitation-draft';
import type { InvitationDraft } from '../features/invitation-draft';
import { currentDraftOf, meetupRestaurant, shellWithDraft, completeDraft } from '../testing/fake-draft-shell';

afterEach(() => window.sessionStorage.clear());

const renderDraft = (draftFields: Partial<InvitationDraft> = {}, shellOptions: ScenarioShellOptions = {}) => {
  const shell = shellWithDraft(
    { ...completeDraft, ...draftFields },
    { address: { key: 'invitationdraft', params: [] }, ...shellOptions },
  );
  return renderWithShell(<DraftView />, { shell });
};
const renderDraftAndWait = async (...renderArguments: Parameters<typeof renderDraft>) => {
  const renderedDraft = renderDraft(...renderArguments);
  await screen.findByRole('link', { name: meetupRestaurant.name });
  return renderedDraft;
};
/** Renders the screens of a complete draft above the list of invitations. The last one of `openScreens` is in front. */
const renderDraftScreens = (
  shellOptions: ScenarioShellOptions,
  openScreens: readonly ('invitationcontacts' | 'invitationdraft')[] = ['invitationdraft'],
) => {
  const shell = shellWithDraft(completeDraft, shellOptions);
  shell.navigation.open('invitations');
  const renderedScreens = renderScreens(
    { invitationdraft: DraftView, invitationcontacts: ContactsStep, invitationrestaurant: PlaceStep },
    shell,
  );
  for (const openScreen of openScreens) act(() => openDraftScreen(shell, openScreen));
  shell.recorded.navigation.splice(0);
  return renderedScreens;
};
/** Delays the request that stores the invitation until the test calls `go`. */
const holdRequests = (shell: FakeShell) => {
  const { apiClient } = shell;
  const originalCall = apiClient.call.bind(apiClient);
  let releaseRequests = (): void => undefined;
  const requestGate = new Promise<void>((resolve) => {
    releaseRequests = resolve;
  });
  jest.spyOn(apiClient, 'call').mockImplementation(async (route, input, signal) => {
    if (route.name === putInvitation.name) await requestGate;
    return originalCall(route, input, signal);
  });
  return { go: () => releaseRequests() };
};
const sendButton = () => screen.getByRole('button', { name: 'Einladung senden' });
const snackbarTextsOf = ({ recorded }: FakeShell) => recorded.snackbars.map(({ tone, text }) => `${tone}: ${text}`);

it('sums up place, time and people', async () => {
  renderDraft();
  expect(await screen.findByRole('link', { name: meetupRestaurant.name })).toHaveAttribute(
    'href',
    `#details/${meetupRestaurant.routingName}/invitation`,
  );
  expect(screen.getByText('Heute, 12:30')).toBeInTheDocument();
  expect(screen.getByText('Du und Anna Blum')).toBeInTheDocument();
  expect(screen.getByText('350 m · offen bis 17:00')).toBeInTheDocument();
});

it('shows its place on the map while it is open', async () => {
  const shownPlaceNames: (string | null)[] = [];
  const { unmount } = await renderDraftAndWait(
    {},
    {
      commands: {
        'discovery/showPlace': ({ restaurant }) => {
          shownPlaceNames.push(restaurant?.name ?? null);
          return Promise.resolve({});
        },
      },
    },
  );
  await waitFor(() => expect(shownPlaceNames).toEqual([meetupRestaurant.name]));
  unmount();
  await waitFor(() => expect(shownPlaceNames).toEqual([meetupRestaurant.name, null]));
});

it('S07 is sent once, even after several presses; R07 the origin shows first, in one step', async () => {
  const { user, shell, unmount } = await renderDraftAndWait({}, { answers: [answer(putInvitation, anInvitation())] });
  await user.dblClick(sendButton());
  await waitFor(() => expect(snackbarTextsOf(shell)).toEqual(['success: Die Einladung ist raus.']));
  expect(shell.requests.filter((request) => request === 'PUT /api/invitations')).toHaveLength(1);
  expect(shell.recorded.navigation).toEqual([['back', 1]]);
  // The draft stays visible after sending, until the screen appears from which it was started. A second press must not
  // send it again.
  await user.click(screen.getByRole('button', { name: /Einladung senden|Lädt/ }));
  expect(shell.requests.filter((request) => request === 'PUT /api/invitations')).toHaveLength(1);
  unmount();
  expect(currentDraftOf(shell)).toBeNull();
  expect(window.sessionStorage).toHaveLength(0);
});

it('S07 is the same write in a retry, and another one after a change', async () => {
  const { user, shell } = await renderDraftAndWait({}, { answers: [refuse(putInvitation, 'unavailable')] });
  await user.click(sendButton());
  await waitFor(() =>
    expect(snackbarTextsOf(shell)).toEqual([
      'error: Die Einladung ging nicht raus. Mahlzeit ist gerade nicht erreichbar. Versuch es gleich noch einmal.',
    ]),
  );
  const initialWriteKey = currentDraftOf(shell)?.writeKey;
  expect(initialWriteKey).toMatch(/^[0-9a-f]{32}$/);
  expect(shell.recorded.events.map(({ name }) => name)).toContain('invitation_not_sent');
  await user.click(sendButton());
  await waitFor(() => expect(snackbarTextsOf(shell)).toHaveLength(2));
  expect(currentDraftOf(shell)?.writeKey).toBe(initialWriteKey);
  await user.click(screen.getByRole('radio', { name: /Mitnehmen/ }));
  expect(currentDraftOf(shell)).toMatchObject({ isTakeAway: true, writeKey: null });
});

it('sends the chat message', async () => {
  const { user, shell } = await renderDraftAndWait(
    {},
    { answers: [answer(putInvitation, anInvitation()), answer(sendChatMessage, aChatMessageView())] },
  );
  await user.type(screen.getByRole('textbox', { name: /Nachricht dazu/ }), ' Bis gleich ');
  await user.click(sendButton());
  await waitFor(() => expect(shell.requests.at(-1)).toBe('POST /api/chat/chat-01/messages'));
});

it('shows an impossible time in red with the reason, and takes another one', async () => {
  const { user, shell } = renderDraft({ date: '2026-06-25T15:30:00.000Z' });
  expect(await screen.findByText('Um 17:30 ist dort zu')).toBeInTheDocument();
  expect(sendButton()).toHaveAccessibleDescription('Wähle eine Zeit, zu der das Lokal offen hat.');
  await user.click(screen.getByRole('radio', { name: '12:15' }));
  expect(currentDraftOf(shell)?.date).toBe('2026-06-25T10:15:00.000Z');
  expect(sendButton()).not.toHaveAttribute('aria-disabled');
});

it('shows a note about a possible time, and is sent with it', async () => {
  const { user, shell } = await renderDraftAndWait(
    { date: '2026-06-24T14:45:00.000Z' },
    { answers: [answer(putInvitation, anInvitation())] },
  );
  expect(screen.getByText('Gut zu wissen')).toBeInTheDocument();
  expect(screen.getByText('Um 17:00 ist dort schon Schluss.')).toBeInTheDocument();
  await user.click(sendButton());
  await waitFor(() => expect(snackbarTextsOf(shell)).toEqual(['success: Die Einladung ist raus.']));
});

it('notices that its time has passed while it is open', async () => {
  const { shell } = renderDraft();
  await screen.findByRole('link', { name: meetupRestaurant.name });
  expect(sendButton()).not.toHaveAttribute('aria-disabled');
  shell.setNow(Date.parse('2026-06-24T12:31:00+02:00'));
  expect(screen.getByText('Diese Zeit ist schon vorbei')).toBeInTheDocument();
  expect(sendButton()).toHaveAccessibleDescription('Wähle eine andere Zeit.');
});

it('is for take-away when the place offers nothing else', async () => {
  const { shell, user } = renderDraft(
    {},
    {
      answers: [
        answer(getRestaurant, { ...meetupRestaurant, onlyTakeAway: true }),
        answer(putInvitation, anInvitation()),
      ],
    },
  );
  expect(await screen.findByText('Hier gibt es alles nur zum Mitnehmen.')).toBeInTheDocument();
  expect(screen.queryByRole('radio', { name: /Vor Ort/ })).not.toBeInTheDocument();
  await user.click(sendButton());
  await waitFor(() => expect(shell.recorded.navigation).toHaveLength(1));
  expect(currentDraftOf(shell)).toMatchObject({ isTakeAway: true });
});

it('can’t be sent without guests', async () => {
  const { user } = await renderDraftAndWait();
  await user.click(screen.getByRole('button', { name: 'Anna Blum wieder herausnehmen' }));
  expect(sendButton()).toHaveAccessibleDescription('Wähle mindestens eine Person.');
});

it('opens the action sheet of a guest, which removes the guest, and which Back closes alone', async () => {
  const { user, shell } = renderDraftScreens({});
  await screen.findByRole('link', { name: meetupRestaurant.name });
  await user.click(screen.getByRole('button', { name: 'Anna Blum' }));
  await screen.findByRole('dialog', { name: 'Anna Blum' });
  act(() => shell.navigation.pressBack());
  expect(screen.queryByRole('dialog', { name: 'Anna Blum' })).not.toBeInTheDocument();
  expect(currentDraftOf(shell)?.attendees).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Anna Blum' }));
  const actionSheet = within(await screen.findByRole('dialog', { name: 'Anna Blum' }));
  await user.click(actionSheet.getByRole('button', { name: 'Anna Blum wieder herausnehmen' }));
  expect(screen.queryByRole('dialog', { name: 'Anna Blum' })).not.toBeInTheDocument();
  expect(currentDraftOf(shell)?.attendees).toEqual([]);
  expect(shell.recorded.alerts).toEqual([]);
});

it('isn’t sent to a guest whom the reader has blocked meanwhile', async () => {
  await renderDraftAndWait(
    {},
    { topics: { me: { contacts: [], blockedUsers: [aBlockedUser({ key: 'anna', name: 'Anna Blum' })] } } },
  );
  expect(sendButton()).toHaveAccessibleDescription('Diese Person kannst du nicht einladen.');
});

it('R07 returns to its origin after any number of changes of place and people', async () => {
  const { user, shell } = renderDraftScreens({
    answers: [answer(putInvitation, anInvitation()), answer(loadByLocation, [])],
  });
  for (const buttonName of ['Anderes Lokal wählen', 'Jemand mehr']) {
    await user.click(await screen.findByRole('button', { name: buttonName }));
    expect(screen.queryByRole('dialog', { name: 'Einladung' })).not.toBeInTheDocument();
    expect(selectDraftState(shell.store.getState()).trail).toHaveLength(2);
    shell.navigation.pressBack();
  }
  await screen.findByRole('link', { name: meetupRestaurant.name });
  await user.click(sendButton());
  await waitFor(() => expect(shell.recorded.navigation.at(-1)).toEqual(['back', 1]));
  expect(shell.navigation.current()).toEqual({ key: 'invitations', params: [] });
});

it('R07 is locked while it is being sent: no button leads away from it, and nothing about it changes', async () => {
  const { user, shell } = renderDraftScreens({ answers: [answer(putInvitation, anInvitation())] });
  await screen.findByRole('link', { name: meetupRestaurant.name });
  const { go } = holdRequests(shell);
  await user.click(sendButton());
  expect(screen.getByRole('textbox', { name: /Nachricht dazu/ }).closest('[inert]')).not.toBeNull();
  for (const buttonName of ['Zurück', 'Jemand mehr', 'Anderes Lokal wählen', 'Anna Blum wieder herausnehmen'])
    await user.click(screen.getByRole('button', { name: buttonName }));
  expect([shell.recorded.alerts, shell.recorded.navigation]).toEqual([[], []]);
  expect(currentDraftOf(shell)?.attendees).toHaveLength(1);
  go();
  await waitFor(() => expect(shell.navigation.current()?.key).toBe('invitations'));
});

it('R07 leads back from an earlier step, too, where nobody can be picked while it is being sent', async () => {
  const { user, shell } = renderDraftScreens({ answers: [answer(putInvitation, anInvitation())] }, [
    'invitationcontacts',
    'invitationdraft',
  ]);
  await screen.findByRole('link', { name: meetupRestaurant.name });
  const { go } = holdRequests(shell);
  await user.click(sendButton());
  shell.navigation.pressBack();
  await user.click(await screen.findByRole('checkbox', { name: 'Ben Voss' }));
  expect(currentDraftOf(shell)?.attendees.map(({ key }) => key)).toEqual(['anna']);
  await user.click(screen.getByRole('button', { name: 'Zurück' }));
  expect(shell.recorded.alerts).toEqual([]);
  go();
  await waitFor(() => expect(shell.navigation.current()?.key).toBe('invitations'));
  expect(currentDraftOf(shell)).toBeNull();
});

it('asks before Back leaves it, and leaves it only after the answer', async () => {
  const { shell } = renderDraftScreens({});
  await screen.findByRole('link', { name: meetupRestaurant.name });
  shell.navigation.pressBack();
  await waitFor(() => expect(shell.recorded.alerts).toMatchObject([{ title: 'Einladung verwerfen?' }]));
  expect([shell.navigation.current()?.key, currentDraftOf(shell)?.attendees.length]).toEqual(['invitationdraft', 1]);
  shell.answerNextAlert('discard');
  shell.navigation.pressBack();
  await waitFor(() => expect(shell.navigation.current()?.key).toBe('invitations'));
  expect(currentDraftOf(shell)).toBeNull();
});

it('asks before several steps back at once leave it from a later step, and leads to the step before unasked', async () => {
  const { shell } = renderDraftScreens({}, ['invitationcontacts', 'invitationdraft']);
  await screen.findByRole('link', { name: meetupRestaurant.name });
  await act(async () => shell.navigation.pressBack(2));
  expect(shell.recorded.alerts).toMatchObject([{ title: 'Einladung verwerfen?' }]);
  expect([shell.navigation.current()?.key, currentDraftOf(shell)?.attendees.length]).toEqual(['invitationdraft', 1]);
  await act(async () => shell.navigation.pressBack());
  expect([shell.navigation.current()?.key, shell.recorded.alerts.length]).toEqual(['invitationcontacts', 1]);
});

it('is discarded as answered, though another screen has opened over the question', async () => {
  const { shell } = renderDraftScreens({});
  await screen.findByRole('link', { name: meetupRestaurant.name });
  let answerQuestion = (_answer: string): void => undefined;
  shell.answerNextAlert(new Promise((resolve) => (answerQuestion = resolve)));
  act(() => {
    shell.navigation.pressBack();
    shell.navigation.open('chatmessages', 'chat-01');
  });
  await act(async () => answerQuestion('discard'));
  expect([shell.navigation.current()?.key, currentDraftOf(shell)]).toEqual(['chatmessages', null]);
});

it('R07 can be changed and sent again after a failure', async () => {
  const { user, shell } = renderDraftScreens({ answers: [refuse(putInvitation, 'unavailable')] });
  await screen.findByRole('link', { name: meetupRestaurant.name });
  await user.click(sendButton());
  await waitFor(() => expect(snackbarTextsOf(shell)).toHaveLength(1));
  expect(screen.getByRole('textbox', { name: /Nachricht dazu/ }).closest('[inert]')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Jemand mehr' }));
  expect(shell.navigation.current()?.key).toBe('invitationcontacts');
});

it('R07 keeps the screen of a user who has left it, and drops the draft', async () => {
  const { user, shell, unmount } = await renderDraftAndWait({}, { answers: [answer(putInvitation, anInvitation())] });
  const { go } = holdRequests(shell);
  await user.click(sendButton());
  shell.navigation.open('contacts');
  unmount();
  go();
  await waitFor(() => expect(snackbarTextsOf(shell)).toEqual(['success: Die Einladung ist raus.']));
  await waitFor(() => expect(currentDraftOf(shell)).toBeNull());
  expect(shell.recorded.navigation).toEqual([['open', 'contacts']]);
});

it.each<[string, Partial<InvitationDraft>, string, readonly unknown[]]>([
  [
    'that was begun from a cart',
    { forCart: true },
    '2026-06-24T12:30:00+02:00',
    [{ invitationKey: 'treffen-neu', isForCart: true }],
  ],
  ['that was moved to another day', { forCart: true }, '2026-06-25T12:30:00+02:00', []],
  ['that was begun elsewhere', {}, '2026-06-24T12:30:00+02:00', []],
])('goes into the cart of its place: one %s', async (_, draftOverrides, invitationDate, expectedCommandInputs) => {
  const startMeetupMock = jest.fn(() => Promise.resolve({ hasStarted: true }));
  const { user, shell } = await renderDraftAndWait(draftOverrides, {
    answers: [answer(putInvitation, anInvitation({ key: 'treffen-neu', date: invitationDate }))],
    commands: { 'ordering/startFromInvitation': startMeetupMock },
  });
  await user.click(sendButton());
  await waitFor(() => expect(snackbarTextsOf(shell)).toEqual(['success: Die Einladung ist raus.']));
  expect(currentDraftOf(shell)?.key ?? 'treffen-neu').toBe('treffen-neu');
  expect(startMeetupMock.mock.calls.map((mockCall: readonly unknown[]) => mockCall[0])).toEqual(expectedCommandInputs);
});

it('keeps another draft that was started meanwhile', async () => {
  const { user, shell, unmount } = await renderDraftAndWait({}, { answers: [answer(putInvitation, anInvitation())] });
  const { go } = holdRequests(shell);
  await user.click(sendButton());
  unmount();
  changeDraft(shell, draftStarted({ ...emptyDraft, restaurant: 'andere' }));
  go();
  await waitFor(() => expect(snackbarTextsOf(shell)).toHaveLength(1));
  expect(currentDraftOf(shell)?.restaurant).toBe('andere');
  expect(shell.recorded.navigation).toEqual([]);
});

it('waits for the opening hours before it is sent', async () => {
  const { shell } = renderDraft({}, { answers: [neverRespond(getRestaurant)] });
  await waitFor(() => expect(shell.requests).toContain(`GET /api/restaurants/${meetupRestaurant.key}`));
  expect(sendButton()).toHaveAccessibleDescription('Das Lokal lädt noch.');
});

it.each<[string, Parameters<typeof renderDraft>[0], ScenarioShellOptions, string]>([
  ['a place that is gone', {}, { answers: [refuse(getRestaurant, 'notFound')] }, 'Wähle erst ein Lokal.'],
  ['a time that has passed', { date: '2026-06-24T09:00:00.000Z' }, {}, 'Wähle eine andere Zeit.'],
  ['a day too far ahead', { date: '2026-07-24T10:30:00.000Z' }, {}, 'Wähle eine andere Zeit.'],
])('explains why it can’t be sent: %s', async (_, draftFields, shellOptions, expectedReason) => {
  renderDraft(draftFields, shellOptions);
  await waitFor(() => expect(sendButton()).toHaveAccessibleDescription(expectedReason));
});

it.each([
  ['notAContact', 'Jemand davon ist nicht mehr in deinen Kontakten.'],
  ['tooManyAttendees', 'Mit dir dürfen es höchstens 10 sein.'],
  ['ErrorDatePast', 'Nimm eine spätere Zeit.'],
  ['uninvitable', 'Diese Person kannst du nicht einladen.'],
  ['internal', 'Versuch es gleich noch einmal.'],
] as const)('explains once why the request failed: %s', async (errorCode, expectedReason) => {
  const { user, shell } = await renderDraftAndWait({}, { answers: [refuse(putInvitation, errorCode)] });
  await user.click(sendButton());
  await waitFor(() =>
    expect(snackbarTextsOf(shell)).toEqual([`error: Die Einladung ging nicht raus. ${expectedReason}`]),
  );
});

it.each([
  [{ retryAfterMs: 20_000 }, 'Das waren viele Einladungen. Versuch es in etwa einer Minute noch einmal.'],
  [{ retryAfterMs: 40 * 60_000 }, 'Das waren viele Einladungen. Versuch es in etwa 40 Minuten noch einmal.'],
  [{ retryAfterMs: 60 * 60_000 }, 'Das waren viele Einladungen. Versuch es in etwa einer Stunde noch einmal.'],
  [{ retryAfterMs: 22.5 * 60 * 60_000 }, 'Das waren viele Einladungen. Versuch es in etwa 23 Stunden noch einmal.'],
] as const)('names the end of a rate limit: %j', async (errorDetails, expectedReason) => {
  const { user, shell } = await renderDraftAndWait(
    {},
    { answers: [refuse(putInvitation, 'ErrorTooManyAttempts', errorDetails)] },
  );
  await user.click(sendButton());
  await waitFor(() =>
    expect(snackbarTextsOf(shell)).toEqual([`error: Die Einladung ging nicht raus. ${expectedReason}`]),
  );
});

it('returns to the people when one of several can’t be invited', async () => {
  const { user, shell } = await renderDraftAndWait(
    { attendees: [...completeDraft.attendees, anAttendee({ key: 'cem', name: 'Cem Kaya' })] },
    { answers: [refuse(putInvitation, 'uninvitable')] },
  );
  await user.click(sendButton());
  await waitFor(() =>
    expect(snackbarTextsOf(shell)).toEqual([
      'error: Die Einladung ging nicht raus. Eine dieser Personen kannst du nicht einladen. Nimm sie heraus.',
    ]),
  );
});

it('stores a take-away place as that, and is the same write in a retry', async () => {
  const { user, shell } = renderDraft(
    {},
    {
      answers: [
        answer(getRestaurant, { ...meetupRestaurant, onlyTakeAway: true }),
        refuse(putInvitation, 'unavailable'),
      ],
    },
  );
  await screen.findByText('Hier gibt es alles nur zum Mitnehmen.');
  await user.click(sendButton());
  await waitFor(() => expect(snackbarTextsOf(shell)).toHaveLength(1));
  const firstDraft = currentDraftOf(shell);
  expect(firstDraft?.isTakeAway).toBe(true);
  await user.click(sendButton());
  await waitFor(() => expect(snackbarTextsOf(shell)).toHaveLength(2));
  expect(currentDraftOf(shell)?.writeKey).toBe(firstDraft?.writeKey);
});

it('prevents a reload of the page', () => {
  const { shell, unmount } = renderDraft();
  expect(shell.recorded.reloadHolds).toBe(1);
  unmount();
  expect(shell.recorded.reloadHolds).toBe(0);
});
