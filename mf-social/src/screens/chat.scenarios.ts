import {
  chatTopic,
  createChat,
  getChatMessages,
  getChats,
  getInvitation,
  getRestaurant,
  readChat,
  reportAbuse,
  sendChatMessage,
  sendContentMessage,
} from '@mahlzeit/contract';
import type { Chat, ChatMessage } from '@mahlzeit/contract';
import {
  aBlockedUser,
  aChat,
  aChatMessage,
  aChatMessageView,
  aContact,
  anInvitation,
  aPerson,
  aRestaurant,
  fixtureNow,
} from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { Scenario, ScenarioAnswer, ScenarioTopic } from '@mahlzeit/shared-ui/testing';
import { invitations } from './invitations.scenarios';

const OWN_KEY = 'uid-frieda-01';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const ownPerson = aPerson({ key: OWN_KEY, displayName: 'Frieda Petersen' });
const mehmetPerson = aPerson();
const friederikePerson = aPerson({ key: 'uid-friederike-01', displayName: 'Friederike von Hohenstein-Oldenburg' });
const tobiasPerson = aPerson({ key: 'uid-tobias-01', displayName: 'Tobias Krüger' });
const dieterPerson = aPerson({ key: 'uid-dieter-01', displayName: 'Dieter Dorn' });

const participantKeysOf = (people: readonly { readonly key: string }[]): string[] => [
  OWN_KEY,
  ...people.map(({ key }) => key),
];

const createChatWith = (
  chatKey: string,
  otherPeople: Chat['participants'],
  lastMessage: Partial<NonNullable<Chat['lastMessage']>> | null,
  minutesAgo: number,
): Chat => {
  const updatedAt = fixtureNow - minutesAgo * MINUTE_MS;
  return aChat({
    key: chatKey,
    participantKeys: participantKeysOf(otherPeople),
    participants: otherPeople,
    updatedAt,
    lastMessage:
      lastMessage === null
        ? null
        : {
            key: `${chatKey}-letzte`,
            content: 'Bis gleich!',
            contentId: null,
            authorKey: otherPeople[0]?.key ?? OWN_KEY,
            timestamp: updatedAt,
            ...lastMessage,
          },
  });
};

const chats = [
  createChatWith(
    'chat-viele',
    [mehmetPerson, friederikePerson, tobiasPerson],
    { content: 'Bin dabei, komme zehn Minuten später.', authorKey: friederikePerson.key },
    12,
  ),
  createChatWith(
    'chat-ana',
    [aPerson({ key: 'uid-ana-01', displayName: 'Ana Kowalczyk' })],
    { content: 'invitation', contentId: 'einladung-01' },
    40,
  ),
  createChatWith('chat-lang', [friederikePerson], { content: 'restaurant', contentId: 'elbkantine' }, 110),
  createChatWith(
    'chat-alle',
    [
      tobiasPerson,
      mehmetPerson,
      friederikePerson,
      aPerson({ key: 'uid-ana-01', displayName: 'Ana Kowalczyk' }),
      aPerson({ key: 'uid-linh-01', displayName: 'Linh Bùi' }),
    ],
    { content: 'Dann nehmen wir den großen Tisch am Fenster hinten links.', authorKey: OWN_KEY },
    26 * 60,
  ),
  {
    ...createChatWith('chat-weg', [], { content: 'Mach es gut.', authorKey: 'uid-weg-01' }, 3 * 24 * 60),
    participantKeys: [OWN_KEY, 'uid-weg-01'],
  },
  createChatWith('chat-entfernt', [mehmetPerson], { content: '' }, 4 * 24 * 60),
  createChatWith(
    'chat-ohne-treffen',
    [friederikePerson, mehmetPerson],
    { content: 'invitation', contentId: 'einladung-weg', removed: true },
    9 * 24 * 60,
  ),
  createChatWith('chat-neu', [tobiasPerson], null, 30 * 24 * 60),
];
const chatReads = chats
  .slice(2)
  .map(({ key, lastMessage, updatedAt }) => ({ key, messageKey: lastMessage?.key ?? key, timestamp: updatedAt }));

const createMessageAt = (minutesAgo: number, overrides: Partial<ChatMessage>): ChatMessage =>
  aChatMessage({
    key: `n-${minutesAgo}`,
    chatKey: 'chat-viele',
    timestamp: fixtureNow - minutesAgo * MINUTE_MS,
    ...overrides,
  });

