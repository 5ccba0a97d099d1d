import {
  addContacts,
  chatTopic,
  getChatMessages,
  getRestaurant,
  meTopic,
  readChat,
  reportAbuse,
  sendChatMessage,
  unblockUsers,
} from '@mahlzeit/contract';
import type { ChatMessage } from '@mahlzeit/contract';
import {
  aBlockedUser,
  aChatMessage,
  aChatMessageView,
  aContact,
  anAccount,
  aPerson,
  aRestaurant,
  fixtureNow,
} from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, hang, refuse, renderWithShell, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer, ScenarioTopic } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ChatView } from './chat-view';
import { READ_EVERY_MS } from './use-chat';

const ME = anAccount().uid;
const CHAT = 'chat-01';
const TOPIC = chatTopic(CHAT);
const me = aPerson({ key: ME, displayName: 'Frieda Petersen' });
const mehmet = aPerson();
const tobias = aPerson({ key: 'uid-tobias-01', displayName: 'Tobias Krüger' });

const message = (key: string, content: string, overrides: Partial<ChatMessage> = {}): ChatMessage =>
  aChatMessage({ key, content, timestamp: fixtureNow - 60_000, ...overrides });
const put = (value: ChatMessage) => ({
  kind: 'put' as const,
  collection: 'messages',
  key: value.key,
  value: { ...value },
});

// jsdom has no layout: everything fits, so that the end of the chat is visible.
beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  jest.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(600);
});
afterEach(() => jest.restoreAllMocks());

interface Shown {
  readonly messages?: readonly ChatMessage[];
  readonly participants?: readonly object[];
  readonly topic?: ScenarioTopic;
  readonly answers?: readonly ScenarioAnswer[];
  readonly session?: 'unverified' | 'verified';
}

const show = ({
  messages = [message('n1', 'Heute wieder Kantine?')],
  participants = [me, mehmet],
  topic = {},
  answers = [],
  session = 'verified',
}: Shown = {}) =>
  renderWithShell(<ChatView chatKey={CHAT} />, {
    session,
    answers: [...answers, answer(readChat, {}), answer(getChatMessages, [])],
    topics: { [meTopic]: topic, [TOPIC]: { participants, messages } },
    commands: { 'account/callToAction': () => Promise.resolve({ mayGoOn: true }) },
  });

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);
const input = () => screen.getByRole('textbox', { name: 'Deine Nachricht' });

afterEach(() => window.localStorage.clear());

