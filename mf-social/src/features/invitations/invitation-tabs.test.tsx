import { answerInvitation, getInvitations, meTopic, sendInvitationReminder, chatTopic } from '@mahlzeit/contract';
import type { Invitation } from '@mahlzeit/contract';
import { aChat, aChatMessage, anInvitation, aRestaurantSummary } from '@mahlzeit/contract/fixtures';
import { answer, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  receivedInvitation,
  ownAttendee,
  mehmetAttendee,
  openInvitationMenu,
  onStartInvitation,
  ownInvitation,
  renderInvitations,
  findInvitationRow,
} from '../../testing/fake-invitations-view';

const MINUTE_MS = 60_000;

describe('the tabs', () => {
  it('explain that they are empty, and start a meetup', async () => {
    const { user } = renderInvitations();
    expect(await screen.findByRole('heading', { name: 'Keine Einladungen' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Jemanden einladen' }));
    expect(onStartInvitation).toHaveBeenCalledTimes(1);
    await user.click(await screen.findByRole('tab', { name: /Vergangen 0/ }));
    expect(screen.getByRole('heading', { name: 'Nichts Vergangenes' })).toBeInTheDocument();
  });

  it('show time, place, owner, status and answers', async () => {
    renderInvitations({ invitations: [{ ...receivedInvitation, isTakeAway: true }] });
    await findInvitationRow();
    const tabPanel = within(screen.getByRole('tabpanel'));
    for (const expectedText of [
      'Heute',
      '12:30',
      '24. Juni',
      'Von Mehmet · Zum Mitnehmen',
      'Antwort offen',
      'Mehmet Aydın: Zugesagt',
    ])
      expect(tabPanel.getByText(expectedText)).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: /Anstehend 1$/ })).toBeInTheDocument();
  });

  it('S10 move an invitation to the past ones at its minute, and show it once', async () => {
    const { shell, user } = renderInvitations({ invitations: [ownInvitation] });
    await findInvitationRow();
    shell.advance(59 * MINUTE_MS);
    expect(await findInvitationRow()).toBeInTheDocument();
    shell.advance(MINUTE_MS);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Elbkantine' })).not.toBeInTheDocument());
    await user.click(screen.getByRole('tab', { name: /Vergangen 1/ }));
    expect(screen.getAllByRole('button', { name: 'Elbkantine' })).toHaveLength(1);
  });
});

