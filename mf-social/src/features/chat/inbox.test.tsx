import { getChats, meTopic } from '@mahlzeit/contract';
import { aChat, anAccount, aPerson, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioTopic } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { InboxList, InboxPane } from './inbox';

const OWN_UID = anAccount().uid;

describe('the inbox', () => {
  const renderInbox = (userTopic: ScenarioTopic = {}) =>
    renderWithShell(<InboxList />, {
      session: 'verified',
      topics: { [meTopic]: userTopic },
      answers: [answer(getChats, [])],
    });
  const chatRowTexts = () => screen.getAllByRole('listitem').map((chatRow) => chatRow.textContent);

  it('S01 names chats by their people, last used first, with links', async () => {
    const [annaPerson, benPerson, cemPerson] = ['Anna', 'Ben', 'Cem'].map((personName) =>
      aPerson({ key: personName, displayName: personName }),
    );
    if (annaPerson === undefined || benPerson === undefined || cemPerson === undefined)
      throw new Error('A chat of the inbox is missing');
    renderInbox({
      chats: [
        aChat({ key: 'alt', updatedAt: fixtureNow - 86_400_000, lastMessage: null }),
        aChat({
          key: 'neu',
          participantKeys: [OWN_UID, 'Anna', 'Ben', 'Cem'],
          participants: [annaPerson, benPerson, cemPerson],
          lastMessage: { key: 'n', content: 'Los?', contentId: null, authorKey: 'Ben', timestamp: fixtureNow - 60_000 },
        }),
      ],
    });
    expect(await screen.findByRole('link', { name: 'Anna (+ 2)' })).toHaveAttribute('href', '#chatmessages/neu');
    expect(chatRowTexts()).toEqual([
      expect.stringMatching(/Anna \(\+ 2\)11:29Ben: Los\?ungelesen$/),
      expect.stringMatching(/Mehmet AydınGesternNoch nichts geschrieben$/),
    ]);
  });

  it('T16 updates the times after midnight', async () => {
    const { shell } = renderInbox({ chats: [aChat()] });
    await screen.findByText('11:25');
    shell.advance(86_400_000);
    expect(screen.getByText('Gestern')).toBeInTheDocument();
  });

  it('shows a chat as read once another device has read it', async () => {
    const { shell } = renderInbox({ chats: [aChat()] });
    await screen.findByText('ungelesen');
    shell.change(meTopic, {
      kind: 'put',
      collection: 'chatReads',
      key: 'chat-01',
      value: { key: 'chat-01', messageKey: 'nachricht-01', timestamp: fixtureNow },
    });
    expect(screen.queryByText('ungelesen')).not.toBeInTheDocument();
  });

  it('says that there is no message yet', async () => {
    renderInbox();
    expect(await screen.findByRole('heading', { name: 'Noch keine Nachrichten' })).toBeInTheDocument();
  });

  it('A06 shows nothing of the former user', async () => {
    const shell = fakeShell({ session: 'verified', topics: { [meTopic]: { chats: [aChat()] } } });
    const { unmount } = renderWithShell(<InboxList />, { shell });
    await screen.findByText('Heute wieder Kantine?');
    shell.setSession('anonymous');
    expect(screen.queryByText('Heute wieder Kantine?')).not.toBeInTheDocument();
    unmount();
  });

  it('marks the open chat beside it, which another one replaces', async () => {
    const { user, shell } = renderWithShell(<InboxPane chatKey="chat-01" />, {
      session: 'verified',
      topics: {
        [meTopic]: {
          chats: [
            aChat(),
            aChat({
              key: 'b',
              participantKeys: [OWN_UID, 'x'],
              participants: [aPerson({ key: 'x', displayName: 'Ben' })],
            }),
          ],
        },
      },
    });
    const chosenLink = await screen.findByRole('link', { name: 'Mehmet Aydın' });
    expect(chosenLink).toHaveAttribute('aria-current', 'true');
    await user.click(chosenLink);
    await user.click(screen.getByRole('link', { name: 'Ben' }));
    expect(shell.recorded.navigation).toEqual([['replace', 'chatmessages', 'b']]);
  });
});
