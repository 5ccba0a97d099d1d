import { getInvitation, getRestaurant, getSharedInvitation, joinSharedInvitation, meTopic } from '@mahlzeit/contract';
import type { Invitation, SharedInvitation } from '@mahlzeit/contract';
import { aChat, anAttendee, anInvitation, aRestaurant, aRestaurantSummary } from '@mahlzeit/contract/fixtures';
import { answer, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer, SessionKind } from '@mahlzeit/shared-ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { JoinSheet, SharedInvitationSheet } from '.';

const LINK_TOKEN = 'k3Jx9mQvT2sLr8Yb5Wc7Zd';

const aSharedInvitation = (overrides: Partial<SharedInvitation> = {}): SharedInvitation => ({
  key: null,
  date: '2026-06-24T12:30:00+02:00',
  isTakeAway: false,
  status: 'accepted',
  restaurant: aRestaurantSummary(),
  attendees: [
    { firstName: 'Tobias', status: 'declined' },
    { firstName: 'Mehmet', status: 'accepted' },
    { firstName: '', status: 'pending' },
  ],
  seatsLeft: 7,
  ...overrides,
});
const joinedInvitation = anInvitation({ isOwn: false, status: 'accepted' });

const renderSharedInvitation = (
  scenarioAnswer: SharedInvitation | ScenarioAnswer,
  {
    session = 'anonymous',
    answers = [],
    invitations = [],
  }: {
    readonly session?: SessionKind;
    readonly answers?: readonly ScenarioAnswer[];
    readonly invitations?: readonly Invitation[];
  } = {},
) =>
  renderWithShell(<SharedInvitationSheet token={LINK_TOKEN} />, {
    session,
    ...(invitations.length > 0 && { topics: { [meTopic]: { invitations } } }),
    answers: [
      typeof scenarioAnswer === 'function' ? scenarioAnswer : answer(getSharedInvitation, scenarioAnswer),
      ...answers,
      answer(getRestaurant, aRestaurant({ key: 'elbkantine' })),
    ],
    address: { key: 'sharedinvitation', params: [LINK_TOKEN] },
  });

const acceptButton = () => screen.findByRole('button', { name: 'Zusagen' });

afterEach(() => window.sessionStorage.clear());