describe('past invitations', () => {
  const pastInvitations = Array.from({ length: 13 }, (_, index) =>
    anInvitation({
      key: `alt-${index}`,
      date: new Date(Date.parse('2026-06-24T11:00:00+02:00') - index * 3_600_000).toISOString(),
      restaurantInfo: aRestaurantSummary({ name: `Lokal ${index}` }),
    }),
  );
  const restaurantNames = () =>
    within(screen.getByRole('tabpanel'))
      .getAllByRole('button', { name: /^Lokal|^Elbkantine/ })
      .map((row) => row.textContent);
  const openPastTab = async (user: ReturnType<typeof renderInvitations>['user']) =>
    user.click(await screen.findByRole('tab', { name: /Vergangen 5\+/ }));

  it('are loaded in fives; a further row tells whether there are more', async () => {
    const { user, shell } = renderInvitations({
      answers: [
        answer(getInvitations, pastInvitations.slice(0, 6), pastInvitations.slice(6, 12), pastInvitations.slice(12)),
      ],
    });
    await openPastTab(user);
    expect(restaurantNames()).toEqual(['Lokal 0', 'Lokal 1', 'Lokal 2', 'Lokal 3', 'Lokal 4']);
    await user.click(screen.getByRole('button', { name: 'Mehr anzeigen' }));
    await waitFor(() => expect(restaurantNames()).toHaveLength(10));
    await user.click(screen.getByRole('button', { name: 'Mehr anzeigen' }));
    await waitFor(() => expect(restaurantNames()).toHaveLength(13));
    expect(restaurantNames()).toEqual(pastInvitations.map(({ restaurantInfo: { name } }) => name));
    expect(screen.queryByRole('button', { name: 'Mehr anzeigen' })).not.toBeInTheDocument();
    expect(screen.getByText(/^Nach einer Woche/)).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: /Vergangen 13$/ })).toBeInTheDocument();
    expect(shell.requests.filter((request) => request === 'GET /api/invitations')).toHaveLength(3);
  });

  it('S10 neither double nor lose one that expires between two pages', async () => {
    const { user, shell } = renderInvitations({
      invitations: [ownInvitation],
      answers: [answer(getInvitations, pastInvitations.slice(0, 6), pastInvitations.slice(6, 9))],
    });
    await openPastTab(user);
    shell.advance(61 * MINUTE_MS);
    await waitFor(() => expect(restaurantNames()).toEqual(['Elbkantine', 'Lokal 0', 'Lokal 1', 'Lokal 2', 'Lokal 3']));
    await user.click(screen.getByRole('button', { name: 'Mehr anzeigen' }));
    await waitFor(() =>
      expect(restaurantNames()).toEqual([
        'Elbkantine',
        ...pastInvitations.slice(0, 9).map(({ restaurantInfo: { name } }) => name),
      ]),
    );
  });

  it('show an error when they can’t be loaded, and a retry', async () => {
    const { user, shell } = renderInvitations({ answers: [refuse(getInvitations, 'unavailable')] });
    await user.click(await screen.findByRole('tab', { name: 'Vergangen' }));
    expect(await screen.findByText(/Ältere laden gerade nicht/)).toBeInTheDocument();
    shell.use(answer(getInvitations, pastInvitations.slice(0, 2)));
    await user.click(screen.getByRole('button', { name: /anzeigen|laden/i }));
    await waitFor(() => expect(restaurantNames()).toHaveLength(2));
  });
});

