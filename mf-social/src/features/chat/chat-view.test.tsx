import { getChatMessages, meTopic, readChat } from '@mahlzeit/contract';
import { aBlockedUser, aChat, aContact, aPerson, fixtureNow } from '@mahlzeit/contract/fixtures';
import { neverRespond } from '@mahlzeit/shared-ui/testing';
import type { ScenarioTopic } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { READ_INTERVAL_MS } from './use-chat';
import {
  CHAT_KEY,
  OWN_KEY,
  CHAT_TOPIC,
  messageInput,
  mockFittingLayout,
  ownPerson,
  mehmetPerson,
  createChatMessage,
  createPutOp,
  rowTexts,
  showChatView as show,
  tobiasPerson,
} from '../../testing/show-chat-view';

beforeEach(mockFittingLayout);
afterEach(() => {
  jest.restoreAllMocks();
  window.localStorage.clear();
});

describe('the messages', () => {
  it('have day and time, newest last, own ones marked', async () => {
    show({
      messages: [
        createChatMessage('n1', 'Kantine?'),
        createChatMessage('n2', 'Gern', { authorKey: OWN_KEY, timestamp: fixtureNow - 30_000 }),
      ],
    });
    await screen.findByText('Kantine?');
    expect(rowTexts()).toEqual([expect.stringMatching(/^Heute.*Mehmet: Kantine\?11:29/), 'Du: Gern11:29']);
    expect(screen.getByRole('heading', { name: 'Mehmet Aydın' })).toBeInTheDocument();
  });

  it('S01 are headed by the first name and the number of others', async () => {
    const { shell } = show({
      participants: [ownPerson, mehmetPerson, tobiasPerson, aPerson({ key: 'c', displayName: 'Cem Kaya' })],
    });
    expect(await screen.findByRole('heading', { name: 'Mehmet Aydın (+\u00a02)' })).toBeInTheDocument();
    expect(screen.getByText('mit Tobias und Cem')).toBeInTheDocument();
    expect(shell.recorded.screenNames).toContain('Mehmet Aydın (+\u00a02)');
  });

  it('T16 show their time alone after midnight, and their day above them', async () => {
    const { shell } = show();
    await screen.findByText('11:29');
    expect(screen.getByText('Heute')).toBeInTheDocument();
    shell.advance(86_400_000);
    expect(screen.getByText('11:29')).toBeInTheDocument();
    expect(screen.getAllByText(/Gestern/).map(({ textContent }) => textContent)).toEqual(['Gestern']);
  });

  it('keep the name of an author who has left the own chat of a meetup, and who is no member any more', async () => {
    show({
      formerParticipants: [tobiasPerson],
      messages: [createChatMessage('n1', 'Ich bringe Kuchen mit', { authorKey: tobiasPerson.key })],
    });
    expect(await screen.findByText('Tobias')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Mehmet Aydın' })).toBeInTheDocument();
    expect(screen.queryByText('Gelöschtes Konto')).not.toBeInTheDocument();
    expect(messageInput()).toBeInTheDocument();
  });

  it('stay, without a text field, when all others have left', async () => {
    show({
      participants: [ownPerson],
      formerParticipants: [tobiasPerson],
      messages: [createChatMessage('n1', 'Ich komme doch nicht', { authorKey: tobiasPerson.key })],
    });
    expect(await screen.findByRole('heading', { name: 'Nur du' })).toBeInTheDocument();
    expect(rowTexts()).toEqual([expect.stringMatching(/Tobias: Ich komme doch nicht/)]);
    expect(screen.getByText(/^Außer dir ist niemand mehr in diesem Chat\./)).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('keep hundreds of marks above a letter within their bubble', async () => {
    const markedText = `Z${'\u0301'.repeat(900)}`;
    show({ messages: [createChatMessage('n1', markedText)] });
    const bubble = (await screen.findByText(markedText)).parentElement;
    expect(bubble && getComputedStyle(bubble).overflow).toBe('clip');
  });

  it('are written in the direction of their script', async () => {
    show({ messages: [createChatMessage('n1', 'مرحبا يا بن'), createChatMessage('n2', 'Gern')] });
    expect(await screen.findByText('مرحبا يا بن')).toHaveAttribute('dir', 'auto');
  });

  it('show their menu button on hover only where there is a mouse, because a tap leaves the hover behind', async () => {
    show();
    await screen.findByRole('button', { name: 'Mehr zur Nachricht von Mehmet' });
    const hoverRules = [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
      .filter((cssText) => cssText.includes('li:hover'));
    expect(new Set(hoverRules.map((cssText) => cssText.split('{')[0]?.trim()))).toEqual(
      new Set(['@media (any-hover: hover)']),
    );
  });

  it('open links in a new tab, and show their target', async () => {
    show({ messages: [createChatMessage('n1', 'Schau https://elbkantine.example/karte!')] });
    const messageLink = await screen.findByRole('link', { name: 'https://elbkantine.example/karte' });
    expect(messageLink).toHaveAttribute('target', '_blank');
    expect(messageLink).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  const askedBy = (topic: ScenarioTopic) =>
    show({
      messages: [createChatMessage('n1', 'Schau https://elbkantine.example/karte!')],
      topic: { chats: [aChat({ key: CHAT_KEY, saidAt: { [mehmetPerson.key]: 1 } })], ...topic },
    });

  it('of a stranger have no links before the answer', async () => {
    const { shell } = askedBy({});
    expect(await screen.findByText(/Schau https:\/\/elbkantine.example/)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /elbkantine/ })).toBeNull();
    expect(screen.getByText('Links von Unbekannten lassen sich öffnen, sobald du geantwortet hast.')).toBeVisible();
    const answered = aChat({ key: CHAT_KEY, saidAt: { [mehmetPerson.key]: 1, [OWN_KEY]: 2 } });
    act(() => shell.change(meTopic, { kind: 'put', collection: 'chats', key: CHAT_KEY, value: answered }));
    expect(await screen.findByRole('link', { name: /elbkantine/ })).toBeVisible();
    expect(screen.queryByText(/Links von Unbekannten/)).toBeNull();
  });

  it('of a contact have links at once', async () => {
    askedBy({ contacts: [aContact({ key: mehmetPerson.key })] });
    expect(await screen.findByRole('link', { name: /elbkantine/ })).toBeVisible();
  });

  it('are folded in a chat of many when their author is blocked, until a tap', async () => {
    const { user } = show({
      participants: [ownPerson, mehmetPerson, tobiasPerson],
      messages: [createChatMessage('n1', 'Kauft bei mir', { authorKey: tobiasPerson.key })],
      topic: { blockedUsers: [aBlockedUser({ key: tobiasPerson.key })] },
    });
    await user.click(await screen.findByRole('button', { name: 'Anzeigen' }));
    expect(screen.getByText('Kauft bei mir')).toBeInTheDocument();
  });

  it('name a deleted account', async () => {
    show({
      participants: [ownPerson, mehmetPerson, tobiasPerson],
      messages: [createChatMessage('n1', 'Tschüss', { authorKey: 'weg' })],
    });
    await screen.findByText('Tschüss');
    expect(rowTexts()[0]).toContain('Gelöschtes');
  });

  it('are replaced by a text in an empty chat', async () => {
    show({ messages: [] });
    expect(await screen.findByRole('heading', { name: 'Noch keine Nachrichten' })).toBeInTheDocument();
    expect(messageInput()).toBeInTheDocument();
  });

  it('are replaced by an error in a chat that does not exist', async () => {
    const { shell } = show();
    await screen.findByText('Heute wieder Kantine?');
    shell.refuse(CHAT_TOPIC);
    expect(await screen.findByRole('heading', { name: 'Diesen Chat gibt es nicht' })).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('a guest who joins the chat’s meetup by its link', () => {
  it('is in the title and among the people without a reload', async () => {
    const inboxChat = aChat({
      key: CHAT_KEY,
      participantKeys: [mehmetPerson.key, OWN_KEY],
      participants: [mehmetPerson],
    });
    const { shell } = show({ topic: { chats: [inboxChat] } });
    await screen.findByRole('heading', { name: mehmetPerson.displayName });
    const guest = aPerson({ key: 'a-gast', displayName: 'Nina Gast' });
    act(() =>
      shell.change(CHAT_TOPIC, { kind: 'put', collection: 'participants', key: guest.key, value: { ...guest } }),
    );
    expect(await screen.findByRole('heading', { name: `${mehmetPerson.displayName} (+\u00a01)` })).toBeInTheDocument();
    expect(screen.getByText('mit Nina')).toBeInTheDocument();
    act(() =>
      shell.change(meTopic, {
        kind: 'put',
        collection: 'chats',
        key: CHAT_KEY,
        value: {
          ...inboxChat,
          participantKeys: [...inboxChat.participantKeys, guest.key],
          participants: [mehmetPerson, guest],
        },
      }),
    );
    expect(screen.getByRole('heading', { name: `${mehmetPerson.displayName} (+\u00a01)` })).toBeInTheDocument();
  });
});

describe('new messages', () => {
  beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => void jest.useRealTimers());

  const waitUntilMarked = () => act(() => jest.advanceTimersByTimeAsync(READ_INTERVAL_MS));

  it('are announced once, and older ones never', async () => {
    const { shell } = show();
    await screen.findByText('Heute wieder Kantine?');
    const newMessagesLog = screen.getByRole('log', { name: 'Neue Nachrichten' });
    expect(newMessagesLog).toBeEmptyDOMElement();
    act(() => shell.change(CHAT_TOPIC, createPutOp(createChatMessage('n2', 'Um zwölf?', { timestamp: fixtureNow }))));
    // The message is visible before screen readers announce it, because the announcement must not delay the message.
    expect(screen.getByText('Um zwölf?')).toBeInTheDocument();
    expect(newMessagesLog).toBeEmptyDOMElement();
    shell.change(
      CHAT_TOPIC,
      createPutOp(createChatMessage('n3', 'Meins', { authorKey: OWN_KEY, timestamp: fixtureNow })),
    );
    await waitFor(() =>
      expect(
        within(newMessagesLog)
          .getAllByText(/./)
          .map((logLine) => logLine.textContent),
      ).toEqual(['Mehmet: Um zwölf?']),
    );
  });

  it('are marked as read for all devices, once for each newest message', async () => {
    const { shell } = show();
    const readRequestCount = () => shell.requests.filter((request) => request === 'PUT /api/chat/chat-01/read').length;
    await waitFor(() => expect(readRequestCount()).toBe(1));
    shell.change(
      CHAT_TOPIC,
      createPutOp(createChatMessage('n2', 'Meins', { authorKey: OWN_KEY, timestamp: fixtureNow })),
    );
    await screen.findByText('Meins');
    await waitUntilMarked();
    expect(readRequestCount()).toBe(1);
    shell.change(CHAT_TOPIC, createPutOp(createChatMessage('n3', 'Um zwölf?', { timestamp: fixtureNow })));
    await waitFor(() => expect(readRequestCount()).toBe(2));
  });

  it('are marked as read once in a burst, and when the chat is left meanwhile', async () => {
    const { shell, unmount } = show();
    const readRequestCount = () => shell.requests.filter((request) => request === 'PUT /api/chat/chat-01/read').length;
    await waitFor(() => expect(readRequestCount()).toBe(1));
    shell.change(CHAT_TOPIC, createPutOp(createChatMessage('n2', 'Um zwölf?', { timestamp: fixtureNow })));
    shell.change(CHAT_TOPIC, createPutOp(createChatMessage('n3', 'Oder später?', { timestamp: fixtureNow + 1 })));
    await screen.findByText('Oder später?');
    expect(readRequestCount()).toBe(1);
    unmount();
    await waitFor(() => expect(readRequestCount()).toBe(2));
    await waitUntilMarked();
    expect(readRequestCount()).toBe(2);
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
    const callSpy = jest.spyOn(shell.apiClient, 'call');
    const readRequestCount = () => shell.requests.filter((request) => request === 'PUT /api/chat/chat-01/read').length;
    await waitFor(() => expect(readRequestCount()).toBe(1));
    shell.change(CHAT_TOPIC, createPutOp(createChatMessage('n2', 'Um zwölf?', { timestamp: fixtureNow })));
    await screen.findByText('Um zwölf?');
    leavePage();
    await waitFor(() => expect(readRequestCount()).toBe(2));
    expect(callSpy).toHaveBeenLastCalledWith(readChat, {
      params: { chatKey: CHAT_KEY },
      body: { messageKey: 'n2' },
      keepalive: true,
    });
    await waitUntilMarked();
    expect(readRequestCount()).toBe(2);
  });

  it('are marked as read when only pages that aren’t loaded hold messages of others', async () => {
    const fullPageMessages = Array.from({ length: 50 }, (_, index) =>
      createChatMessage(`n${index}`, `Nummer ${index}`, {
        authorKey: index % 2 === 0 ? OWN_KEY : tobiasPerson.key,
        timestamp: fixtureNow - 60_000 + index,
      }),
    );
    const { shell } = show({
      participants: [ownPerson, mehmetPerson, tobiasPerson],
      messages: fullPageMessages,
      topic: { blockedUsers: [aBlockedUser({ key: tobiasPerson.key })] },
      answers: [neverRespond(getChatMessages)],
    });
    const callSpy = jest.spyOn(shell.apiClient, 'call');
    await screen.findByText('Nummer 0');
    await waitUntilMarked();
    expect(callSpy.mock.calls.filter(([route]) => route === readChat)).toEqual([
      [readChat, { params: { chatKey: CHAT_KEY }, body: { messageKey: 'n49' }, keepalive: true }],
    ]);
  });

  it('are not marked when there is no message of others', async () => {
    const { shell } = show({ messages: [createChatMessage('n1', 'Hallo?', { authorKey: OWN_KEY })] });
    await screen.findByText('Hallo?');
    await waitUntilMarked();
    expect(shell.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
  });

  it('are not marked again when another device has read them', async () => {
    const { shell } = show({
      topic: { chatReads: [{ key: CHAT_KEY, messageKey: 'n1', timestamp: fixtureNow - 60_000 }] },
    });
    await screen.findByText('Heute wieder Kantine?');
    await waitUntilMarked();
    expect(shell.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
  });

  it('are not marked while the page is hidden', async () => {
    const { shell } = show({
      topic: { chatReads: [{ key: CHAT_KEY, messageKey: 'n1', timestamp: fixtureNow - 60_000 }] },
    });
    await screen.findByText('Heute wieder Kantine?');
    const visibilitySpy = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    fireEvent(document, new Event('visibilitychange'));
    shell.change(CHAT_TOPIC, createPutOp(createChatMessage('n2', 'Um zwölf?', { timestamp: fixtureNow })));
    await waitUntilMarked();
    expect(shell.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
    visibilitySpy.mockReturnValue('visible');
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(shell.requests).toContain('PUT /api/chat/chat-01/read'));
  });
});

describe('the button to the newest message', () => {
  beforeEach(() => void jest.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(6_000));

  it('S04 scrolls there, with a dot only for new messages of others', async () => {
    const pagedMessages = Array.from({ length: 90 }, (_, index) =>
      createChatMessage(`n${index}`, `Nachricht ${index}`, { timestamp: fixtureNow - 100_000 + index }),
    );
    const { shell } = show({ messages: pagedMessages });
    const scrollElement = (await screen.findAllByRole('listitem'))[0]?.closest('ul')?.parentElement?.parentElement;
    if (scrollElement === null || scrollElement === undefined) throw new Error('The message list has no scroller');
    act(() => {
      scrollElement.scrollTop = 1_000;
      scrollElement.dispatchEvent(new Event('scroll'));
    });
    expect(await screen.findByRole('button', { name: /^Zur neuesten Nachricht/ })).toBeInTheDocument();
    shell.change(
      CHAT_TOPIC,
      createPutOp(createChatMessage('eigene', 'Meins', { authorKey: OWN_KEY, timestamp: fixtureNow })),
    );
    expect(await screen.findByRole('button', { name: 'Zur neuesten Nachricht' })).toBeInTheDocument();
    shell.change(CHAT_TOPIC, createPutOp(createChatMessage('fremde', 'Deins', { timestamp: fixtureNow + 1 })));
    expect(await screen.findByRole('button', { name: 'Zur neuesten Nachricht, es gibt neue' })).toBeInTheDocument();
  });
});