describe('the page of a link', () => {
  it('shows place, time, address, free seats, and first names of the guests', async () => {
    renderSharedInvitation(aSharedInvitation());
    expect(await screen.findByRole('link', { name: 'Elbkantine' })).toHaveAttribute(
      'href',
      '#details/elbkantine/shared',
    );
    for (const expectedText of [
      'Heute, 12:30',
      'Mi. 24. Juni',
      'Noch 7 Plätze',
      'Du brauchst dafür ein Konto, dann bist du dabei.',
    ])
      expect(screen.getByText(expectedText)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Route' })).toHaveAttribute('href', expect.stringContaining('maps'));
    expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'MMehmetZugesagt',
      'Jemand ohne NamenAntwort offen',
      'TTobiasAbgesagt',
    ]);
  });

  it.each(['anonymous', 'verified'] as const)(
    'can be reported to the support by readers outside of its chat, in a mail that names it: %s',
    async (session) => {
      renderSharedInvitation(aSharedInvitation(), { session });
      const mailUrl = new URL(
        (await screen.findByRole('link', { name: 'Einladung melden' })).getAttribute('href') ?? '',
      );
      expect([mailUrl.protocol, mailUrl.pathname, mailUrl.searchParams.get('subject')]).toEqual([
        'mailto:',
        'hilfe@mahlzeit.test',
        'Einladung melden',
      ]);
      expect(mailUrl.searchParams.get('body')).toContain(LINK_TOKEN);
    },
  );

  it('is reported in its menu by its attendees', async () => {
    renderSharedInvitation(aSharedInvitation({ key: joinedInvitation.key }), {
      session: 'verified',
      answers: [answer(getInvitation, joinedInvitation)],
    });
    await screen.findByRole('link', { name: 'Elbkantine' });
    expect(screen.queryByRole('link', { name: 'Einladung melden' })).not.toBeInTheDocument();
  });

  it.each<[string, SharedInvitation | ScenarioAnswer]>([
    ['is full', aSharedInvitation({ seatsLeft: 0 })],
    ['is over', refuse(getSharedInvitation, 'invitationOver')],
    ['was revoked', refuse(getSharedInvitation, 'notFound')],
  ])('links to the login where it %s, but not for attendees', async (_, scenarioResponse) => {
    const { unmount } = renderSharedInvitation(scenarioResponse);
    expect(await screen.findByRole('link', { name: 'Anmelden' })).toHaveAttribute('href', '#login');
    unmount();
    renderSharedInvitation(scenarioResponse, { session: 'verified' });
    await screen.findByText(/^Lokale? ansehen$/);
    expect(screen.queryByRole('link', { name: 'Anmelden' })).not.toBeInTheDocument();
  });

  it('counts guests beyond the third', async () => {
    renderSharedInvitation(
      aSharedInvitation({
        attendees: Array.from({ length: 10 }, (_, index) => ({ firstName: `Gast${index}`, status: 'accepted' })),
        seatsLeft: 1,
      }),
    );
    expect(await screen.findByText('und 7 andere')).toBeInTheDocument();
    expect(screen.getByText('Noch 1 Platz')).toBeInTheDocument();
  });

  it('says that all seats are taken, and links to the place', async () => {
    renderSharedInvitation(aSharedInvitation({ seatsLeft: 0 }));
    expect(await screen.findByText('Alle Plätze vergeben')).toBeInTheDocument();
    expect(screen.getByText('Wird ein Platz frei, geht dieser Link wieder.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Lokal ansehen' })).toHaveAttribute('href', '#details/elbkantine/shared');
    expect(screen.queryByRole('button', { name: 'Zusagen' })).not.toBeInTheDocument();
  });

  it.each<[string, SharedInvitation | ScenarioAnswer, string]>([
    ['is over', refuse(getSharedInvitation, 'invitationOver'), 'Dieses Treffen ist vorbei'],
    ['was revoked', refuse(getSharedInvitation, 'notFound'), 'Diesen Link gibt es nicht mehr'],
    ['was cut', refuse(getSharedInvitation, 'invalidRequest'), 'Diesen Link gibt es nicht mehr'],
  ])('says that it %s, and links to the places', async (_, scenarioResponse, expectedTitle) => {
    const { user, shell } = renderSharedInvitation(scenarioResponse);
    expect(await screen.findByRole('heading', { name: expectedTitle })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Lokale ansehen' }));
    expect(shell.recorded.navigation).toEqual([['close']]);
  });

  it.each<[string, ScenarioAnswer, RegExp]>([
    ['nobody is reached', failAsUnreachable(getSharedInvitation), /Keine Verbindung/],
    [
      'it was asked for too often',
      refuse(getSharedInvitation, 'ErrorTooManyAttempts', { retryAfterMs: 1_000 }),
      /Zu viele Versuche/,
    ],
  ])('shows a retry when %s', async (_, scenarioResponse, expectedText) => {
    const { user, shell } = renderSharedInvitation(scenarioResponse);
    expect(await screen.findByText(expectedText)).toBeInTheDocument();
    shell.use(answer(getSharedInvitation, aSharedInvitation()));
    await user.click(screen.getByRole('button', { name: /Erneut/ }));
    expect(await acceptButton()).toBeInTheDocument();
  });

  it('T12 closes fifteen minutes before, and is over at its date, while it is open', async () => {
    const { shell, user } = renderSharedInvitation(aSharedInvitation(), { session: 'verified' });
    expect(await acceptButton()).not.toHaveAttribute('aria-disabled');
    shell.advance(45 * 60_000);
    await user.click(await acceptButton());
    expect(screen.getAllByText('Ab 15 Minuten vorher geht das nicht mehr.')[0]).toBeInTheDocument();
    expect(shell.requests).not.toContain(`POST /api/invitations/shared/${LINK_TOKEN}/join`);
    shell.advance(15 * 60_000);
    expect(await screen.findByRole('heading', { name: 'Dieses Treffen ist vorbei' })).toBeInTheDocument();
  });
});