const groupMessages = [
  createMessageAt(25 * 60, { content: 'Morgen zusammen?', authorKey: tobiasPerson.key }),
  createMessageAt(90, { content: 'Am Fleet hat ein neuer Koch angefangen.', authorKey: friederikePerson.key }),
  createMessageAt(89, { content: 'restaurant', contentId: 'elbkantine', authorKey: friederikePerson.key }),
  createMessageAt(85, { content: 'Das ist mir heute zu weit.', authorKey: OWN_KEY, clientKey: 'c-85' }),
  createMessageAt(70, { content: 'invitation', contentId: 'einladung-01' }),
  createMessageAt(68, { content: 'invitation', contentId: 'einladung-03', authorKey: OWN_KEY }),
  createMessageAt(67, { content: 'invitation', contentId: 'einladung-04', authorKey: tobiasPerson.key }),
  createMessageAt(66, { content: 'invitation', contentId: 'einladung-fremd', authorKey: tobiasPerson.key }),
  createMessageAt(69, { content: 'invitation', contentId: 'einladung-02', removed: true }),
  createMessageAt(60, { content: 'Die Karte: https://elbkantine.example/karte und das Wort restaurant.' }),
  createMessageAt(59, {
    content: 'Mein Mittag war teuer, ich gebe euch gern den Gutschein weiter.',
    authorKey: dieterPerson.key,
  }),
  createMessageAt(55, { content: '', removed: true }),
  createMessageAt(50, { content: 'restaurant', authorKey: tobiasPerson.key }),
  createMessageAt(12, { content: 'Bin dabei, komme zehn Minuten später.', authorKey: friederikePerson.key }),
];

const contacts = [
  aContact({ isFavorite: true }),
  aContact({ key: friederikePerson.key, name: friederikePerson.displayName }),
  aContact({ key: 'uid-cem-01', name: 'Cem Kaya', uninvitable: true }),
  ...Array.from({ length: 12 }, (_, index) => aContact({ key: `uid-${index}`, name: `Person ${index + 1}` })),
];

const groupChatTopic = { participants: [ownPerson, mehmetPerson, friederikePerson, tobiasPerson, dieterPerson] };
const pairChatTopic = {
  participants: [ownPerson, mehmetPerson],
  messages: [
    aChatMessage(),
    aChatMessage({
      key: 'nachricht-00',
      content: 'Gern, um halb eins?',
      authorKey: OWN_KEY,
      timestamp: fixtureNow - 240_000,
    }),
  ],
};
const inboxTopic = { chats, chatReads };

const defaultAnswers: readonly ScenarioAnswer[] = [
  answer(getRestaurant, aRestaurant({ key: 'elbkantine' })),
  answer(getInvitation, anInvitation({ key: 'einladung-01' })),
  answer(readChat, {}),
  answer(reportAbuse, { reportId: 'meldung-01' }),
  answer(getChats, []),
  answer(getChatMessages, []),
  answer(createChat, { chatId: 'chat-01' }),
];

const fiftyMessages = Array.from({ length: 50 }, (_, index) =>
  createMessageAt(index + 1, {
    key: `viele-${index}`,
    chatKey: 'chat-01',
    content: `Nachricht ${50 - index} von heute Mittag`,
    authorKey: index % 3 === 0 ? OWN_KEY : mehmetPerson.key,
  }),
);
const olderMessages = Array.from({ length: 50 }, (_, index) =>
  aChatMessageView({
    ...createMessageAt(60 + index, {
      key: `alt-${index}`,
      chatKey: 'chat-01',
      content: `Ältere Nachricht ${50 - index}`,
    }),
    timestamp: fixtureNow - DAY_MS - index * MINUTE_MS,
  }),
);

const tenThousandMessages = Array.from({ length: 10_000 }, (_, index) =>
  createMessageAt(index + 1, {
    key: `endlos-${index}`,
    chatKey: 'chat-01',
    content: `Nachricht ${10_000 - index}${index % 7 === 0 ? ', und die hier ist so lang, dass sie auf einem Telefon drei Zeilen braucht' : ''}`,
    authorKey: index % 3 === 0 ? OWN_KEY : mehmetPerson.key,
  }),
);

const chatScenario = (
  scenarioName: string,
  openChatTopic: ScenarioTopic,
  overrides: Partial<Omit<Scenario, 'name'>> & { readonly chatKey?: string; readonly userTopic?: ScenarioTopic } = {},
): Scenario => {
  const { chatKey = 'chat-01', userTopic: meTopic = inboxTopic, answers = [], isOffline = false } = overrides;
  return {
    name: scenarioName,
    screen: 'chatmessages',
    params: [chatKey],
    session: 'verified',
    isOffline,
    answers: [...answers, ...defaultAnswers],
    topics: { me: meTopic, [chatTopic(chatKey)]: openChatTopic },
  };
};

