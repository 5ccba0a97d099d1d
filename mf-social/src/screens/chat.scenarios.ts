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
const mehmet = aPerson();
const friederike = aPerson({ key: 'uid-friederike-01', displayName: 'Friederike von Hohenstein-Oldenburg' });
const tobias = aPerson({ key: 'uid-tobias-01', displayName: 'Tobias Krüger' });
const dieter = aPerson({ key: 'uid-dieter-01', displayName: 'Dieter Dorn' });

const participantKeysOf = (people: readonly { readonly key: string }[]): string[] => [
  OWN_KEY,
  ...people.map(({ key }) => key),
];

const chatWith = (
  key: string,
  people: Chat['participants'],
  lastMessage: Partial<NonNullable<Chat['lastMessage']>> | null,
  minutesAgo: number,
): Chat => {
  const updatedAt = fixtureNow - minutesAgo * MINUTE_MS;
  return aChat({
    key,
    participantKeys: participantKeysOf(people),
    participants: people,
    updatedAt,
    lastMessage:
      lastMessage === null
        ? null
        : {
            key: `${key}-letzte`,
            content: 'Bis gleich!',
            contentId: null,
            authorKey: people[0]?.key ?? OWN_KEY,
            timestamp: updatedAt,
            ...lastMessage,
          },
  });
};

const chats = [
  chatWith(
    'chat-viele',
    [mehmet, friederike, tobias],
    { content: 'Bin dabei, komme zehn Minuten später.', authorKey: friederike.key },
    12,
  ),
  chatWith(
    'chat-ana',
    [aPerson({ key: 'uid-ana-01', displayName: 'Ana Kowalczyk' })],
    { content: 'invitation', contentId: 'einladung-01' },
    40,
  ),
  chatWith('chat-lang', [friederike], { content: 'restaurant', contentId: 'elbkantine' }, 110),
  chatWith(
    'chat-alle',
    [
      tobias,
      mehmet,
      friederike,
      aPerson({ key: 'uid-ana-01', displayName: 'Ana Kowalczyk' }),
      aPerson({ key: 'uid-linh-01', displayName: 'Linh Bùi' }),
    ],
    { content: 'Dann nehmen wir den großen Tisch am Fenster hinten links.', authorKey: OWN_KEY },
    26 * 60,
  ),
  {
    ...chatWith('chat-weg', [], { content: 'Mach es gut.', authorKey: 'uid-weg-01' }, 3 * 24 * 60),
    participantKeys: [OWN_KEY, 'uid-weg-01'],
  },
  chatWith('chat-entfernt', [mehmet], { content: '' }, 4 * 24 * 60),
  chatWith(
    'chat-ohne-treffen',
    [friederike, mehmet],
    { content: 'invitation', contentId: 'einladung-weg', removed: true },
    9 * 24 * 60,
  ),
  chatWith('chat-neu', [tobias], null, 30 * 24 * 60),
];
const chatReads = chats
  .slice(2)
  .map(({ key, lastMessage, updatedAt }) => ({ key, messageKey: lastMessage?.key ?? key, timestamp: updatedAt }));

const messageAt = (minutesAgo: number, overrides: Partial<ChatMessage>): ChatMessage =>
  aChatMessage({
    key: `n-${minutesAgo}`,
    chatKey: 'chat-viele',
    timestamp: fixtureNow - minutesAgo * MINUTE_MS,
    ...overrides,
  });

const groupMessages = [
  messageAt(25 * 60, { content: 'Morgen zusammen?', authorKey: tobias.key }),
  messageAt(90, { content: 'Am Fleet hat ein neuer Koch angefangen.', authorKey: friederike.key }),
  messageAt(89, { content: 'restaurant', contentId: 'elbkantine', authorKey: friederike.key }),
  messageAt(85, { content: 'Das ist mir heute zu weit.', authorKey: OWN_KEY, clientKey: 'c-85' }),
  messageAt(70, { content: 'invitation', contentId: 'einladung-01' }),
  messageAt(68, { content: 'invitation', contentId: 'einladung-03', authorKey: OWN_KEY }),
  messageAt(67, { content: 'invitation', contentId: 'einladung-04', authorKey: tobias.key }),
  messageAt(66, { content: 'invitation', contentId: 'einladung-fremd', authorKey: tobias.key }),
  messageAt(69, { content: 'invitation', contentId: 'einladung-02', removed: true }),
  messageAt(60, { content: 'Die Karte: https://elbkantine.example/karte und das Wort restaurant.' }),
  messageAt(59, { content: 'Mein Mittag war teuer, ich gebe euch gern den Gutschein weiter.', authorKey: dieter.key }),
  messageAt(55, { content: '', removed: true }),
  messageAt(50, { content: 'restaurant', authorKey: tobias.key }),
  messageAt(12, { content: 'Bin dabei, komme zehn Minuten später.', authorKey: friederike.key }),
];