describe('joining', () => {
  it('takes a verified member one press, and leads to the invitations', async () => {
    const { user, shell } = renderSharedInvitation(aSharedInvitation(), {
      session: 'verified',
      answers: [answer(joinSharedInvitation, joinedInvitation)],
    });
    await user.dblClick(await acceptButton());
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['replace', 'invitations']]));
    expect(shell.requests.filter((requestLine) => requestLine.startsWith('POST'))).toHaveLength(1);
    expect(shell.recorded.snackbars).toEqual([{ tone: 'success', text: 'Du bist dabei.' }]);
  });

  it('warns a member of another meetup at that time', async () => {
    renderSharedInvitation(aSharedInvitation(), {
      session: 'verified',
      invitations: [anInvitation({ key: 'essen-12', status: 'accepted', date: '2026-06-24T12:00:00+02:00' })],
    });
    expect(await screen.findByText('Um 12:00 bist du schon mit Mehmet bei Elbkantine.')).toBeInTheDocument();
    expect(await acceptButton()).toBeEnabled();
  });

  it.each(['anonymous', 'unverified'] as const)(
    'leads a visitor who is %s to the account, and joins by itself afterwards',
    async (session) => {
      const { user, shell } = renderSharedInvitation(aSharedInvitation(), { session });
      await user.click(await acceptButton());
      await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'joininvitation', LINK_TOKEN]]));
      expect(shell.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
      const laterJoinSheet = renderWithShell(<JoinSheet token={LINK_TOKEN} />, {
        session: 'verified',
        answers: [answer(joinSharedInvitation, joinedInvitation)],
      });
      await waitFor(() => expect(laterJoinSheet.shell.recorded.navigation).toEqual([['replace', 'invitations']]));
      // The visitor's consent counts only once, so opening the same URL again doesn't join the meetup.
      const reopenedJoinSheet = renderWithShell(<JoinSheet token={LINK_TOKEN} />, { session: 'verified' });
      await waitFor(() =>
        expect(reopenedJoinSheet.shell.recorded.navigation).toEqual([['replace', 'sharedinvitation', LINK_TOKEN]]),
      );
      expect(reopenedJoinSheet.shell.requests).toEqual([]);
    },
  );

  it.each<[string, ScenarioAnswer, string, RegExp]>([
    ['over', refuse(getSharedInvitation, 'invitationOver'), 'Dieses Treffen ist vorbei', /^Dieses Treffen ist vorbei$/],
    [
      'full',
      answer(getSharedInvitation, aSharedInvitation({ seatsLeft: 0 })),
      'Gerade sind alle Plätze vergeben.',
      /^Alle Plätze vergeben$/,
    ],
    ['out of reach', failAsUnreachable(getSharedInvitation), 'Keine Verbindung zum Internet.', /^Zusagen$/],
  ])(
    'leads nobody to the account when it is %s meanwhile',
    async (_, laterAnswer, expectedText, expectedButtonName) => {
      const { user, shell } = renderSharedInvitation(aSharedInvitation());
      const joinButton = await acceptButton();
      shell.use(laterAnswer);
      await user.click(joinButton);
      await waitFor(() =>
        expect(shell.recorded.snackbars).toMatchObject([
          { tone: 'error', text: expect.stringContaining(expectedText.slice(0, 16)) },
        ]),
      );
      expect(await screen.findByText(expectedButtonName)).toBeInTheDocument();
      expect(shell.recorded.navigation).toEqual([]);
    },
  );

  it('needs more than the address', async () => {
    const { shell } = renderWithShell(<JoinSheet token={LINK_TOKEN} />, { session: 'verified' });
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['replace', 'sharedinvitation', LINK_TOKEN]]));
    expect(shell.requests).toEqual([]);
  });

  it.each([
    ['invitationFull', 'Gerade sind alle Plätze vergeben.'],
    ['uninvitable', 'Zu diesem Treffen kannst du nicht dazukommen.'],
    ['deadlineExceeded', /zu spät/],
    ['internal', /nicht geklappt/],
  ] as const)('that is refused for %s shows the error and the current state', async (errorCode, expectedText) => {
    const { user, shell } = renderSharedInvitation(aSharedInvitation(), {
      session: 'verified',
      answers: [refuse(joinSharedInvitation, errorCode)],
    });
    await user.click(await acceptButton());
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([
        { tone: 'error', text: typeof expectedText === 'string' ? expectedText : expect.stringMatching(expectedText) },
      ]),
    );
    await waitFor(() =>
      expect(shell.requests.filter((request) => request === `GET /api/invitations/shared/${LINK_TOKEN}`)).toHaveLength(
        2,
      ),
    );
  });
});