/** Scenarios of the inbox and of chats: one for each state of these screens. */
export const chatScenarios = defineScenarios([
  {
    name: 'Nachrichten',
    screen: 'chatinbox',
    session: 'verified',
    topics: { me: inboxTopic },
    answers: defaultAnswers,
  },
  { name: 'Nachrichten, keine', screen: 'chatinbox', session: 'unverified', topics: {} },
  { name: 'Nachrichten ohne Verbindung', screen: 'chatinbox', session: 'verified', isOffline: true },
  chatScenario('Chat zu zweit', pairChatTopic, {
    answers: [
      answer(
        sendChatMessage,
        aChatMessageView({
          key: 'neu',
          authorKey: OWN_KEY,
          isOwn: true,
          content: 'Bin unterwegs',
          timestamp: fixtureNow,
        }),
      ),
    ],
  }),
  chatScenario(
    'Chat zu mehreren',
    { ...groupChatTopic, messages: groupMessages },
    {
      chatKey: 'chat-viele',
      userTopic: { ...inboxTopic, invitations, blockedUsers: [aBlockedUser()] },
      answers: [refuse(getInvitation, 'notFound')],
    },
  ),
  chatScenario(
    'Chat, lang',
    { participants: [ownPerson, mehmetPerson], messages: fiftyMessages },
    { answers: [answer(getChatMessages, olderMessages, [])] },
  ),
  chatScenario('Chat mit zehntausend Nachrichten', {
    participants: [ownPerson, mehmetPerson],
    messages: tenThousandMessages,
  }),
  chatScenario('Chat, noch leer', { participants: [ownPerson, mehmetPerson], messages: [] }),
  chatScenario(
    'Chat, Ältere laden nicht',
    { participants: [ownPerson, mehmetPerson], messages: fiftyMessages },
    { answers: [refuse(getChatMessages, 'unavailable')] },
  ),
  chatScenario('Chat, Senden geht nicht', pairChatTopic, { answers: [failAsUnreachable(sendChatMessage)] }),
  chatScenario('Chat mit jemandem, den man blockiert', pairChatTopic, {
    userTopic: {
      ...inboxTopic,
      blockedUsers: [aBlockedUser({ key: mehmetPerson.key, name: mehmetPerson.displayName })],
    },
  }),
  chatScenario('Chat mit jemandem, der blockiert', pairChatTopic, {
    userTopic: { ...inboxTopic, isBlockedBy: [{ key: mehmetPerson.key }] },
  }),
  chatScenario(
    'Chat mit gelöschtem Konto',
    {
      participants: [ownPerson],
      messages: [createMessageAt(9, { chatKey: 'chat-weg', authorKey: 'uid-weg-01', content: 'Mach es gut.' })],
    },
    { chatKey: 'chat-weg' },
  ),
  chatScenario(
    'Chat eines Treffens, allein',
    {
      participants: [ownPerson],
      formerParticipants: [tobiasPerson],
      messages: [
        createMessageAt(9, { chatKey: 'chat-allein', authorKey: tobiasPerson.key, content: 'Ich schaffe es nicht.' }),
      ],
    },
    { chatKey: 'chat-allein' },
  ),
  chatScenario('Chat ohne Verbindung', pairChatTopic, { isOffline: true }),
  {
    name: 'Neue Nachricht',
    screen: 'chatcreate',
    session: 'verified',
    topics: { me: { contacts } },
    answers: defaultAnswers,
  },
  { name: 'Neue Nachricht, noch niemand', screen: 'chatcreate', session: 'unverified' },
  {
    name: 'Neue Nachricht, geht nicht',
    screen: 'chatcreate',
    session: 'verified',
    topics: { me: { contacts } },
    answers: [refuse(createChat, 'notAContact')],
  },
  {
    name: 'Teilen im Chat',
    slot: 'restaurant/social',
    props: { restaurantKey: 'elbkantine', routingName: 'elbkantine', restaurantName: 'Elbkantine' },
    session: 'verified',
    topics: { me: { contacts } },
    answers: [answer(sendContentMessage, { chatId: 'chat-01' })],
  },
  {
    name: 'Chat, den es nicht gibt',
    screen: 'chatmessages',
    params: ['unbekannt'],
    session: 'verified',
    topics: { me: inboxTopic },
    answers: defaultAnswers,
  },
]);
