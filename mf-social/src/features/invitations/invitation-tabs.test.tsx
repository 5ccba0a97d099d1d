import {
  addContacts,
  answerInvitation,
  blockUsers,
  getInvitationCalendar,
  getInvitations,
  getRestaurant,
  meTopic,
  reportAbuse,
  revokeInvitationLink,
  sendInvitationReminder,
  shareInvitation,
  unblockUsers,
  chatTopic,
} from '@mahlzeit/contract';
import type { Invitation } from '@mahlzeit/contract';
import {
  aBlockedUser,
  aChat,
  aChatMessage,
  aContact,
  anAttendee,
  anInvitation,
  aRestaurant,
  aRestaurantSummary,
} from '@mahlzeit/contract/fixtures';
import { answer, refuse, renderWithShell, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer, ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { InvitationsSheet } from './invitation-tabs';

const MINUTE = 60_000;
const me = anAttendee({ key: 'uid-frieda-01', name: 'Frieda Petersen', status: 'accepted' });
const mehmet = anAttendee({ status: 'accepted' });
const own = anInvitation({ status: 'accepted', attendees: [me, mehmet] });
const invited = anInvitation({ isOwn: false, attendees: [mehmet, { ...me, status: 'pending' }] });

interface Shown extends ScenarioShellOptions {
  readonly invitations?: readonly Invitation[];
}

const onStart = jest.fn();

const show = ({ invitations = [], answers = [], topics = {}, ...more }: Shown = {}) =>
  renderWithShell(<InvitationsSheet isStarting={false} onStart={onStart} onClose={() => undefined} />, {
    session: 'verified',
    topics: { [meTopic]: { invitations }, ...topics },
    answers: [...answers, answer(getInvitations, []), answer(getRestaurant, aRestaurant({ key: 'elbkantine' }))],
    ...more,
  });

const stub = (name = 'Elbkantine') => screen.findByRole('button', { name });
const menuOf = async (user: ReturnType<typeof show>['user'], name = 'Elbkantine') => {
  await user.click(await stub(name));
  return within(await screen.findByRole('dialog', { name }));
};
const peopleIn = (menu: Awaited<ReturnType<typeof menuOf>>) => within(menu.getByRole('list', { name: 'Wer kommt' }));
const labelsOf = (buttons: readonly HTMLElement[]) =>
  buttons.map((button) => button.textContent).filter((label) => label !== '');
const rowsOfMenu = (menu: Awaited<ReturnType<typeof menuOf>>) =>
  labelsOf(menu.getAllByRole('button').filter((button) => button.closest('ul') === null));

describe('the tabs', () => {
  it('explain that they are empty, and start a meetup', async () => {
    const { user } = show();
    expect(await screen.findByRole('heading', { name: 'Keine Einladungen' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Jemanden einladen' }));
    expect(onStart).toHaveBeenCalledTimes(1);
    await user.click(await screen.findByRole('tab', { name: /Vergangen 0/ }));
    expect(screen.getByRole('heading', { name: 'Nichts Vergangenes' })).toBeInTheDocument();
  });

  it('show time, place, owner, status and answers', async () => {
    show({ invitations: [{ ...invited, isTakeAway: true }] });
    await stub();
    const row = within(screen.getByRole('tabpanel'));
    for (const words of [
      'Heute',
      '12:30',
      '24. Juni',
      'Von Mehmet · Zum Mitnehmen',
      'Antwort offen',
      'Mehmet Aydın: Zugesagt',
    ])
      expect(row.getByText(words)).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: /Anstehend 1$/ })).toBeInTheDocument();
  });

  it('S10 move an invitation to the past ones at its minute, and show it once', async () => {
    const { shell, user } = show({ invitations: [own] });
    await stub();
    shell.advance(59 * MINUTE);
    expect(await stub()).toBeInTheDocument();
    shell.advance(MINUTE);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Elbkantine' })).not.toBeInTheDocument());
    await user.click(screen.getByRole('tab', { name: /Vergangen 1/ }));
    expect(screen.getAllByRole('button', { name: 'Elbkantine' })).toHaveLength(1);
  });
});

describe('past invitations', () => {
  const past = Array.from({ length: 13 }, (_, at) =>
    anInvitation({
      key: `alt-${at}`,
      date: new Date(Date.parse('2026-06-24T11:00:00+02:00') - at * 3_600_000).toISOString(),
      restaurantInfo: aRestaurantSummary({ name: `Lokal ${at}` }),
    }),
  );
  const names = () =>
    within(screen.getByRole('tabpanel'))
      .getAllByRole('button', { name: /^Lokal|^Elbkantine/ })
      .map((row) => row.textContent);
  const open = async (user: ReturnType<typeof show>['user']) =>
    user.click(await screen.findByRole('tab', { name: /Vergangen 5\+/ }));

  it('are loaded in fives; a further row tells whether there are more', async () => {
    const { user, shell } = show({
      answers: [answer(getInvitations, past.slice(0, 6), past.slice(6, 12), past.slice(12))],
    });
    await open(user);
    expect(names()).toEqual(['Lokal 0', 'Lokal 1', 'Lokal 2', 'Lokal 3', 'Lokal 4']);
    await user.click(screen.getByRole('button', { name: 'Mehr anzeigen' }));
    await waitFor(() => expect(names()).toHaveLength(10));
    await user.click(screen.getByRole('button', { name: 'Mehr anzeigen' }));
    await waitFor(() => expect(names()).toHaveLength(13));
    expect(names()).toEqual(past.map(({ restaurantInfo: { name } }) => name));
    expect(screen.queryByRole('button', { name: 'Mehr anzeigen' })).not.toBeInTheDocument();
    expect(screen.getByText(/^Nach einer Woche/)).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: /Vergangen 13$/ })).toBeInTheDocument();
    expect(shell.requests.filter((request) => request === 'GET /api/invitations')).toHaveLength(3);
  });

  it('S10 neither double nor lose one that expires between two pages', async () => {
    const { user, shell } = show({
      invitations: [own],
      answers: [answer(getInvitations, past.slice(0, 6), past.slice(6, 9))],
    });
    await open(user);
    shell.advance(61 * MINUTE);
    await waitFor(() => expect(names()).toEqual(['Elbkantine', 'Lokal 0', 'Lokal 1', 'Lokal 2', 'Lokal 3']));
    await user.click(screen.getByRole('button', { name: 'Mehr anzeigen' }));
    await waitFor(() =>
      expect(names()).toEqual(['Elbkantine', ...past.slice(0, 9).map(({ restaurantInfo: { name } }) => name)]),
    );
  });

  it('show an error when they can’t be loaded, and a retry', async () => {
    const { user, shell } = show({ answers: [refuse(getInvitations, 'unavailable')] });
    await user.click(await screen.findByRole('tab', { name: 'Vergangen' }));
    expect(await screen.findByText(/Ältere laden gerade nicht/)).toBeInTheDocument();
    shell.use(answer(getInvitations, past.slice(0, 2)));
    await user.click(screen.getByRole('button', { name: /anzeigen|laden/i }));
    await waitFor(() => expect(names()).toHaveLength(2));
  });
});