describe('an answer', () => {
  it('is sent once, even after several presses, and shows once it is stored', async () => {
    const { user, shell } = renderInvitations({
      invitations: [receivedInvitation],
      answers: [
        answer(answerInvitation, {
          ...receivedInvitation,
          status: 'accepted',
          attendees: [mehmetAttendee, ownAttendee],
        }),
      ],
    });
    await user.dblClick(await screen.findByRole('button', { name: 'Zusagen' }));
    expect(await screen.findByText('Zugesagt')).toBeInTheDocument();
    expect(shell.requests.filter((request) => request === 'PATCH /api/invitations/einladung-01')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Zusagen' })).not.toBeInTheDocument();
    expect(shell.recorded.snackbars).toEqual([{ tone: 'success', text: 'Du hast zugesagt.' }]);
  });

  it.each([
    ['Absagen', receivedInvitation, 'Du hast abgesagt.'],
    ['Treffen absagen', ownInvitation, 'Das Treffen ist abgesagt.'],
  ] as const)('is withdrawn once, even after several presses: %s', async (name, invitation, expectedMessage) => {
    const { user, shell } = renderInvitations({
      invitations: [invitation],
      answers: [answer(answerInvitation, { ...invitation, status: 'canceled' })],
    });
    shell.answerNextAlert('leave');
    shell.answerNextAlert('leave');
    await user.dblClick((await openInvitationMenu(user)).getByRole('button', { name }));
    await waitFor(() => expect(shell.recorded.snackbars).toEqual([{ tone: 'success', text: expectedMessage }]));
    expect(shell.recorded.alerts).toHaveLength(1);
    expect(shell.requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(1);
  });

  it('waits after a connection failure, and is sent again as the same answer when the network is back', async () => {
    const { user, shell } = renderInvitations({
      invitations: [receivedInvitation],
      answers: [failAsUnreachable(answerInvitation)],
    });
    const callSpy = jest.spyOn(shell.apiClient, 'callAny');
    await user.click(await screen.findByRole('button', { name: 'Zusagen' }));
    expect(await screen.findByText('Zusage wartet')).toBeInTheDocument();
    expect(shell.recorded.snackbars).toEqual([
      { text: 'Keine Verbindung. Deine Antwort geht raus, sobald sie wieder da ist.' },
    ]);
    expect(screen.queryByRole('button', { name: 'Zusagen' })).not.toBeInTheDocument();
    shell.use(
      answer(answerInvitation, { ...receivedInvitation, status: 'accepted', attendees: [mehmetAttendee, ownAttendee] }),
    );
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(screen.queryByText('Zusage wartet')).not.toBeInTheDocument());
    expect(window.localStorage).toHaveLength(0);
    const idempotencyKeys = callSpy.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey);
    expect(idempotencyKeys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), idempotencyKeys[0]]);
  });

  it('declines for a guest after a question', async () => {
    const declinedInvitation = {
      ...receivedInvitation,
      attendees: [mehmetAttendee, { ...ownAttendee, status: 'declined' as const }],
    };
    const { user, shell } = renderInvitations({
      invitations: [receivedInvitation],
      answers: [answer(answerInvitation, declinedInvitation)],
    });
    await user.click(await screen.findByRole('button', { name: 'Absagen' }));
    await waitFor(() => expect(shell.recorded.alerts).toMatchObject([{ title: 'Einladung absagen?' }]));
    expect(shell.requests).not.toContain('PATCH /api/invitations/einladung-01');
    shell.answerNextAlert('leave');
    await user.click(screen.getByRole('button', { name: 'Absagen' }));
    expect(await screen.findByText('Abgesagt')).toBeInTheDocument();
  });

  it('cancels the meetup for its owner, from the menu', async () => {
    const { user, shell } = renderInvitations({
      invitations: [ownInvitation],
      answers: [answer(answerInvitation, { ...ownInvitation, status: 'canceled' })],
    });
    shell.answerNextAlert('leave');
    const invitationMenu = await openInvitationMenu(user);
    await user.click(invitationMenu.getByRole('button', { name: 'Treffen absagen' }));
    expect(await screen.findByText('Treffen abgesagt')).toBeInTheDocument();
    expect(shell.recorded.alerts).toMatchObject([{ title: 'Treffen absagen?' }]);
  });

  it.each<[string, ScenarioAnswer, string]>([
    [
      'too late',
      refuse(answerInvitation, 'deadlineExceeded', { minutes: 15 }),
      'Zu spät zum Absagen: Bis 15 Minuten vorher kannst du absagen. Sag den anderen am besten kurz selbst Bescheid.',
    ],
    [
      'ordered for',
      refuse(answerInvitation, 'invitationHasOrders'),
      'Es gibt schon Bestellungen: Für dieses Treffen ist schon bestellt. Deshalb lässt es sich nicht mehr absagen.',
    ],
    [
      'deleted',
      refuse(answerInvitation, 'invitationDeleted'),
      'Die Einladung gibt es nicht mehr: Sie wurde inzwischen gelöscht.',
    ],
  ])('T12 that is %s is refused with an alert of its own', async (_, refusedAnswer, expectedText) => {
    const { user, shell } = renderInvitations({ invitations: [receivedInvitation], answers: [refusedAnswer] });
    await user.click(await screen.findByRole('button', { name: 'Zusagen' }));
    await waitFor(() =>
      expect(shell.recorded.alerts.map(({ title, text }) => `${title}: ${text}`)).toEqual([expectedText]),
    );
    expect(shell.recorded.snackbars).toEqual([]);
    expect(screen.queryAllByRole('button', { name: 'Elbkantine' })).toHaveLength(
      expectedText.includes('gelöscht') ? 0 : 1,
    );
  });

  it.each(['transitionNotAllowed', 'notAllowed', 'notFound', 'internal'] as const)(
    'that fails for %s is refused with the general message',
    async (errorCode) => {
      const { user, shell } = renderInvitations({
        invitations: [receivedInvitation],
        answers: [refuse(answerInvitation, errorCode)],
      });
      await user.click(await screen.findByRole('button', { name: 'Zusagen' }));
      await waitFor(() =>
        expect(shell.recorded.snackbars).toEqual([
          { tone: 'error', text: 'Das ließ sich nicht ändern. Versuch es gleich noch einmal.' },
        ]),
      );
    },
  );
});

