import { createChat, meTopic } from '@mahlzeit/contract';
import { aContact, aContactGroup } from '@mahlzeit/contract/fixtures';
import { answer, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { NewChat } from './chatcreate-screen';

describe('a new chat', () => {
  const renderNewChat = (contacts: readonly object[], answers = [answer(createChat, { chatId: 'chat-07' })]) =>
    renderWithShell(<NewChat />, { session: 'verified', answers, topics: { [meTopic]: { contacts } } });
  const newMessageButton = () => screen.getByRole('button', { name: 'Neue Nachricht' });

  it('starts with the chosen people, once, and replaces the choice', async () => {
    const { user, shell } = renderNewChat([aContact()]);
    await user.click(await screen.findByRole('checkbox', { name: 'Mehmet Aydın' }));
    await user.dblClick(newMessageButton());
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['replace', 'chatmessages', 'chat-07']]));
    expect(shell.requests).toEqual(['POST /api/chat/create']);
  });

  it('does nothing without a choice, and explains why', async () => {
    const { user, shell } = renderNewChat([aContact()]);
    expect(screen.getByText('Wem willst du schreiben?')).toBeInTheDocument();
    await user.click(newMessageButton());
    expect(newMessageButton()).toHaveAccessibleDescription('Wähle erst jemanden aus.');
    expect(shell.requests).toEqual([]);
  });

  it('links to the search for contacts when there are none', async () => {
    const { user, shell } = renderNewChat([]);
    await user.click(await screen.findByRole('button', { name: 'Kontakt suchen' }));
    expect(shell.recorded.navigation).toEqual([['open', 'addcontacts']]);
  });

  it('S05 is with a whole group; blocked people and deleted accounts are left out', async () => {
    const namedContacts = [
      aContact({ key: 'anna', name: 'Anna' }),
      aContact({ key: 'ben', name: 'Ben' }),
      aContact({ key: 'cem', name: 'Cem', uninvitable: true }),
      aContact({ key: 'weg', name: 'Dana', status: 'deleted' }),
    ];
    const choirGroup = aContactGroup({ key: 'chor', name: 'Chor', members: ['anna', 'ben', 'cem', 'weg'] });
    const { user, shell } = renderWithShell(<NewChat />, {
      session: 'verified',
      answers: [answer(createChat, { chatId: 'chat-07' })],
      topics: { [meTopic]: { contacts: namedContacts, contactGroups: [choirGroup] } },
    });
    const callSpy = jest.spyOn(shell.apiClient, 'call');
    await user.click(await screen.findByRole('checkbox', { name: 'Chor', description: '2 Personen' }));
    await user.click(newMessageButton());
    await waitFor(() =>
      expect(callSpy).toHaveBeenCalledWith(createChat, { body: { participantKeys: ['anna', 'ben'] } }),
    );
  });

  it('explains that all contacts are blocked, and links to the search', async () => {
    const { user, shell } = renderNewChat([aContact({ uninvitable: true })]);
    expect(await screen.findByRole('heading', { name: 'Gerade niemand zum Schreiben' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Kontakt suchen' }));
    expect(shell.recorded.navigation).toEqual([['open', 'addcontacts']]);
  });

  it('leaves out a chosen person who is no contact any more', async () => {
    const { user, shell } = renderNewChat([
      aContact({ key: 'anna', name: 'Anna' }),
      aContact({ key: 'ben', name: 'Ben' }),
    ]);
    const callSpy = jest.spyOn(shell.apiClient, 'call');
    for (const contactName of ['Anna', 'Ben'])
      await user.click(await screen.findByRole('checkbox', { name: contactName }));
    shell.change(meTopic, { kind: 'del', collection: 'contacts', key: 'ben' });
    await waitFor(() => expect(shell.recorded.snackbars).toHaveLength(1));
    await user.click(newMessageButton());
    await waitFor(() => expect(callSpy).toHaveBeenCalledWith(createChat, { body: { participantKeys: ['anna'] } }));
  });

  it('explains that no new chats can begin today', async () => {
    const { user, shell } = renderNewChat([aContact()], [refuse(createChat, 'ErrorTooManyAttempts')]);
    await user.click(await screen.findByRole('checkbox', { name: 'Mehmet Aydın' }));
    await user.click(newMessageButton());
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([
        { tone: 'error', text: 'Das waren heute viele neue Chats. Morgen kannst du wieder welche anfangen.' },
      ]),
    );
  });

  it('explains a failure, and can be retried', async () => {
    const { user, shell } = renderNewChat([aContact()], [refuse(createChat, 'uninvitable')]);
    await user.click(await screen.findByRole('checkbox', { name: 'Mehmet Aydın' }));
    await user.click(newMessageButton());
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error' }]));
    expect(screen.getByRole('checkbox', { name: 'Mehmet Aydın' })).toBeChecked();
  });
});