describe('an answer', () => {
  it('is sent once, even after several presses, and shows once it is stored', async () => {
    const { user, shell } = show({
      invitations: [invited],
      answers: [answer(answerInvitation, { ...invited, status: 'accepted', attendees: [mehmet, me] })],
    });
    await user.dblClick(await screen.findByRole('button', { name: 'Zusagen' }));
    expect(await screen.findByText('Zugesagt')).toBeInTheDocument();
    expect(shell.requests.filter((request) => request === 'PATCH /api/invitations/einladung-01')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Zusagen' })).not.toBeInTheDocument();
    expect(shell.recorded.snackbars).toEqual([{ tone: 'success', text: 'Du hast zugesagt.' }]);
  });

  it.each([
    ['Absagen', invited, 'Du hast abgesagt.'],
    ['Treffen absagen', own, 'Das Treffen ist abgesagt.'],
  ] as const)('is withdrawn once, even after several presses: %s', async (name, invitation, message) => {
    const { user, shell } = show({
      invitations: [invitation],
      answers: [answer(answerInvitation, { ...invitation, status: 'canceled' })],
    });
    shell.answerNextAlert('leave');
    shell.answerNextAlert('leave');
    await user.dblClick((await menuOf(user)).getByRole('button', { name }));
    await waitFor(() => expect(shell.recorded.snackbars).toEqual([{ tone: 'success', text: message }]));
    expect(shell.recorded.alerts).toHaveLength(1);
    expect(shell.requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(1);
  });

  it('stays open after a connection failure with a message, and a retry is the same answer', async () => {
    const { user, shell } = show({ invitations: [invited], answers: [unreachable(answerInvitation)] });
    const call = jest.spyOn(shell.apiClient, 'call');
    const accept = async () => user.click(await screen.findByRole('button', { name: 'Zusagen' }));
    await accept();
    await waitFor(() =>
      expect(shell.recorded.snackbars).toEqual([
        { tone: 'error', text: 'Das ließ sich nicht ändern. Versuch es gleich noch einmal.' },
      ]),
    );
    expect(screen.getByText('Antwort offen')).toBeInTheDocument();
    shell.use(answer(answerInvitation, { ...invited, status: 'accepted', attendees: [mehmet, me] }));
    await accept();
    expect(await screen.findByText('Zugesagt')).toBeInTheDocument();
    const keys = call.mock.calls.flatMap(([route, input]) =>
      route.name === answerInvitation.name ? [input.idempotencyKey] : [],
    );
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  });

  it('declines for a guest after a question', async () => {
    const declined = { ...invited, attendees: [mehmet, { ...me, status: 'declined' as const }] };
    const { user, shell } = show({ invitations: [invited], answers: [answer(answerInvitation, declined)] });
    await user.click(await screen.findByRole('button', { name: 'Absagen' }));
    await waitFor(() => expect(shell.recorded.alerts).toMatchObject([{ title: 'Einladung absagen?' }]));
    expect(shell.requests).not.toContain('PATCH /api/invitations/einladung-01');
    shell.answerNextAlert('leave');
    await user.click(screen.getByRole('button', { name: 'Absagen' }));
    expect(await screen.findByText('Abgesagt')).toBeInTheDocument();
  });

  it('cancels the meetup for its owner, from the menu', async () => {
    const { user, shell } = show({
      invitations: [own],
      answers: [answer(answerInvitation, { ...own, status: 'canceled' })],
    });
    shell.answerNextAlert('leave');
    const menu = await menuOf(user);
    await user.click(menu.getByRole('button', { name: 'Treffen absagen' }));
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
  ])('T12 that is %s is refused with an alert of its own', async (_, refusal, words) => {
    const { user, shell } = show({ invitations: [invited], answers: [refusal] });
    await user.click(await screen.findByRole('button', { name: 'Zusagen' }));
    await waitFor(() => expect(shell.recorded.alerts.map(({ title, text }) => `${title}: ${text}`)).toEqual([words]));
    expect(shell.recorded.snackbars).toEqual([]);
    expect(screen.queryAllByRole('button', { name: 'Elbkantine' })).toHaveLength(words.includes('gelöscht') ? 0 : 1);
  });

  it.each(['transitionNotAllowed', 'notAllowed', 'notFound', 'internal'] as const)(
    'that fails for %s is refused with the general message',
    async (code) => {
      const { user, shell } = show({ invitations: [invited], answers: [refuse(answerInvitation, code)] });
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
  it('T12 removes Absagen fifteen minutes before the meetup, and Zusagen at its start', async () => {
    const { shell } = show({ invitations: [invited] });
    const buttons = () => ['Zusagen', 'Absagen'].filter((name) => screen.queryByRole('button', { name }) !== null);
    await stub();
    expect(buttons()).toEqual(['Zusagen', 'Absagen']);
    shell.advance(44 * MINUTE + 59_000);
    expect(buttons()).toEqual(['Zusagen', 'Absagen']);
    shell.advance(1_000);
    expect(buttons()).toEqual(['Zusagen']);
    shell.advance(15 * MINUTE);
    expect(buttons()).toEqual([]);
  });
});

describe('ordering', () => {
  it('runs a command of ordering, or opens the place when that fails', async () => {
    const { user, shell } = show({ invitations: [own] });
    await user.click(await screen.findByRole('button', { name: 'Bestellen' }));
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'details', 'elbkantine']]));
    expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error', text: /Bestellen geht gerade nicht/ }]);
  });

  it('puts the invitation into the cart', async () => {
    const asking = jest.fn(() => Promise.resolve({ hasStarted: true }));
    const { user, shell } = show({ invitations: [own], commands: { 'ordering/startFromInvitation': asking } });
    await user.click(await screen.findByRole('button', { name: 'Bestellen' }));
    await waitFor(() => expect(asking).toHaveBeenCalledWith({ invitationKey: 'einladung-01' }, expect.anything()));
    expect([shell.recorded.navigation, shell.recorded.snackbars]).toEqual([[], []]);
  });

  it.each<[string, Invitation, { readonly missingScreens?: readonly string[] }, string | null]>([
    ['an order', { ...own, order: 'bestellung-01' }, {}, '#order/bestellung-01'],
    ['no order', own, {}, null],
    ['an order and no screen for it', { ...own, order: 'bestellung-01' }, { missingScreens: ['order'] }, null],
  ])('with %s', async (_, invitation, more, href) => {
    show({ invitations: [invitation], ...more });
    await stub();
    const link = screen.queryByRole('link', { name: 'Bestellung ansehen' });
    expect(link?.getAttribute('href') ?? null).toBe(href);
  });
});

