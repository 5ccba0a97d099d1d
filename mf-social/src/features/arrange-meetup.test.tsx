import {
  chatTopic,
  getChatMessages,
  getInvitation,
  getRestaurant,
  meTopic,
  putInvitation,
  readChat,
} from '@mahlzeit/contract';
import type { Person } from '@mahlzeit/contract';
import {
  aBlockedUser,
  aChatMessage,
  anAccount,
  anInvitation,
  aPerson,
  aRestaurant,
  aWorkingWeek,
  fixtureNow,
} from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer, ScenarioTopic, SessionKind } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { ArrangeMeetup } from './arrange-meetup';
import { currentDraftOf } from '../testing/fake-draft-shell';
import { ChatView } from './chat';

const CHAT_KEY = 'chat-01';
const chatParticipants = [
  aPerson({ key: anAccount().uid, displayName: 'Frieda Petersen' }),
  aPerson(),
  aPerson({ key: 'uid-tobias-01', displayName: 'Tobias Krüger' }),
];
const sharedRestaurantMessage = aChatMessage({
  key: 'n1',
  content: 'restaurant',
  contentId: 'elbkantine',
  timestamp: fixtureNow - 60_000,
});

// jsdom has no layout. With these sizes all messages fit into the list, so the end of the chat counts as visible.
beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  jest.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(600);
});
afterEach(() => jest.restoreAllMocks());

const renderChat = (
  answers: readonly ScenarioAnswer[] = [],
  userTopic: ScenarioTopic = {},
  session: SessionKind = 'verified',
  participants: readonly Person[] = chatParticipants,
) =>
  renderWithShell(
    <ArrangeMeetup chatKey={CHAT_KEY}>
      <ChatView chatKey={CHAT_KEY} />
    </ArrangeMeetup>,
    {
      session,
      answers: [
        ...answers,
        answer(getRestaurant, aRestaurant({ openingHours: aWorkingWeek('11:00-17:00') })),
        answer(readChat, {}),
        answer(getChatMessages, []),
        answer(getInvitation, anInvitation()),
      ],
      topics: {
        [meTopic]: userTopic,
        [chatTopic(CHAT_KEY)]: { participants, messages: [sharedRestaurantMessage] },
      },
      commands: { 'account/callToAction': () => Promise.resolve({ mayGoOn: false }) },
    },
  );

const findArrangeButton = () => screen.findByRole('button', { name: 'Treffen vereinbaren' });

const arrangeMeetup = async ({ user }: ReturnType<typeof renderChat>) => {
  await user.click(await findArrangeButton());
  await user.click(await screen.findByRole('radio', { name: '12:30' }));
  await user.dblClick(screen.getByRole('button', { name: 'Übernehmen' }));
};

it('makes one invitation of a shared restaurant, with everybody in the chat', async () => {
  const renderedChat = renderChat([answer(putInvitation, anInvitation())]);
  await arrangeMeetup(renderedChat);
  await waitFor(() =>
    expect(renderedChat.shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Die Einladung ist raus.' }]),
  );
  expect(renderedChat.shell.requests.filter((request) => request === 'PUT /api/invitations')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Treffen vereinbaren' })).not.toBeInTheDocument());
});

it('starts an invitation of everybody in the chat who can be invited, and returns there', async () => {
  const { user, shell } = renderChat([], { blockedUsers: [aBlockedUser({ key: 'uid-tobias-01' })] });
  const originAddress = shell.navigation.current();
  await user.click(await screen.findByRole('button', { name: 'Zum Essen einladen' }));
  await waitFor(() => expect(shell.recorded.navigation).toEqual([['open', 'invitationrestaurant']]));
  expect(currentDraftOf(shell)).toMatchObject({
    origin: originAddress,
    attendees: [{ uid: aPerson().key, status: 'pending' }],
  });
});

it('S13 shows that the invitation is being made', async () => {
  const renderedChat = renderChat([neverRespond(putInvitation)]);
  await arrangeMeetup(renderedChat);
  expect(screen.getByText('Das Treffen wird vereinbart')).toBeInTheDocument();
});

it('S13 keeps the choice after a failure, and the restaurant after a cancel', async () => {
  const renderedChat = renderChat([refuse(putInvitation, 'unavailable')]);
  const callSpy = jest.spyOn(renderedChat.shell.apiClient, 'call');
  await arrangeMeetup(renderedChat);
  await waitFor(() => expect(renderedChat.shell.recorded.snackbars).toMatchObject([{ tone: 'error' }]));
  expect(screen.getByRole('radio', { name: '12:30' })).toBeChecked();
  await renderedChat.user.click(screen.getByRole('button', { name: 'Übernehmen' }));
  await waitFor(() => expect(renderedChat.shell.recorded.snackbars).toHaveLength(2));
  // The retry sends the same idempotency key, so that the gateway doesn't create a second invitation (S07).
  const idempotencyKeys = callSpy.mock.calls
    .filter(([{ name }]) => name === putInvitation.name)
    .map(([, { idempotencyKey }]) => idempotencyKey);
  expect(idempotencyKeys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), idempotencyKeys[0]]);
  await renderedChat.user.keyboard('{Escape}');
  expect(await findArrangeButton()).toBeInTheDocument();
});

it('S13 ends when the message is no restaurant any more', async () => {
  const renderedChat = renderChat([refuse(putInvitation, 'notFound')]);
  await arrangeMeetup(renderedChat);
  expect(await findArrangeButton()).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Wann?' })).not.toBeInTheDocument());
});

it('S06 is missing when nobody can be invited', async () => {
  renderChat([], { blockedUsers: [aBlockedUser({ key: 'uid-tobias-01' })], isBlockedBy: [{ key: 'uid-mehmet-01' }] });
  expect(await screen.findByRole('link', { name: /Elbkantine/ })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Treffen vereinbaren' })).not.toBeInTheDocument());
});

it('leads unverified members to the account', async () => {
  const { user } = renderChat([], {}, 'unverified');
  await user.click(await findArrangeButton());
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Wann?' })).not.toBeInTheDocument());
});

describe('in a chat with more people than a meetup may have guests', () => {
  const crowd = Array.from({ length: 12 }, (_, index) =>
    aPerson({ key: `uid-gast-${index}`, displayName: `Gast ${index}` }),
  );
  const guestKeys = crowd.slice(0, 9).map(({ key }) => key);
  const notice = { text: 'In ein Treffen passen 9 Gäste. Die ersten 9 aus dem Chat sind ausgewählt.' };
  const renderCrowd = () => renderChat([answer(putInvitation, anInvitation())], {}, 'verified', crowd);

  it('invites as many to the shared restaurant as may come, and says so', async () => {
    const renderedChat = renderCrowd();
    const sentInvitations = jest.spyOn(renderedChat.shell.apiClient, 'call');
    await arrangeMeetup(renderedChat);
    await waitFor(() =>
      expect(renderedChat.shell.recorded.snackbars).toMatchObject([notice, { text: 'Die Einladung ist raus.' }]),
    );
    expect(sentInvitations.mock.calls.find(([route]) => route.name === 'putInvitation')?.[1]).toMatchObject({
      body: { attendees: guestKeys },
    });
  });

  it('picks as many for a new meetup as may come, and says so', async () => {
    const { user, shell } = renderCrowd();
    await user.click(await screen.findByRole('button', { name: 'Zum Essen einladen' }));
    await waitFor(() => expect(currentDraftOf(shell)?.attendees.map(({ key }) => key)).toEqual(guestKeys));
    expect(shell.recorded.snackbars).toMatchObject([notice]);
  });
});