describe('the passing time', () => {
  it('T12 disables Absagen fifteen minutes before the meetup, and removes both answers at its start', async () => {
    const { shell } = renderInvitations({ invitations: [receivedInvitation] });
    const visibleButtonNames = () =>
      ['Zusagen', 'Absagen'].filter((name) => screen.queryByRole('button', { name }) !== null);
    const isDeclineDisabled = () =>
      screen.getByRole('button', { name: 'Absagen' }).getAttribute('aria-disabled') === 'true';
    await findInvitationRow();
    expect(visibleButtonNames()).toEqual(['Zusagen', 'Absagen']);
    shell.advance(44 * MINUTE_MS + 59_000);
    expect(isDeclineDisabled()).toBe(false);
    shell.advance(1_000);
    expect([visibleButtonNames(), isDeclineDisabled()]).toEqual([['Zusagen', 'Absagen'], true]);
    shell.advance(15 * MINUTE_MS);
    expect(visibleButtonNames()).toEqual([]);
  });
});

describe('ordering', () => {
  it('runs a command of ordering, or opens the place when that fails', async () => {
    const { user, shell } = renderInvitations({ invitations: [ownInvitation] });
    await user.click(await screen.findByRole('button', { name: 'Bestellen' }));
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'details', 'elbkantine']]));
    expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error', text: /Bestellen geht gerade nicht/ }]);
  });

  it('puts the invitation into the cart', async () => {
    const startMeetupMock = jest.fn(() => Promise.resolve({ hasStarted: true }));
    const { user, shell } = renderInvitations({
      invitations: [ownInvitation],
      commands: { 'ordering/startFromInvitation': startMeetupMock },
    });
    await user.click(await screen.findByRole('button', { name: 'Bestellen' }));
    await waitFor(() =>
      expect(startMeetupMock).toHaveBeenCalledWith({ invitationKey: 'einladung-01' }, expect.anything()),
    );
    expect([shell.recorded.navigation, shell.recorded.snackbars]).toEqual([[], []]);
  });

  it.each<[string, Invitation, { readonly missingScreens?: readonly string[] }, string | null]>([
    ['an order', { ...ownInvitation, order: 'bestellung-01' }, {}, '#order/bestellung-01'],
    ['no order', ownInvitation, {}, null],
    [
      'an order and no screen for it',
      { ...ownInvitation, order: 'bestellung-01' },
      { missingScreens: ['order'] },
      null,
    ],
  ])('with %s', async (_, invitation, shellOptions, expectedHref) => {
    renderInvitations({ invitations: [invitation], ...shellOptions });
    await findInvitationRow();
    const orderLink = screen.queryByRole('link', { name: 'Bestellung ansehen' });
    expect(orderLink?.getAttribute('href') ?? null).toBe(expectedHref);
  });
});

it('T12 keeps a decline that is too late visible, with the way to the others', async () => {
  const meetupAt = Date.parse(receivedInvitation.date);
  const { user, shell } = renderInvitations({
    invitations: [receivedInvitation],
    now: meetupAt - 14 * 60_000,
    topics: { [meTopic]: { invitations: [receivedInvitation], chats: [aChat()] } },
  });
  const declineButton = await screen.findByRole('button', { name: 'Absagen' });
  expect(declineButton).toHaveAccessibleDescription(/Ab 15 Min\. vorher nur noch per Nachricht/);
  await user.click(declineButton);
  expect(shell.recorded.alerts).toEqual([]);
  expect(await screen.findByRole('link', { name: 'Chat öffnen' })).toHaveAttribute('href', '#chatmessages/chat-01');
  shell.setNow(meetupAt + 1);
  expect(screen.queryByRole('button', { name: 'Absagen' })).not.toBeInTheDocument();
});