describe('the reminder', () => {
  const remindable = {
    invitations: [own],
    topics: { [chatTopic('chat-01')]: { messages: [aChatMessage({ content: 'invitation', contentId: own.key })] } },
  };

  it('S09 is sent once and disappears, on other devices too', async () => {
    const { user, shell } = show({ ...remindable, answers: [answer(sendInvitationReminder, { success: true })] });
    await user.click(await screen.findByRole('button', { name: 'Erinnern' }));
    await waitFor(() =>
      expect(shell.recorded.snackbars).toEqual([{ tone: 'success', text: 'Die Erinnerung ist raus.' }]),
    );
    expect(screen.queryByRole('button', { name: 'Erinnern' })).not.toBeInTheDocument();
  });

  it('S09 is missing before it is known whether it was sent', async () => {
    const messages = [aChatMessage({ content: 'invitation', contentId: own.key, reminderSent: true })];
    const heights: number[] = [];
    const watch = new MutationObserver(() =>
      heights.push(screen.queryAllByRole('button', { name: 'Erinnern' }).length),
    );
    watch.observe(document.body, { childList: true, subtree: true });
    show({ invitations: [own], topics: { [chatTopic('chat-01')]: { messages } } });
    await screen.findByRole('button', { name: 'Bestellen' });
    watch.disconnect();
    expect(heights.length).toBeGreaterThan(0);
    expect(Math.max(...heights)).toBe(0);
  });

  it('S09 disappears when another device has sent it', async () => {
    const { shell } = show(remindable);
    await screen.findByRole('button', { name: 'Erinnern' });
    shell.change(chatTopic('chat-01'), {
      kind: 'put',
      collection: 'messages',
      key: 'nachricht-01',
      value: { ...aChatMessage({ content: 'invitation', contentId: own.key, reminderSent: true }) },
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Erinnern' })).not.toBeInTheDocument());
  });

  it('S09 disappears with a message when it was sent already, and stays after a failure', async () => {
    const { user, shell } = show({ ...remindable, answers: [refuse(sendInvitationReminder, 'internal')] });
    await user.click(await screen.findByRole('button', { name: 'Erinnern' }));
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error' }]));
    shell.use(refuse(sendInvitationReminder, 'reminderSent'));
    await user.click(screen.getByRole('button', { name: 'Erinnern' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Erinnern' })).not.toBeInTheDocument());
    expect(shell.recorded.snackbars.slice(1)).toEqual([{ text: 'Die Erinnerung ging schon raus.' }]);
  });
});

describe('the menu', () => {
  it('has the owner’s actions', async () => {
    const { user } = show({
      invitations: [{ ...own, attendees: [me, { ...mehmet, hasOrdered: true }] }],
      topics: { [meTopic]: { invitations: [own], chats: [aChat()] }, [chatTopic('chat-01')]: {} },
    });
    const menu = await menuOf(user);
    await menu.findByRole('button', { name: /^Erinnern/ });
    expect(rowsOfMenu(menu)).toEqual([
      'Lokal ansehen',
      'Chat öffnen',
      'In den Kalender',
      'Link zum Treffen teilenAuch für Leute ohne Konto',
      'ErinnernAlle, die noch nichts bestellt haben',
      'Treffen absagen',
    ]);
  });

  it('has the actions of a guest who came by a link and isn’t in the chat', async () => {
    const { user } = show({ invitations: [{ ...invited, status: 'accepted', attendees: [mehmet, me] }] });
    expect(rowsOfMenu(await menuOf(user))).toEqual([
      'Lokal ansehen',
      'In den Kalender',
      'Link zum Treffen teilenAuch für Leute ohne Konto',
      'Einladung melden',
      'Absagen',
    ]);
  });

  it('has neither link nor calendar for a guest who declined', async () => {
    const { user } = show({
      invitations: [
        {
          ...invited,
          status: 'accepted',
          attendees: [mehmet, { ...me, status: 'declined' }, anAttendee({ key: 'gast', status: 'accepted' })],
        },
      ],
    });
    expect(rowsOfMenu(await menuOf(user))).toEqual(['Lokal ansehen', 'Einladung melden']);
  });

  it('lists all attendees by their answers', async () => {
    const many = Array.from({ length: 8 }, (_, at) =>
      anAttendee({ key: `gast-${at}`, name: `Gast ${at}`, status: at < 2 ? 'declined' : 'accepted' }),
    );
    const { user } = show({
      invitations: [{ ...invited, status: 'accepted', attendees: [mehmet, { ...me, status: 'pending' }, ...many] }],
    });
    const names = peopleIn(await menuOf(user))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(names).toEqual([
      'Wer kommt',
      expect.stringMatching(/Mehmet AydınZugesagt$/),
      ...[2, 3, 4, 5, 6, 7].map((at) => expect.stringMatching(new RegExp(`Gast ${at}Zugesagt$`))),
      expect.stringMatching(/Frieda PetersenAntwort offen$/),
      ...[0, 1].map((at) => expect.stringMatching(new RegExp(`Gast ${at}Abgesagt$`))),
    ]);
  });

  it('links to the place', async () => {
    const { user, shell } = show({ invitations: [invited] });
    await user.click((await menuOf(user)).getByRole('button', { name: 'Lokal ansehen' }));
    expect(shell.recorded.navigation).toEqual([['open', 'details', 'elbkantine']]);
  });

  it.each([
    ['and offers to block who asks', invited, 'verified', ['Mehmet Aydın auch blockieren?']],
    ['and offers it to whoever lacks a verified address too', invited, 'unverified', ['Mehmet Aydın auch blockieren?']],
    [
      'and asks nothing where that account is gone',
      { ...invited, attendees: [{ ...mehmet, name: '' }, me] },
      'verified',
      [],
    ],
  ] as const)('reports its message, %s', async (_what, invitation, session, alerts) => {
    const { user, shell } = show({
      invitations: [{ ...invitation, attendees: [...invitation.attendees] }],
      session,
      answers: [answer(reportAbuse, { reportId: 'm1' })],
    });
    await user.click((await menuOf(user)).getByRole('button', { name: 'Einladung melden' }));
    await user.click(screen.getByRole('radio', { name: 'Werbung oder Betrug' }));
    await user.click(screen.getByRole('button', { name: 'Meldung abschicken' }));
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success' }]));
    expect(shell.recorded.alerts.map(({ title }) => title)).toEqual(alerts);
  });
});

describe('an attendee', () => {
  const wanda = anAttendee({ key: 'uid-wanda', name: 'Wanda Fremd', status: 'accepted' });
  const party = anInvitation({
    status: 'accepted',
    attendees: [me, wanda, anAttendee({ key: 'weg', name: '', status: 'declined' })],
  });
  const sheetOf = async (user: ReturnType<typeof show>['user'], name = wanda.name) => {
    await user.click(peopleIn(await menuOf(user)).getByRole('button', { name }));
    return within(await screen.findByRole('dialog', { name }));
  };
  const of = (known: Readonly<Record<string, readonly object[]>>) => ({
    invitations: [party],
    topics: { [meTopic]: { invitations: [party], ...known } },
  });

  it('opens their actions; the reader and deleted accounts don’t', async () => {
    const { user } = show({ invitations: [party] });
    expect(labelsOf(peopleIn(await menuOf(user)).getAllByRole('button'))).toEqual([wanda.name]);
  });

  it.each([
    ['a stranger', {}, ['Person melden', 'Wanda Fremd als Kontakt hinzufügen', 'Wanda Fremd blockieren']],
    [
      'a contact',
      { contacts: [aContact({ key: wanda.key, name: wanda.name })] },
      ['Person melden', 'Wanda Fremd blockieren'],
    ],
    [
      'blocked',
      { blockedUsers: [aBlockedUser({ key: wanda.key, name: wanda.name })] },
      [
        'Person melden',
        'Wanda Fremd nicht mehr blockieren',
        'Wanda Fremd nicht mehr blockieren und als Kontakt hinzufügen',
      ],
    ],
  ])('has the fitting actions: %s', async (_, person, rows) => {
    const { user } = show(of(person));
    expect(labelsOf((await sheetOf(user)).getAllByRole('button'))).toEqual(rows);
  });

  it('is blocked after a question, and so removed by the owner', async () => {
    const { user, shell } = show({ ...of({}), answers: [answer(blockUsers, {})] });
    shell.answerNextAlert('block');
    await user.click((await sheetOf(user)).getByRole('button', { name: 'Wanda Fremd blockieren' }));
    await waitFor(() =>
      expect(shell.recorded.snackbars).toEqual([{ tone: 'success', text: 'Wanda Fremd ist blockiert.' }]),
    );
    expect(shell.recorded.alerts).toMatchObject([{ title: 'Wanda Fremd blockieren?' }]);
    expect(screen.queryByRole('dialog', { name: wanda.name })).not.toBeInTheDocument();
  });

  it.each<{
    what: string;
    known: Readonly<Record<string, readonly object[]>>;
    row: string;
    scenarioAnswer: ScenarioAnswer;
    said: string;
  }>([
    {
      what: 'added',
      known: {},
      row: 'Wanda Fremd als Kontakt hinzufügen',
      scenarioAnswer: answer(addContacts, { contacts: [aContact({ key: wanda.key, name: wanda.name })] }),
      said: '1 Kontakt ist dazugekommen.',
    },
    {
      what: 'unblocked',
      known: { blockedUsers: [aBlockedUser({ key: wanda.key, name: wanda.name })] },
      row: 'Wanda Fremd nicht mehr blockieren',
      scenarioAnswer: answer(unblockUsers, {}),
      said: 'Wanda Fremd ist nicht mehr blockiert.',
    },
  ])('is $what', async ({ known, row, scenarioAnswer: given, said }) => {
    const { user, shell } = show({ ...of(known), answers: [given] });
    await user.click((await sheetOf(user)).getByRole('button', { name: row }));
    await waitFor(() => expect(shell.recorded.snackbars).toEqual([{ tone: 'success', text: said }]));
  });

  it('is reported, and can be blocked as well', async () => {
    const { user, shell } = show({ ...of({}), answers: [answer(reportAbuse, { reportId: 'm1' })] });
    await user.click((await sheetOf(user)).getByRole('button', { name: 'Person melden' }));
    await user.click(screen.getByRole('radio', { name: 'Werbung oder Betrug' }));
    await user.click(screen.getByRole('button', { name: 'Meldung abschicken' }));
    await waitFor(() => expect(shell.recorded.alerts).toMatchObject([{ title: 'Wanda Fremd auch blockieren?' }]));
  });
});

describe('the calendar', () => {
  it('is saved as a file that the session loads', async () => {
    const saved: Blob[] = [];
    const names: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
      revokeObjectURL: () => undefined,
    });
    const { user } = show({
      invitations: [invited],
      answers: [
        answer(getInvitationCalendar, {
          bytes: Uint8Array.from('BEGIN:VCALENDAR', (sign) => sign.charCodeAt(0)),
          name: null,
        }),
      ],
    });
    await user.click((await menuOf(user)).getByRole('button', { name: 'In den Kalender' }));
    await waitFor(() => expect(names).toEqual(['Treffen Elbkantine.ics']));
    expect([saved[0]?.type, saved[0]?.size]).toEqual(['text/calendar', 15]);
    jest.restoreAllMocks();
  });

  it('shows an error when it can’t be loaded', async () => {
    const { user, shell } = show({ invitations: [invited], answers: [refuse(getInvitationCalendar, 'internal')] });
    await user.click((await menuOf(user)).getByRole('button', { name: 'In den Kalender' }));
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error', text: /Termin/ }]));
  });
});

describe('the link', () => {
  const url = 'https://mahlzeit.example/i/k3Jx9mQvT2sLr8Yb5Wc7Zd';
  const openLink = async (user: ReturnType<typeof show>['user']) => {
    await user.click((await menuOf(user)).getByRole('button', { name: /^Link zum Treffen teilen/ }));
    return within(await screen.findByRole('dialog', { name: 'Link zum Treffen' }));
  };

  it('shows as a QR code, can be copied, and is withdrawn by its owner', async () => {
    const { user, shell } = show({
      invitations: [own],
      answers: [answer(shareInvitation, { url }), answer(revokeInvitationLink, {})],
    });
    const sheet = await openLink(user);
    expect(await sheet.findByRole('img', { name: 'QR-Code zum Treffen' })).toBeInTheDocument();
    const copy = jest.spyOn(window.navigator.clipboard, 'writeText');
    await user.click(sheet.getByRole('button', { name: 'Link kopieren' }));
    expect(copy).toHaveBeenCalledWith(url);
    shell.answerNextAlert('revoke');
    await user.click(sheet.getByRole('button', { name: 'Link zurückziehen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(shell.requests).toContain('DELETE /api/invitations/einladung-01/share');
    expect(shell.recorded.snackbars.at(-1)).toEqual({ tone: 'success', text: 'Der Link gilt nicht mehr.' });
  });

  it('can’t be withdrawn by a guest, and opens the share sheet if there is one', async () => {
    const share = jest.fn(() => Promise.resolve());
    Object.defineProperty(window.navigator, 'share', { value: share, configurable: true });
    const { user } = show({ invitations: [invited], answers: [answer(shareInvitation, { url })] });
    const sheet = await openLink(user);
    await user.click(await sheet.findByRole('button', { name: 'Link teilen' }));
    expect(share).toHaveBeenCalledWith({
      title: 'Link zum Treffen',
      text: 'Kommst du mit zum Mittag? Mi. 24. Juni, 12:30, Elbkantine',
      url,
    });
    expect(sheet.queryByRole('button', { name: 'Link zurückziehen' })).not.toBeInTheDocument();
    Reflect.deleteProperty(window.navigator, 'share');
  });

  it('shows a retry when it can’t be loaded', async () => {
    const { user, shell } = show({ invitations: [own], answers: [refuse(shareInvitation, 'internal')] });
    const sheet = await openLink(user);
    expect(await sheet.findByRole('heading', { name: /lässt sich gerade nicht holen/ })).toBeInTheDocument();
    shell.use(answer(shareInvitation, { url }));
    await user.click(sheet.getByRole('button', { name: /Erneut/ }));
    expect(await sheet.findByRole('img', { name: 'QR-Code zum Treffen' })).toBeInTheDocument();
  });
});
