import { chatTopic, getChatMessages, meTopic, readChat } from '@mahlzeit/contract';
import type { ChatMessage } from '@mahlzeit/contract';
import { aChatMessage, anAccount, aPerson, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer, ScenarioTopic } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { ChatView } from '../features/chat/chat-view';

export const OWN_KEY = anAccount().uid;
export const CHAT_KEY = 'chat-01';
export const CHAT_TOPIC = chatTopic(CHAT_KEY);
export const ownPerson = aPerson({ key: OWN_KEY, displayName: 'Frieda Petersen' });
export const mehmetPerson = aPerson();
export const tobiasPerson = aPerson({ key: 'uid-tobias-01', displayName: 'Tobias Krüger' });

export const createChatMessage = (key: string, content: string, overrides: Partial<ChatMessage> = {}): ChatMessage =>
  aChatMessage({ key, content, timestamp: fixtureNow - 60_000, ...overrides });
export const createPutOp = (putMessage: ChatMessage) => ({
  kind: 'put' as const,
  collection: 'messages',
  key: putMessage.key,
  value: { ...putMessage },
});

interface ChatViewOptions {
  readonly messages?: readonly ChatMessage[];
  readonly participants?: readonly object[];
  readonly formerParticipants?: readonly object[];
  readonly topic?: ScenarioTopic;
  readonly answers?: readonly ScenarioAnswer[];
  readonly session?: 'unverified' | 'verified';
}

export const showChatView = ({
  messages = [createChatMessage('n1', 'Heute wieder Kantine?')],
  participants = [ownPerson, mehmetPerson],
  formerParticipants = [],
  topic = {},
  answers = [],
  session = 'verified',
}: ChatViewOptions = {}) =>
  renderWithShell(<ChatView chatKey={CHAT_KEY} />, {
    session,
    answers: [...answers, answer(readChat, {}), answer(getChatMessages, [])],
    topics: { [meTopic]: topic, [CHAT_TOPIC]: { participants, formerParticipants, messages } },
    commands: { 'account/callToAction': () => Promise.resolve({ mayGoOn: true }) },
  });

export const rowTexts = () => screen.getAllByRole('listitem').map((listItem) => listItem.textContent);
export const messageInput = () => screen.getByRole('textbox', { name: 'Deine Nachricht' });

/**
 * Simulates a layout in which all messages fit, so that the end of the chat counts as visible. jsdom itself has no
 * layout.
 */
export const mockFittingLayout = (): void => {
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  jest.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(600);
};
