import { getChats, getInvitation, meTopic, sendChatMessage } from '@mahlzeit/contract';
import { aChat, anAccount, anInvitation, aPerson, aRestaurantSummary, fixtureNow } from '@mahlzeit/contract/fixtures';
import { UNSENT_MESSAGES, userStorageKey } from '@mahlzeit/shared-ui/platform';
import {
  answer,
  failAsUnreachable,
  fakeShell,
  neverRespond,
  refuse,
  renderWithShell,
} from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer, ScenarioTopic } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { InboxList } from './inbox';
import { InboxPane } from './inbox-pane';

const OWN_UID = anAccount().uid;
const DRAFTS_KEY = userStorageKey(OWN_UID, 'chatDrafts');

afterEach(() => window.localStorage.clear());

describe('the inbox', () => {
  const renderInbox = (
    userTopic: ScenarioTopic = {},
    answers: readonly ScenarioAnswer[] = [refuse(getInvitation, 'notFound')],
  ) =>
    renderWithShell(<InboxList />, {
      session: 'verified',
      topics: { [meTopic]: userTopic },
      answers: [answer(getChats, []), ...answers],
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
    expect(await screen.findByRole('link', { name: 'Anna (+\u00a02)' })).toHaveAttribute('href', '#chatmessages/neu');
    expect(chatRowTexts()).toEqual([
      expect.stringMatching(/Anna \(\+\s2\)11:29Ben: Los\?ungelesen$/),
      expect.stringMatching(/Mehmet AydınGesternNoch nichts geschrieben$/),
    ]);
  });

  it('names the author of the newest message, though they have left the own chat of a meetup', async () => {
    const [annaPerson, benPerson] = [
      aPerson({ key: 'anna', displayName: 'Anna Blum' }),
      aPerson({ key: 'ben', displayName: 'Ben Okafor' }),
    ];
    const lastMessage = {
      key: 'n',
      content: 'Ich muss weg',
      contentId: null,
      authorKey: 'ben',
      timestamp: fixtureNow - 60_000,
    };
    renderInbox({
      chats: [
        aChat({
          key: 'a',
          participantKeys: [OWN_UID, 'anna'],
          participants: [annaPerson],
          formerParticipants: [benPerson],
          lastMessage,
        }),
        aChat({
          key: 'b',
          participantKeys: [OWN_UID],
          participants: [],
          formerParticipants: [benPerson],
          lastMessage,
        }),
      ],
    });
    await screen.findByRole('link', { name: 'Anna Blum' });
    expect(chatRowTexts()).toEqual([
      expect.stringMatching(/Anna Blum.*Ben: Ich muss weg/),
      expect.stringMatching(/Nur du.*Ich muss weg/),
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

  describe('with a draft', () => {
    const storeDrafts = (texts: Readonly<Record<string, string>>): void =>
      window.localStorage.setItem(DRAFTS_KEY, JSON.stringify(texts));

    it('shows it in place of the newest message, and forgets drafts of chats that are gone', async () => {
      storeDrafts({ 'chat-01': 'Ich komme um\nhalb eins', weg: 'Hallo?' });
      renderInbox({ chats: [aChat()] });
      await screen.findByRole('link', { name: 'Mehmet Aydın' });
      expect(chatRowTexts()).toEqual([expect.stringMatching(/11:25Entwurf: Ich komme um\shalb einsungelesen$/)]);
      expect(JSON.parse(window.localStorage.getItem(DRAFTS_KEY) ?? '')).toEqual({
        'chat-01': 'Ich komme um\nhalb eins',
      });
    });

    it('keeps drafts of chats that are only on a later page', async () => {
      storeDrafts({ 'chat-01': 'Hier', spaeter: 'Hallo?' });
      const chats = Array.from({ length: 50 }, (_, index) => aChat({ key: `chat-${index}`, updatedAt: index }));
      renderWithShell(<InboxList />, {
        session: 'verified',
        topics: { [meTopic]: { chats } },
        answers: [neverRespond(getChats)],
      });
      await screen.findAllByRole('link', { name: 'Mehmet Aydın' });
      expect(window.localStorage.getItem(DRAFTS_KEY)).toContain('Hallo?');
    });

    it('shows none of the chat that is open beside it', async () => {
      storeDrafts({ 'chat-01': 'Hier', neu: 'Eben begonnen' });
      renderWithShell(<InboxPane chatKey="neu" />, {
        session: 'verified',
        topics: { [meTopic]: { chats: [aChat()] } },
      });
      expect(await screen.findByText('Entwurf:')).toBeInTheDocument();
      // The inbox may not have loaded the open chat yet, but the chat's unsent text must stay stored.
      expect(window.localStorage.getItem(DRAFTS_KEY)).toContain('Eben begonnen');
      renderWithShell(<InboxPane chatKey="chat-01" />, {
        session: 'verified',
        topics: { [meTopic]: { chats: [aChat()] } },
      });
      await screen.findByText('Heute wieder Kantine?');
      expect(screen.getAllByText('Entwurf:')).toHaveLength(1);
    });

    it('A06 shows none of another user', async () => {
      window.localStorage.setItem(userStorageKey('uid-ben-01', 'chatDrafts'), JSON.stringify({ 'chat-01': 'Geheim' }));
      renderInbox({ chats: [aChat()] });
      expect(await screen.findByText('Heute wieder Kantine?')).toBeInTheDocument();
    });
  });

  it.each([
    ['waits for the connection', failAsUnreachable(sendChatMessage), 'Wird gesendet, sobald es geht.'],
    ['was refused', refuse(sendChatMessage, 'uninvitable'), 'Nicht gesendet.'],
  ])('marks a chat with a message that %s', async (_name, sendAnswer, expectedMark) => {
    window.localStorage.setItem(
      userStorageKey(OWN_UID, UNSENT_MESSAGES),
      JSON.stringify([{ clientKey: 'c1', chatKey: 'chat-01', content: 'Bin da', timestamp: fixtureNow }]),
    );
    renderWithShell(<InboxList />, {
      session: 'verified',
      topics: { [meTopic]: { chats: [aChat()] } },
      answers: [sendAnswer],
    });
    expect(await screen.findByText('Du: Bin da')).toBeInTheDocument();
    expect(await screen.findByText(expectedMark)).toBeInTheDocument();
  });

  it.each([
    ['by another person, today', '2026-06-24', { authorKey: 'uid-mehmet-01' }, /Einladung: Pasta Sorella, Heute/],
    ['by another person, tomorrow', '2026-06-25', { authorKey: 'uid-mehmet-01' }, /Einladung: Pasta Sorella, Morgen/],
    ['by another person, this week', '2026-06-29', { authorKey: 'uid-mehmet-01' }, /Einladung: Pasta Sorella, Mo\./],
    ['by another person, later', '2026-07-02', { authorKey: 'uid-mehmet-01' }, /Einladung: Pasta Sorella, 2\. Juli/],
    ['by the reader', '2026-06-29', { authorKey: OWN_UID }, /Deine Einladung: Pasta Sorella, Mo\./],
    ['since yesterday', '2026-06-23', { authorKey: OWN_UID }, /Deine Einladung: Pasta Sorella, Gestern$/],
    ['long ago', '2026-05-12', { authorKey: OWN_UID }, /Deine Einladung: Pasta Sorella, 12\. Mai$/],
    ['which the reader doesn’t attend', '2026-06-29', { contentId: 'fremd' }, /Einladungungelesen$/],
  ])('names restaurant and day of an invitation %s', async (_name, day, lastMessage, expectedText) => {
    renderInbox({
      chats: [
        aChat({
          lastMessage: {
            key: 'n',
            content: 'invitation',
            contentId: 'einladung-01',
            authorKey: 'uid-mehmet-01',
            timestamp: fixtureNow,
            ...lastMessage,
          },
        }),
      ],
      invitations: [
        anInvitation({
          key: 'einladung-01',
          date: `${day}T12:30:00+02:00`,
          restaurantInfo: aRestaurantSummary({ name: 'Pasta Sorella' }),
        }),
      ],
    });
    await screen.findByRole('link', { name: 'Mehmet Aydın' });
    expect(chatRowTexts()).toEqual([expect.stringMatching(expectedText)]);
  });

  it('asks for an invitation that is older than the live ones', async () => {
    renderInbox(
      {
        chats: [
          aChat({
            lastMessage: {
              ...{ key: 'n', content: 'invitation', contentId: 'alt', authorKey: OWN_UID, timestamp: fixtureNow },
            },
          }),
        ],
      },
      [
        answer(
          getInvitation,
          anInvitation({
            key: 'alt',
            date: '2026-03-02T12:30:00+01:00',
            restaurantInfo: aRestaurantSummary({ name: 'Pasta Sorella' }),
          }),
        ),
      ],
    );
    expect(await screen.findByText('Deine Einladung: Pasta Sorella, 2. März')).toBeInTheDocument();
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