const contacts = [
  aContact({ isFavorite: true }),
  aContact({ key: friederike.key, name: friederike.displayName }),
  aContact({ key: 'uid-cem-01', name: 'Cem Kaya', uninvitable: true }),
  ...Array.from({ length: 12 }, (_, index) => aContact({ key: `uid-${index}`, name: `Person ${index + 1}` })),
];

const groupTopic = { participants: [ownPerson, mehmet, friederike, tobias, dieter] };
const pairTopic = {
  participants: [ownPerson, mehmet],
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
  answer(readChat, {}),
  answer(reportAbuse, { reportId: 'meldung-01' }),
  answer(getChats, []),
  answer(getChatMessages, []),
  answer(createChat, { chatId: 'chat-01' }),
];

const fiftyMessages = Array.from({ length: 50 }, (_, index) =>
  messageAt(index + 1, {
    key: `viele-${index}`,
    chatKey: 'chat-01',
    content: `Nachricht ${50 - index} von heute Mittag`,
    authorKey: index % 3 === 0 ? OWN_KEY : mehmet.key,
  }),
);
const olderMessages = Array.from({ length: 50 }, (_, index) =>
  aChatMessageView({
    ...messageAt(60 + index, { key: `alt-${index}`, chatKey: 'chat-01', content: `Ältere Nachricht ${50 - index}` }),
    timestamp: fixtureNow - DAY_MS - index * MINUTE_MS,
  }),
);

const tenThousandMessages = Array.from({ length: 10_000 }, (_, index) =>
  messageAt(index + 1, {
    key: `endlos-${index}`,
    chatKey: 'chat-01',
    content: `Nachricht ${10_000 - index}${index % 7 === 0 ? ', und die hier ist so lang, dass sie auf einem Telefon drei Zeilen braucht' : ''}`,
    authorKey: index % 3 === 0 ? OWN_KEY : mehmet.key,
  }),
);

const chatScenario = (
  name: string,
  topic: ScenarioTopic,
  overrides: Partial<Omit<Scenario, 'name'>> & { readonly chatKey?: string; readonly userTopic?: ScenarioTopic } = {},
): Scenario => {
  const { chatKey = 'chat-01', userTopic: meTopic = inboxTopic, answers = [], isOffline = false } = overrides;
  return {
    name,
    screen: 'chatmessages',
    params: [chatKey],
    session: 'verified',
    isOffline,
    answers: [...answers, ...defaultAnswers],
    topics: { me: meTopic, [chatTopic(chatKey)]: topic },
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
  chatScenario('Chat zu zweit', pairTopic, {
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
    { ...groupTopic, messages: groupMessages },
    {
      chatKey: 'chat-viele',
      userTopic: { ...inboxTopic, invitations, blockedUsers: [aBlockedUser()] },
      answers: [refuse(getInvitation, 'notFound')],
    },
  ),
  chatScenario(
    'Chat, lang',
    { participants: [ownPerson, mehmet], messages: fiftyMessages },
    { answers: [answer(getChatMessages, olderMessages, [])] },
  ),
  chatScenario('Chat mit zehntausend Nachrichten', {
    participants: [ownPerson, mehmet],
    messages: tenThousandMessages,
  }),
  chatScenario('Chat, noch leer', { participants: [ownPerson, mehmet], messages: [] }),
  chatScenario(
    'Chat, Ältere laden nicht',
    { participants: [ownPerson, mehmet], messages: fiftyMessages },
    { answers: [refuse(getChatMessages, 'unavailable')] },
  ),
  chatScenario('Chat, Senden geht nicht', pairTopic, { answers: [failAsUnreachable(sendChatMessage)] }),
  chatScenario('Chat mit jemandem, den man blockiert', pairTopic, {
    userTopic: { ...inboxTopic, blockedUsers: [aBlockedUser({ key: mehmet.key, name: mehmet.displayName })] },
  }),
  chatScenario('Chat mit jemandem, der blockiert', pairTopic, {
    userTopic: { ...inboxTopic, isBlockedBy: [{ key: mehmet.key }] },
  }),
  chatScenario(
    'Chat mit gelöschtem Konto',
    {
      participants: [ownPerson],
      messages: [messageAt(9, { chatKey: 'chat-weg', authorKey: 'uid-weg-01', content: 'Mach es gut.' })],
    },
    { chatKey: 'chat-weg' },
  ),
  chatScenario('Chat ohne Verbindung', pairTopic, { isOffline: true }),
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
