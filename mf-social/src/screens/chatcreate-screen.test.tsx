import { createChat, meTopic } from '@mahlzeit/contract';
import { aContact, aContactGroup } from '@mahlzeit/contract/fixtures';
import { answer, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { NewChat } from './chatcreate-screen';

describe('a new chat', () => {
  const show = (contacts: readonly object[], answers = [answer(createChat, { chatId: 'chat-07' })]) =>
    renderWithShell(<NewChat />, { session: 'verified', answers, topics: { [meTopic]: { contacts } } });
  const button = () => screen.getByRole('button', { name: 'Neue Nachricht' });

  it('begins with whom was picked, once, and takes the place of the choice', async () => {
    const { user, shell } = show([aContact()]);
    await user.click(await screen.findByRole('checkbox', { name: 'Mehmet Aydın' }));
    await user.dblClick(button());
    await waitFor(() => expect(shell.recorded.navigation).toEqual([['replace', 'chatmessages', 'chat-07']]));
    expect(shell.requests).toEqual(['POST /api/chat/create']);
  });

  it('does nothing while nobody is picked, and says why', async () => {
    const { user, shell } = show([aContact()]);
    expect(screen.getByText('Wem willst du schreiben?')).toBeInTheDocument();
    await user.click(button());
    expect(button()).toHaveAccessibleDescription('Wähle erst jemanden aus.');
    expect(shell.requests).toEqual([]);
  });

  it('leads to where contacts are found while there are none', async () => {
    const { user, shell } = show([]);
    await user.click(await screen.findByRole('button', { name: 'Kontakt suchen' }));
    expect(shell.recorded.navigation).toEqual([['open', 'addcontacts']]);
  });

  it('S05 writes to a group at once; whom a block stands before drops out, and so do deleted accounts', async () => {
    const people = [
      aContact({ key: 'anna', name: 'Anna' }),
      aContact({ key: 'ben', name: 'Ben' }),
      aContact({ key: 'cem', name: 'Cem', uninvitable: true }),
      aContact({ key: 'weg', name: 'Dana', status: 'deleted' }),
    ];
    const chor = aContactGroup({ key: 'chor', name: 'Chor', members: ['anna', 'ben', 'cem', 'weg'] });
    const { user, shell } = renderWithShell(<NewChat />, {
      session: 'verified',
      answers: [answer(createChat, { chatId: 'chat-07' })],
      topics: { [meTopic]: { contacts: people, contactGroups: [chor] } },
    });
    const calls = jest.spyOn(shell.apiClient, 'call');
    await user.click(await screen.findByRole('checkbox', { name: 'Chor', description: '2 Personen' }));
    await user.click(button());
    await waitFor(() => expect(calls).toHaveBeenCalledWith(createChat, { body: { participantKeys: ['anna', 'ben'] } }));
  });

  it('says so where a block stands before every contact, and leads on', async () => {
    const { user, shell } = show([aContact({ uninvitable: true })]);
    expect(await screen.findByRole('heading', { name: 'Gerade niemand zum Schreiben' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Kontakt suchen' }));
    expect(shell.recorded.navigation).toEqual([['open', 'addcontacts']]);
  });

  it('writes to nobody who was picked and has left the contacts meanwhile', async () => {
    const { user, shell } = show([aContact({ key: 'anna', name: 'Anna' }), aContact({ key: 'ben', name: 'Ben' })]);
    const calls = jest.spyOn(shell.apiClient, 'call');
    for (const name of ['Anna', 'Ben']) await user.click(await screen.findByRole('checkbox', { name }));
    shell.change(meTopic, { kind: 'del', collection: 'contacts', key: 'ben' });
    await waitFor(() => expect(shell.recorded.snackbars).toHaveLength(1));
    await user.click(button());
    await waitFor(() => expect(calls).toHaveBeenCalledWith(createChat, { body: { participantKeys: ['anna'] } }));
  });

  it('says what went wrong, and lets go on', async () => {
    const { user, shell } = show([aContact()], [refuse(createChat, 'uninvitable')]);
    await user.click(await screen.findByRole('checkbox', { name: 'Mehmet Aydın' }));
    await user.click(button());
    await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error' }]));
    expect(screen.getByRole('checkbox', { name: 'Mehmet Aydın' })).toBeChecked();
  });
});
