import { addContacts, chatTopic, reportAbuse, sendChatMessage, unblockUsers } from '@mahlzeit/contract';
import { aBlockedUser, aChatMessageView, aContact, anAccount, aUser, fixtureNow } from '@mahlzeit/contract/fixtures';
import { UNSENT_MESSAGES, userStorageKey } from '@mahlzeit/shared-ui/platform';
import { answer, fakeShell, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { chatDraftsOf } from './chat-drafts';
import { ChatView } from './chat-view';
import {
  CHAT_KEY,
  OWN_KEY,
  CHAT_TOPIC,
  messageInput,
  mockFittingLayout,
  ownPerson,
  mehmetPerson,
  createChatMessage,
  showChatView as show,
  tobiasPerson,
} from '../../testing/show-chat-view';

beforeEach(mockFittingLayout);
afterEach(() => {
  jest.restoreAllMocks();
  window.localStorage.clear();
});

describe('the text field', () => {
  const messageAcceptedAnswer = (messageContent: string): ScenarioAnswer =>
    answer(
      sendChatMessage,
      aChatMessageView({
        key: 'neu',
        authorKey: OWN_KEY,
        isOwn: true,
        content: messageContent,
        clientKey: null,
        timestamp: fixtureNow,
      }),
    );

  it('S03 shows a sent message at once and is emptied; spaces send nothing', async () => {
    const { user, shell } = show({ answers: [messageAcceptedAnswer('Bin gleich da')] });
    await screen.findByText('Heute wieder Kantine?');
    await user.type(messageInput(), '   {Enter}');
    expect(screen.getByRole('button', { name: 'Senden' })).toHaveAttribute('aria-disabled', 'true');
    await user.clear(messageInput());
    await user.paste('\u200b\u2800\u3164');
    expect(screen.getByRole('button', { name: 'Senden' })).toHaveAttribute('aria-disabled', 'true');
    await user.clear(messageInput());
    await user.type(messageInput(), ' Bin gleich da {Enter}{Enter}');
    expect(screen.getByText('Bin gleich da')).toBeInTheDocument();
    expect(messageInput()).toHaveValue('');
    expect(messageInput()).toHaveFocus();
    await waitFor(() => expect(screen.queryByText('Wird gesendet')).not.toBeInTheDocument());
    expect(shell.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });

  it('S03 counts near the limit and refuses a text that is too long, without cutting it', async () => {
    const { user } = show();
    await screen.findByText('Heute wieder Kantine?');
    await user.click(messageInput());
    await user.paste('😀'.repeat(100));
    expect(messageInput()).toHaveAccessibleDescription(/100 von 100 Zeichen/);
    expect(screen.getByRole('button', { name: 'Senden' })).not.toHaveAttribute('aria-disabled');
    await user.paste('!');
    expect(screen.getByRole('alert')).toHaveTextContent('Höchstens 100 Zeichen.');
    await user.keyboard('{Enter}');
    expect(messageInput()).toHaveValue(`${'😀'.repeat(100)}!`);
  });

  it('keeps the typed text while another screen is open and over a reload, and forgets it once it is sent', async () => {
    const renderedChat = show({ answers: [messageAcceptedAnswer('Bin gleich da')] });
    await screen.findByText('Heute wieder Kantine?');
    await renderedChat.user.type(messageInput(), 'Bin gleich');
    renderedChat.unmount();
    const secondView = renderWithShell(<ChatView chatKey={CHAT_KEY} />, { shell: renderedChat.shell });
    await screen.findByText('Heute wieder Kantine?');
    expect(messageInput()).toHaveValue('Bin gleich');
    secondView.unmount();
    // A second rendering with a new shell simulates that the page was loaded again.
    const reloadedView = show({ answers: [messageAcceptedAnswer('Bin gleich da')] });
    await screen.findByText('Heute wieder Kantine?');
    expect(messageInput()).toHaveValue('Bin gleich');
    await reloadedView.user.type(messageInput(), ' da{Enter}');
    expect(messageInput()).toHaveValue('');
    await waitFor(() => expect(screen.queryByText('Wird gesendet')).not.toBeInTheDocument());
    reloadedView.unmount();
    show();
    await screen.findByText('Heute wieder Kantine?');
    expect(messageInput()).toHaveValue('');
  });

  it('keeps a text of its own for each chat', async () => {
    const topics = {
      [CHAT_TOPIC]: { participants: [ownPerson, mehmetPerson] },
      [chatTopic('chat-02')]: { participants: [ownPerson, tobiasPerson] },
    };
    const { user, rerender } = renderWithShell(<ChatView chatKey={CHAT_KEY} />, { session: 'verified', topics });
    await user.type(messageInput(), 'Für Mehmet');
    rerender(<ChatView chatKey="chat-02" />);
    expect(messageInput()).toHaveValue('');
    await user.type(messageInput(), 'Für Tobias');
    rerender(<ChatView chatKey={CHAT_KEY} />);
    expect(messageInput()).toHaveValue('Für Mehmet');
  });

  it('A06 shows nothing that another user of this browser has typed', async () => {
    const { user, shell } = show();
    await screen.findByText('Heute wieder Kantine?');
    await user.type(messageInput(), 'Nur für Mehmet');
    shell.setSession({ status: 'known', account: anAccount({ uid: 'uid-ben-01' }) });
    expect(messageInput()).toHaveValue('');
    await screen.findByText('Heute wieder Kantine?');
    expect(messageInput()).toHaveValue('');
  });

  it.each([
    ['is gone', {}, ''],
    ['is out of reach because the account is flagged deleted', { user: [aUser({ deleted: true })] }, 'Kommt ihr?'],
  ])('forgets the typed text only with its chat: the chat %s', async (_name, topic, expectedDraft) => {
    const { user, shell } = show({ topic });
    await screen.findByText('Heute wieder Kantine?');
    await user.type(messageInput(), 'Kommt ihr?');
    shell.refuse(CHAT_TOPIC);
    expect(await screen.findByRole('heading', { name: 'Diesen Chat gibt es nicht' })).toBeInTheDocument();
    expect(chatDraftsOf(shell).textOf(CHAT_KEY)).toBe(expectedDraft);
  });

  it('keeps line breaks, and leaves the Enter of an input method alone', async () => {
    const { user, shell } = show({ answers: [messageAcceptedAnswer('eins\nzwei')] });
    const callSpy = jest.spyOn(shell.apiClient, 'call');
    await screen.findByText('Heute wieder Kantine?');
    expect(messageInput()).toHaveAttribute('dir', 'auto');
    await user.type(messageInput(), 'eins{Shift>}{Enter}{/Shift}zwei');
    expect(messageInput()).toHaveValue('eins\nzwei');
    fireEvent.keyDown(messageInput(), { key: 'Enter', isComposing: true });
    expect(messageInput()).toHaveValue('eins\nzwei');
    await user.keyboard('{Enter}');
    expect(callSpy).toHaveBeenCalledWith(
      sendChatMessage,
      expect.objectContaining({ body: expect.objectContaining({ content: 'eins\nzwei' }) }),
      expect.anything(),
    );
  });

  it('shows a clock for a message that waits for the connection, which can be dropped', async () => {
    const { user } = show({ answers: [failAsUnreachable(sendChatMessage)] });
    await screen.findByText('Heute wieder Kantine?');
    await user.type(messageInput(), 'eins{Enter}zwei{Enter}');
    await waitFor(() => expect(screen.getAllByText('Wird gesendet, sobald es geht.')).toHaveLength(2));
    expect(screen.queryByText('Nicht gesendet.')).not.toBeInTheDocument();
    await user.click(screen.getAllByRole('button', { name: 'Löschen' })[1] ?? messageInput());
    expect(screen.queryByText('zwei')).not.toBeInTheDocument();
    expect(screen.getByText('eins')).toBeInTheDocument();
  });

  it('sends a waiting message at the event online, and reports the stored messages to the shell', async () => {
    const storageKey = userStorageKey(OWN_KEY, UNSENT_MESSAGES);
    const storedTexts: (string | null)[] = [];
    const onStorage = (): void => void storedTexts.push(window.localStorage.getItem(storageKey));
    window.addEventListener('storage', onStorage);
    const { user, shell } = show({ answers: [failAsUnreachable(sendChatMessage)] });
    await screen.findByText('Heute wieder Kantine?');
    await user.type(messageInput(), 'drei{Enter}');
    await screen.findByText('Wird gesendet, sobald es geht.');
    expect(storedTexts.at(-1)).toContain('drei');
    shell.use(messageAcceptedAnswer('drei'));
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(screen.queryByText(/^Wird gesendet/)).not.toBeInTheDocument());
    expect(storedTexts.at(-1)).toBeNull();
    window.removeEventListener('storage', onStorage);
  });

  it('marks a refused message, and sends it again or drops it', async () => {
    const { user, shell } = show({ answers: [refuse(sendChatMessage, 'uninvitable')] });
    await screen.findByText('Heute wieder Kantine?');
    await user.type(messageInput(), 'eins{Enter}zwei{Enter}');
    await waitFor(() => expect(screen.getAllByText('Nicht gesendet.')).toHaveLength(2));
    await user.click(screen.getAllByRole('button', { name: 'Löschen' })[1] ?? messageInput());
    expect(screen.queryByText('zwei')).not.toBeInTheDocument();
    shell.use(messageAcceptedAnswer('eins'));
    await user.click(screen.getByRole('button', { name: 'Nochmal' }));
    await waitFor(() => expect(screen.queryByText('Nicht gesendet.')).not.toBeInTheDocument());
    expect(screen.getByText('eins')).toBeInTheDocument();
  });

  it('keeps a message while Mahlzeit is closed, and sends it once it is open with a connection, as promised', async () => {
    const initialView = show({ answers: [failAsUnreachable(sendChatMessage)] });
    await screen.findByText('Heute wieder Kantine?');
    await initialView.user.type(messageInput(), 'eins{Enter}');
    await screen.findByText('Wird gesendet, sobald es geht.');
    initialView.unmount();
    const shell = fakeShell({
      session: 'verified',
      answers: [failAsUnreachable(sendChatMessage)],
      topics: { [CHAT_TOPIC]: {} },
    });
    shell.setOffline(true);
    renderWithShell(<ChatView chatKey={CHAT_KEY} />, { shell });
    expect(await screen.findByText('eins')).toBeInTheDocument();
    expect(await screen.findByText('Wird gesendet, sobald es geht.')).toBeInTheDocument();
    expect(
      screen.getByText(
        'Keine Verbindung. Was du schreibst, geht raus, sobald sie wieder da ist und Mahlzeit offen ist.',
      ),
    ).toBeInTheDocument();
    shell.use(messageAcceptedAnswer('eins'));
    shell.setOffline(false);
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(screen.queryByText(/^Wird gesendet/)).not.toBeInTheDocument());
    expect(screen.queryByText(/^Keine Verbindung/)).not.toBeInTheDocument();
  });

  it.each([
    [
      'the reader blocks the other one',
      { blockedUsers: [aBlockedUser({ key: mehmetPerson.key })] },
      [ownPerson, mehmetPerson],
      /^Du hast Mehmet Aydın blockiert/,
    ],
    [
      'the other one blocks the reader',
      { isBlockedBy: [{ key: mehmetPerson.key }] },
      [ownPerson, mehmetPerson],
      'Mehmet Aydın kannst du gerade nicht anschreiben.',
    ],
  ])('is missing when %s', async (_name, userTopic, participants, expectedText) => {
    show({ topic: userTopic, participants });
    expect(await screen.findByText(expectedText)).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('the menu of a message', () => {
  const openMessageMenu = async (user: ReturnType<typeof show>['user']) =>
    user.click(await screen.findByRole('button', { name: 'Mehr zur Nachricht von Mehmet' }));

  it.each(['verified', 'unverified'] as const)(
    'reports it with a reason and offers to block, to a reader who is %s',
    async (session) => {
      const { user, shell } = show({ session, answers: [answer(reportAbuse, { reportId: 'm1' })] });
      await openMessageMenu(user);
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
    await openMessageMenu(user);
    await user.click(await screen.findByRole('button', { name: 'Mehmet Aydın blockieren' }));
    await waitFor(() => expect(shell.recorded.alerts.map(({ title }) => title)).toEqual(['Mehmet Aydın blockieren?']));
  });

  it.each([
    ['Person melden', 'user', 'Mehmet Aydın melden'],
    ['Profilbild melden', 'picture', 'Profilbild von Mehmet Aydın melden'],
  ])('reports an author who is no contact: %s', async (authorName, reportKind, expectedTitle) => {
    const { user, shell } = show({
      participants: [ownPerson, { ...mehmetPerson, photoURL: '/media/mehmet' }],
      answers: [answer(reportAbuse, { reportId: 'm1' })],
    });
    const callSpy = jest.spyOn(shell.apiClient, 'call');
    await openMessageMenu(user);
    await user.click(await screen.findByRole('button', { name: authorName }));
    expect(screen.getByRole('dialog', { name: expectedTitle })).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Etwas Verbotenes' }));
    await user.click(screen.getByRole('button', { name: 'Meldung abschicken' }));
    await waitFor(() =>
      expect(shell.recorded.alerts.map((shownAlert) => shownAlert.title)).toEqual(['Mehmet Aydın auch blockieren?']),
    );
    expect(callSpy).toHaveBeenCalledWith(reportAbuse, {
      body: { kind: reportKind, key: mehmetPerson.key, reason: 'illegal' },
    });
  });

  const mehmetAsContact = aContact({ key: mehmetPerson.key, name: mehmetPerson.displayName });
  const mehmetAsBlockedUser = aBlockedUser({ key: mehmetPerson.key, name: mehmetPerson.displayName });
  const [ADD_LABEL, BLOCK_LABEL, UNBLOCK_LABEL, UNBLOCK_AND_ADD_LABEL] = [
    'als Kontakt hinzufügen',
    'blockieren',
    'nicht mehr blockieren',
    'nicht mehr blockieren und als Kontakt hinzufügen',
  ].map((actionLabel) => `Mehmet Aydın ${actionLabel}`);

  it.each([
    ['a stranger', {}, [ADD_LABEL, BLOCK_LABEL]],
    ['a contact', { contacts: [mehmetAsContact] }, [BLOCK_LABEL]],
    ['blocked', { blockedUsers: [mehmetAsBlockedUser] }, [UNBLOCK_LABEL, UNBLOCK_AND_ADD_LABEL]],
    ['a blocked contact', { blockedUsers: [mehmetAsBlockedUser], contacts: [mehmetAsContact] }, [UNBLOCK_LABEL]],
  ])('has the actions on an author who is %s', async (_marker, userTopic, expectedActions) => {
    const { user } = show({ topic: userTopic });
    await openMessageMenu(user);
    await screen.findByRole('button', { name: 'Nachricht melden' });
    expect(
      screen.getAllByRole('button', { name: /^Mehmet Aydın / }).map((actionButton) => actionButton.textContent),
    ).toEqual(expectedActions);
  });

  it.each([
    {
      topic: { blockedUsers: [] },
      name: ADD_LABEL,
      given: answer(addContacts, { contacts: [mehmetAsContact] }),
      expected: ['PATCH /api/contacts/add', 'success: 1 Kontakt ist dazugekommen.'],
    },
    {
      topic: { blockedUsers: [] },
      name: ADD_LABEL,
      given: refuse(addContacts, 'uninvitable'),
      expected: ['PATCH /api/contacts/add', 'error: Diese Person kannst du nicht hinzufügen.'],
    },
    {
      topic: { blockedUsers: [mehmetAsBlockedUser] },
      name: UNBLOCK_AND_ADD_LABEL,
      given: answer(unblockUsers, {}),
      expected: ['PATCH /api/users/unblock', 'success: Mehmet Aydın ist nicht mehr blockiert.'],
    },
  ])(
    'adds and unblocks, with the result: %#',
    async ({ topic, name: actionName, given: givenAnswer, expected: [expectedRequest, expectedOutcome] }) => {
      const { user, shell } = show({ topic, answers: [givenAnswer] });
      await openMessageMenu(user);
      await user.click(await screen.findByRole('button', { name: actionName ?? '' }));
      await waitFor(() =>
        expect(shell.recorded.snackbars.map(({ tone, text }) => `${tone}: ${text}`)).toEqual([expectedOutcome]),
      );
      expect(shell.requests).toContain(expectedRequest);
      expect(screen.queryByRole('dialog', { name: /^Nachricht von/ })).not.toBeInTheDocument();
    },
  );

  it('is missing for removed messages', async () => {
    show({
      participants: [ownPerson, mehmetPerson, tobiasPerson],
      messages: [createChatMessage('n1', '', { removed: true }), createChatMessage('n2', 'Gern')],
    });
    expect(await screen.findByText('Nachricht entfernt')).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: /^Mehr zur Nachricht/ })).toHaveLength(1);
  });

  it('is missing for own messages', async () => {
    show({ messages: [createChatMessage('n1', 'Meins', { authorKey: OWN_KEY })] });
    await screen.findByText('Meins');
    expect(screen.queryByRole('button', { name: /^Mehr zur Nachricht/ })).not.toBeInTheDocument();
  });
});