describe('an attendee', () => {
  const ownAttendee = anAttendee({ key: 'uid-frieda-01', name: 'Frieda Petersen' });
  const invitationWithOwnStatus = (ownStatus: 'accepted' | 'pending') =>
    renderSharedInvitation(aSharedInvitation({ key: 'einladung-09' }), {
      session: 'verified',
      answers: [
        answer(
          getInvitation,
          anInvitation({
            key: 'einladung-09',
            isOwn: false,
            attendees: [anAttendee({ status: 'accepted' }), { ...ownAttendee, status: ownStatus }],
          }),
        ),
        answer(joinSharedInvitation, joinedInvitation),
      ],
    });

  it.each([
    ['accepted', 'Du hast zugesagt.'],
    ['pending', 'Du bist eingeladen und hast noch nicht geantwortet.'],
  ] as const)('sees that they have %s, and a link to the invitation', async (status, expectedText) => {
    invitationWithOwnStatus(status);
    expect(await screen.findByText(expectedText)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Zur Einladung' })).toHaveAttribute('href', '#invitations');
    expect(screen.queryByRole('button', { name: /usagen/ })).not.toBeInTheDocument();
  });

  it('has a button to the chat from the moment at which they are in it', async () => {
    const { shell } = invitationWithOwnStatus('accepted');
    await screen.findByText('Du hast zugesagt.');
    expect(screen.queryByRole('link', { name: 'Chat öffnen' })).not.toBeInTheDocument();
    act(() => shell.change(meTopic, { kind: 'put', collection: 'chats', key: 'chat-01', value: aChat() }));
    expect(await screen.findByRole('link', { name: 'Chat öffnen' })).toHaveAttribute('href', '#chatmessages/chat-01');
  });

  it('sees that the invitation is their own', async () => {
    renderSharedInvitation(aSharedInvitation({ key: 'einladung-09' }), {
      session: 'verified',
      answers: [
        answer(
          getInvitation,
          anInvitation({ key: 'einladung-09', attendees: [{ ...ownAttendee, status: 'accepted' }] }),
        ),
      ],
    });
    expect(await screen.findByText('Das ist dein Treffen.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /usagen/ })).not.toBeInTheDocument();
  });

  it('may join again after they have declined elsewhere', async () => {
    const { user, shell } = invitationWithOwnStatus('accepted');
    await screen.findByText('Du hast zugesagt.');
    shell.change(meTopic, {
      kind: 'put',
      collection: 'invitations',
      key: 'einladung-09',
      value: anInvitation({
        key: 'einladung-09',
        isOwn: false,
        attendees: [anAttendee({ status: 'accepted' }), { ...ownAttendee, status: 'declined' }],
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Doch zusagen' }));
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['replace', 'invitations']]));
  });
});
