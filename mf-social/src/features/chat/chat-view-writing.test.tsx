import { addContacts, reportAbuse, sendChatMessage, unblockUsers } from '@mahlzeit/contract';
import { aBlockedUser, aChatMessageView, aContact, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
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

  it('marks an unsent message, and sends it again or drops it', async () => {
    const { user, shell } = show({ answers: [failAsUnreachable(sendChatMessage)] });
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

  it('keeps a message over a reload without a connection', async () => {
    const initialView = show({ answers: [failAsUnreachable(sendChatMessage)] });
    await screen.findByText('Heute wieder Kantine?');
    await initialView.user.type(messageInput(), 'eins{Enter}');
    await screen.findByText('Nicht gesendet.');
    initialView.unmount();
    const shell = fakeShell({
      session: 'verified',
      answers: [failAsUnreachable(sendChatMessage)],
      topics: { [CHAT_TOPIC]: {} },
    });
    shell.setOffline(true);
    renderWithShell(<ChatView chatKey={CHAT_KEY} />, { shell });
    expect(await screen.findByText('eins')).toBeInTheDocument();
    expect(await screen.findByText('Nicht gesendet.')).toBeInTheDocument();
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