it('doesn’t speak of orders when a repeated answer is refused', async () => {
  const { user, shell } = renderInvitations({
    invitations: [receivedInvitation],
    answers: [refuse(answerInvitation, 'requestInProgress')],
  });
  await user.click(await screen.findByRole('button', { name: 'Zusagen' }));
  await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error' }]));
  expect(shell.recorded.alerts).toEqual([]);
});

describe('the reminder', () => {
  const remindableInvitation = {
    invitations: [ownInvitation],
    topics: {
      [chatTopic('chat-01')]: { messages: [aChatMessage({ content: 'invitation', contentId: ownInvitation.key })] },
    },
  };

  it('S09 is missing where nobody can order', async () => {
    renderInvitations({
      ...remindableInvitation,
      invitations: [{ ...ownInvitation, restaurantInfo: { ...ownInvitation.restaurantInfo, hasPayment: false } }],
    });
    await findInvitationRow();
    expect(screen.queryByRole('button', { name: 'Ans Bestellen erinnern' })).not.toBeInTheDocument();
  });

  it('S09 is sent once and disappears, on other devices too', async () => {
    const { user, shell } = renderInvitations({
      ...remindableInvitation,
      answers: [answer(sendInvitationReminder, { success: true })],
    });
    await user.click(await screen.findByRole('button', { name: 'Ans Bestellen erinnern' }));
    await waitFor(() =>
      expect(shell.recorded.snackbars).toEqual([{ tone: 'success', text: 'Die Erinnerung ist raus.' }]),
    );
    expect(screen.queryByRole('button', { name: 'Ans Bestellen erinnern' })).not.toBeInTheDocument();
  });

  it('S09 is missing before it is known whether it was sent', async () => {
    const chatMessages = [aChatMessage({ content: 'invitation', contentId: ownInvitation.key, reminderSent: true })];
    const observedHeights: number[] = [];
    const mutationObserver = new MutationObserver(() =>
      observedHeights.push(screen.queryAllByRole('button', { name: 'Ans Bestellen erinnern' }).length),
    );
    mutationObserver.observe(document.body, { childList: true, subtree: true });
    renderInvitations({ invitations: [ownInvitation], topics: { [chatTopic('chat-01')]: { messages: chatMessages } } });
    await screen.findByRole('button', { name: 'Bestellen' });
    mutationObserver.disconnect();
    expect(observedHeights.length).toBeGreaterThan(0);
    expect(Math.max(...observedHeights)).toBe(0);
  });

  it('S09 disappears when another device has sent it', async () => {
    const { shell } = renderInvitations(remindableInvitation);
    await screen.findByRole('button', { name: 'Ans Bestellen erinnern' });
    shell.change(chatTopic('chat-01'), {
      kind: 'put',
      collection: 'messages',
      key: 'nachricht-01',
      value: { ...aChatMessage({ content: 'invitation', contentId: ownInvitation.key, reminderSent: true }) },
    });
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Ans Bestellen erinnern' })).not.toBeInTheDocument(),
    );
  });

  it('S09 disappears with a message when it was sent already, and stays after a failure', async () => {
    const { user, shell } = renderInvitations({
      ...remindableInvitation,
      answers: [refuse(sendInvitationReminder, 'internal')],
    });
    await user.click(await screen.findByRole('button', { name: 'Ans Bestellen erinnern' }));
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error' }]));
    shell.use(refuse(sendInvitationReminder, 'reminderSent'));
    await user.click(screen.getByRole('button', { name: 'Ans Bestellen erinnern' }));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Ans Bestellen erinnern' })).not.toBeInTheDocument(),
    );
    expect(shell.recorded.snackbars.slice(1)).toEqual([{ text: 'Die Erinnerung ging schon raus.' }]);
  });
});