describe('the messages', () => {
  it('have day and time, newest last, own ones marked', async () => {
    show({
      messages: [message('n1', 'Kantine?'), message('n2', 'Gern', { authorKey: ME, timestamp: fixtureNow - 30_000 })],
    });
    await screen.findByText('Kantine?');
    expect(rows()).toEqual([expect.stringMatching(/^Heute.*Mehmet: Kantine\?11:29/), 'Du: Gern11:29']);
    expect(screen.getByRole('heading', { name: 'Mehmet Aydın' })).toBeInTheDocument();
  });

  it('S01 are headed by the first name and the number of others', async () => {
    const { shell } = show({ participants: [me, mehmet, tobias, aPerson({ key: 'c', displayName: 'Cem Kaya' })] });
    expect(await screen.findByRole('heading', { name: 'Mehmet Aydın (+ 2)' })).toBeInTheDocument();
    expect(screen.getByText('mit Tobias und Cem')).toBeInTheDocument();
    expect(shell.recorded.screenNames).toContain('Mehmet Aydın (+ 2)');
  });

  it('T16 show day and time after midnight', async () => {
    const { shell } = show();
    await screen.findByText('11:29');
    shell.advance(86_400_000);
    expect(screen.getByText('Gestern, 11:29')).toBeInTheDocument();
  });

  it('S02 show a card only for content of the gateway, with a link to the place', async () => {
    show({
      messages: [message('n1', 'restaurant'), message('n2', 'restaurant', { contentId: 'elbkantine' })],
      answers: [
        answer(getRestaurant, aRestaurant({ key: 'elbkantine', name: 'Elbkantine', routingName: 'elbkantine' })),
      ],
    });
    expect(await screen.findByRole('link', { name: 'Elbkantine' })).toHaveAttribute('href', '#details/elbkantine');
    expect(screen.getByText('restaurant')).toBeInTheDocument();
  });

  it('show the place’s logo on its card, and none when the picture is missing', async () => {
    show({
      messages: [message('n1', 'restaurant', { contentId: 'elbkantine' })],
      answers: [
        answer(getRestaurant, aRestaurant({ key: 'elbkantine', name: 'Elbkantine', logo: { url: '/media/logo.png' } })),
      ],
    });
    await screen.findByRole('link', { name: 'Elbkantine' });
    const logo = (): Element | null => document.querySelector('img[src="/media/logo.png"]');
    expect(logo()).toHaveAttribute('alt', '');
    fireEvent.error(logo() ?? document.body);
    expect(logo()).not.toBeInTheDocument();
  });

  it('show a placeholder for removed content', async () => {
    show({
      messages: [
        message('n1', 'invitation', { contentId: 'e1', removed: true }),
        message('n2', 'restaurant', { contentId: 'weg' }),
      ],
      answers: [refuse(getRestaurant, 'notFound')],
    });
    expect(await screen.findByText('Die Einladung gibt es nicht mehr.')).toBeInTheDocument();
    expect(await screen.findByText('Das Lokal gibt es hier nicht mehr.')).toBeInTheDocument();
  });

  it('open links in a new tab, and show their target', async () => {
    show({ messages: [message('n1', 'Schau https://elbkantine.example/karte!')] });
    const link = await screen.findByRole('link', { name: 'https://elbkantine.example/karte' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  it('are folded in a chat of many when their author is blocked, until a tap', async () => {
    const { user } = show({
      participants: [me, mehmet, tobias],
      messages: [message('n1', 'Kauft bei mir', { authorKey: tobias.key })],
      topic: { blockedUsers: [aBlockedUser({ key: tobias.key })] },
    });
    await user.click(await screen.findByRole('button', { name: 'Anzeigen' }));
    expect(screen.getByText('Kauft bei mir')).toBeInTheDocument();
  });

  it('name a deleted account', async () => {
    show({ participants: [me, mehmet, tobias], messages: [message('n1', 'Tschüss', { authorKey: 'weg' })] });
    await screen.findByText('Tschüss');
    expect(rows()[0]).toContain('Gelöschtes');
  });

  it('are replaced by a text in an empty chat', async () => {
    show({ messages: [] });
    expect(await screen.findByRole('heading', { name: 'Noch keine Nachrichten' })).toBeInTheDocument();
    expect(input()).toBeInTheDocument();
  });

  it('are replaced by an error in a chat that does not exist', async () => {
    const { shell } = show();
    await screen.findByText('Heute wieder Kantine?');
    shell.refuse(TOPIC);
    expect(await screen.findByRole('heading', { name: 'Diesen Chat gibt es nicht' })).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('new messages', () => {
  beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => void jest.useRealTimers());

  const untilMarked = () => act(() => jest.advanceTimersByTimeAsync(READ_EVERY_MS));

  it('are announced once, and older ones never', async () => {
    const { shell } = show();
    await screen.findByText('Heute wieder Kantine?');
    const log = screen.getByRole('log', { name: 'Neue Nachrichten' });
    expect(log).toBeEmptyDOMElement();
    act(() => shell.change(TOPIC, put(message('n2', 'Um zwölf?', { timestamp: fixtureNow }))));
    // The message is visible first: the announcement delays nothing.
    expect(screen.getByText('Um zwölf?')).toBeInTheDocument();
    expect(log).toBeEmptyDOMElement();
    shell.change(TOPIC, put(message('n3', 'Meins', { authorKey: ME, timestamp: fixtureNow })));
    await waitFor(() =>
      expect(
        within(log)
          .getAllByText(/./)
          .map((line) => line.textContent),
      ).toEqual(['Mehmet: Um zwölf?']),
    );
  });

  it('are marked as read for all devices, once for each newest message', async () => {
    const { shell } = show();
    const marks = () => shell.requests.filter((request) => request === 'PUT /api/chat/chat-01/read').length;
    await waitFor(() => expect(marks()).toBe(1));
    shell.change(TOPIC, put(message('n2', 'Meins', { authorKey: ME, timestamp: fixtureNow })));
    await screen.findByText('Meins');
    await untilMarked();
    expect(marks()).toBe(1);
    shell.change(TOPIC, put(message('n3', 'Um zwölf?', { timestamp: fixtureNow })));
    await waitFor(() => expect(marks()).toBe(2));
  });

  it('are marked as read once in a burst, and when the chat is left meanwhile', async () => {
    const { shell, unmount } = show();
    const marks = () => shell.requests.filter((request) => request === 'PUT /api/chat/chat-01/read').length;
    await waitFor(() => expect(marks()).toBe(1));
    shell.change(TOPIC, put(message('n2', 'Um zwölf?', { timestamp: fixtureNow })));
    shell.change(TOPIC, put(message('n3', 'Oder später?', { timestamp: fixtureNow + 1 })));
    await screen.findByText('Oder später?');
    expect(marks()).toBe(1);
    unmount();
    await waitFor(() => expect(marks()).toBe(2));
    await untilMarked();
    expect(marks()).toBe(2);
  });

  it.each([
    [
      'the page is put away',
      () => {
        jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
        fireEvent(document, new Event('visibilitychange'));
      },
    ],
    ['its tab is closed', () => fireEvent(window, new Event('pagehide'))],
  ])('are marked as read at once when %s, by a request that outlives the page', async (_, leavePage) => {
    const { shell } = show();
    const calls = jest.spyOn(shell.apiClient, 'call');
    const marks = () => shell.requests.filter((request) => request === 'PUT /api/chat/chat-01/read').length;
    await waitFor(() => expect(marks()).toBe(1));
    shell.change(TOPIC, put(message('n2', 'Um zwölf?', { timestamp: fixtureNow })));
    await screen.findByText('Um zwölf?');
    leavePage();
    await waitFor(() => expect(marks()).toBe(2));
    expect(calls).toHaveBeenLastCalledWith(readChat, {
      params: { chatKey: CHAT },
      body: { messageKey: 'n2' },
      keepalive: true,
    });
    await untilMarked();
    expect(marks()).toBe(2);
  });

  it('are marked as read when only pages that aren’t loaded hold messages of others', async () => {
    const messages = Array.from({ length: 50 }, (_, at) =>
      message(`n${at}`, `Nummer ${at}`, {
        authorKey: at % 2 === 0 ? ME : tobias.key,
        timestamp: fixtureNow - 60_000 + at,
      }),
    );
    const { shell } = show({
      participants: [me, mehmet, tobias],
      messages,
      topic: { blockedUsers: [aBlockedUser({ key: tobias.key })] },
      answers: [hang(getChatMessages)],
    });
    const calls = jest.spyOn(shell.apiClient, 'call');
    await screen.findByText('Nummer 0');
    await untilMarked();
    expect(calls.mock.calls.filter(([route]) => route === readChat)).toEqual([
      [readChat, { params: { chatKey: CHAT }, body: { messageKey: 'n49' }, keepalive: true }],
    ]);
  });

  it('are not marked when there is no message of others', async () => {
    const { shell } = show({ messages: [message('n1', 'Hallo?', { authorKey: ME })] });
    await screen.findByText('Hallo?');
    await untilMarked();
    expect(shell.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
  });

  it('are not marked again when another device has read them', async () => {
    const { shell } = show({ topic: { chatReads: [{ key: CHAT, messageKey: 'n1', timestamp: fixtureNow - 60_000 }] } });
    await screen.findByText('Heute wieder Kantine?');
    await untilMarked();
    expect(shell.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
  });

  it('are not marked while the page is hidden', async () => {
    const { shell } = show({ topic: { chatReads: [{ key: CHAT, messageKey: 'n1', timestamp: fixtureNow - 60_000 }] } });
    await screen.findByText('Heute wieder Kantine?');
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    fireEvent(document, new Event('visibilitychange'));
    shell.change(TOPIC, put(message('n2', 'Um zwölf?', { timestamp: fixtureNow })));
    await untilMarked();
    expect(shell.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
    visibility.mockReturnValue('visible');
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(shell.requests).toContain('PUT /api/chat/chat-01/read'));
  });
});

describe('the button to the newest message', () => {
  beforeEach(() => void jest.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(6_000));

  it('S04 scrolls there, with a dot only for new messages of others', async () => {
    const messages = Array.from({ length: 90 }, (_, at) =>
      message(`n${at}`, `Nachricht ${at}`, { timestamp: fixtureNow - 100_000 + at }),
    );
    const { shell } = show({ messages });
    const scroller = (await screen.findAllByRole('listitem'))[0]?.closest('ul')?.parentElement?.parentElement;
    if (scroller === null || scroller === undefined) throw new Error('The message list has no scroller');
    act(() => {
      scroller.scrollTop = 1_000;
      scroller.dispatchEvent(new Event('scroll'));
    });
    expect(await screen.findByRole('button', { name: /^Zur neuesten Nachricht/ })).toBeInTheDocument();
    shell.change(TOPIC, put(message('eigene', 'Meins', { authorKey: ME, timestamp: fixtureNow })));
    expect(await screen.findByRole('button', { name: 'Zur neuesten Nachricht' })).toBeInTheDocument();
    shell.change(TOPIC, put(message('fremde', 'Deins', { timestamp: fixtureNow + 1 })));
    expect(await screen.findByRole('button', { name: 'Zur neuesten Nachricht, es gibt neue' })).toBeInTheDocument();
  });
});

describe('the text field', () => {
  const accepted = (content: string): ScenarioAnswer =>
    answer(
      sendChatMessage,
      aChatMessageView({ key: 'neu', authorKey: ME, isOwn: true, content, clientKey: null, timestamp: fixtureNow }),
    );

  it('S03 shows a sent message at once and is emptied; spaces send nothing', async () => {
    const { user, shell } = show({ answers: [accepted('Bin gleich da')] });
    await screen.findByText('Heute wieder Kantine?');
    await user.type(input(), '   {Enter}');
    expect(screen.getByRole('button', { name: 'Senden' })).toHaveAttribute('aria-disabled', 'true');
    await user.clear(input());
    await user.paste('\u200b\u2800\u3164');
    expect(screen.getByRole('button', { name: 'Senden' })).toHaveAttribute('aria-disabled', 'true');
    await user.clear(input());
    await user.type(input(), ' Bin gleich da {Enter}{Enter}');
    expect(screen.getByText('Bin gleich da')).toBeInTheDocument();
    expect(input()).toHaveValue('');
    expect(input()).toHaveFocus();
    await waitFor(() => expect(screen.queryByText('Wird gesendet')).not.toBeInTheDocument());
    expect(shell.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });

  it('S03 counts near the limit and refuses a text that is too long, without cutting it', async () => {
    const { user } = show();
    await screen.findByText('Heute wieder Kantine?');
    await user.click(input());
    await user.paste('😀'.repeat(100));
    expect(input()).toHaveAccessibleDescription(/100 von 100 Zeichen/);
    expect(screen.getByRole('button', { name: 'Senden' })).not.toHaveAttribute('aria-disabled');
    await user.paste('!');
    expect(screen.getByRole('alert')).toHaveTextContent('Höchstens 100 Zeichen.');
    await user.keyboard('{Enter}');
    expect(input()).toHaveValue(`${'😀'.repeat(100)}!`);
  });

  it('marks an unsent message, and sends it again or drops it', async () => {
    const { user, shell } = show({ answers: [unreachable(sendChatMessage)] });
    await screen.findByText('Heute wieder Kantine?');
    await user.type(input(), 'eins{Enter}zwei{Enter}');
    await waitFor(() => expect(screen.getAllByText('Nicht gesendet.')).toHaveLength(2));
    await user.click(screen.getAllByRole('button', { name: 'Löschen' })[1] ?? input());
    expect(screen.queryByText('zwei')).not.toBeInTheDocument();
    shell.use(accepted('eins'));
    await user.click(screen.getByRole('button', { name: 'Nochmal' }));
    await waitFor(() => expect(screen.queryByText('Nicht gesendet.')).not.toBeInTheDocument());
    expect(screen.getByText('eins')).toBeInTheDocument();
  });

  it('keeps a message over a reload without a connection', async () => {
    const first = show({ answers: [unreachable(sendChatMessage)] });
    await screen.findByText('Heute wieder Kantine?');
    await first.user.type(input(), 'eins{Enter}');
    await screen.findByText('Nicht gesendet.');
    first.unmount();
    const shell = fakeShell({ session: 'verified', answers: [unreachable(sendChatMessage)], topics: { [TOPIC]: {} } });
    shell.setOffline(true);
    renderWithShell(<ChatView chatKey={CHAT} />, { shell });
    expect(await screen.findByText('eins')).toBeInTheDocument();
    expect(await screen.findByText('Nicht gesendet.')).toBeInTheDocument();
  });

  it.each([
    [
      'the reader blocks the other one',
      { blockedUsers: [aBlockedUser({ key: mehmet.key })] },
      [me, mehmet],
      /^Du hast Mehmet Aydın blockiert/,
    ],
    [
      'the other one blocks the reader',
      { isBlockedBy: [{ key: mehmet.key }] },
      [me, mehmet],
      'An Mehmet Aydın kannst du gerade nicht schreiben.',
    ],
  ])('is missing when %s', async (_name, topic, participants, words) => {
    show({ topic, participants });
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('the menu of a message', () => {
  const openMenu = async (user: ReturnType<typeof show>['user']) =>
    user.click(await screen.findByRole('button', { name: 'Mehr zur Nachricht von Mehmet' }));

  it.each(['verified', 'unverified'] as const)(
    'reports it with a reason and offers to block, to a reader who is %s',
    async (session) => {
      const { user, shell } = show({ session, answers: [answer(reportAbuse, { reportId: 'm1' })] });
      await openMenu(user);
      await user.click(await screen.findByRole('button', { name: 'Nachricht melden' }));
      await user.click(await screen.findByRole('radio', { name: 'Werbung oder Betrug' }));
      await user.click(screen.getByRole('button', { name: 'Meldung abschicken' }));
      await waitFor(() =>
        expect(shell.recorded.alerts.map(({ title }) => title)).toEqual(['Mehmet Aydın auch blockieren?']),
      );
      expect(shell.requests).toContain('POST /api/reports');
    },
  );

  it('asks without a mention of a report before it blocks', async () => {
    const { user, shell } = show();
    await openMenu(user);
    await user.click(await screen.findByRole('button', { name: 'Mehmet Aydın blockieren' }));
    await waitFor(() => expect(shell.recorded.alerts.map(({ title }) => title)).toEqual(['Mehmet Aydın blockieren?']));
  });

  it.each([
    ['Person melden', 'user', 'Mehmet Aydın melden'],
    ['Profilbild melden', 'picture', 'Profilbild von Mehmet Aydın melden'],
  ])('reports an author who is no contact: %s', async (name, kind, title) => {
    const { user, shell } = show({
      participants: [me, { ...mehmet, photoURL: '/media/mehmet' }],
      answers: [answer(reportAbuse, { reportId: 'm1' })],
    });
    const calls = jest.spyOn(shell.apiClient, 'call');
    await openMenu(user);
    await user.click(await screen.findByRole('button', { name }));
    expect(screen.getByRole('dialog', { name: title })).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Etwas Verbotenes' }));
    await user.click(screen.getByRole('button', { name: 'Meldung abschicken' }));
    await waitFor(() =>
      expect(shell.recorded.alerts.map((alert) => alert.title)).toEqual(['Mehmet Aydın auch blockieren?']),
    );
    expect(calls).toHaveBeenCalledWith(reportAbuse, { body: { kind, key: mehmet.key, reason: 'illegal' } });
  });

  const mehmetAsContact = aContact({ key: mehmet.key, name: mehmet.displayName });
  const mehmetBlocked = aBlockedUser({ key: mehmet.key, name: mehmet.displayName });
  const [ADD, BLOCK, UNBLOCK, UNBLOCK_AND_ADD] = [
    'als Kontakt hinzufügen',
    'blockieren',
    'nicht mehr blockieren',
    'nicht mehr blockieren und als Kontakt hinzufügen',
  ].map((what) => `Mehmet Aydın ${what}`);

  it.each([
    ['a stranger', {}, [ADD, BLOCK]],
    ['a contact', { contacts: [mehmetAsContact] }, [BLOCK]],
    ['blocked', { blockedUsers: [mehmetBlocked] }, [UNBLOCK, UNBLOCK_AND_ADD]],
    ['a blocked contact', { blockedUsers: [mehmetBlocked], contacts: [mehmetAsContact] }, [UNBLOCK]],
  ])('has the actions on an author who is %s', async (_marker, topic, expected) => {
    const { user } = show({ topic });
    await openMenu(user);
    await screen.findByRole('button', { name: 'Nachricht melden' });
    expect(screen.getAllByRole('button', { name: /^Mehmet Aydın / }).map((row) => row.textContent)).toEqual(expected);
  });

  it.each([
    {
      topic: { blockedUsers: [] },
      name: ADD,
      given: answer(addContacts, { contacts: [mehmetAsContact] }),
      expected: ['PATCH /api/contacts/add', 'success: 1 Kontakt ist dazugekommen.'],
    },
    {
      topic: { blockedUsers: [] },
      name: ADD,
      given: refuse(addContacts, 'uninvitable'),
      expected: ['PATCH /api/contacts/add', 'error: Diese Person kannst du nicht hinzufügen.'],
    },
    {
      topic: { blockedUsers: [mehmetBlocked] },
      name: UNBLOCK_AND_ADD,
      given: answer(unblockUsers, {}),
      expected: ['PATCH /api/users/unblock', 'success: Mehmet Aydın ist nicht mehr blockiert.'],
    },
  ])('adds and unblocks, with the result: %#', async ({ topic, name, given, expected: [request, outcome] }) => {
    const { user, shell } = show({ topic, answers: [given] });
    await openMenu(user);
    await user.click(await screen.findByRole('button', { name: name ?? '' }));
    await waitFor(() =>
      expect(shell.recorded.snackbars.map(({ tone, text }) => `${tone}: ${text}`)).toEqual([outcome]),
    );
    expect(shell.requests).toContain(request);
    expect(screen.queryByRole('dialog', { name: /^Nachricht von/ })).not.toBeInTheDocument();
  });

  it('is missing for removed messages', async () => {
    show({
      participants: [me, mehmet, tobias],
      messages: [message('n1', '', { removed: true }), message('n2', 'Gern')],
    });
    expect(await screen.findByText('Nachricht entfernt')).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: /^Mehr zur Nachricht/ })).toHaveLength(1);
  });

  it('is missing for own messages', async () => {
    show({ messages: [message('n1', 'Meins', { authorKey: ME })] });
    await screen.findByText('Meins');
    expect(screen.queryByRole('button', { name: /^Mehr zur Nachricht/ })).not.toBeInTheDocument();
  });
});
