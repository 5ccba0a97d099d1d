import { chatTopic, getChatMessages } from '@mahlzeit/contract';
import { aChatMessage, aChatMessageView, anInvitation, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell } from '@mahlzeit/shared-ui/testing';
import { waitFor } from '@testing-library/react';
import { liveMessages } from './chat-api';

const CHAT_KEY = 'chat-01';

it('keeps of an older message only the fields of the topic’s messages, because long chats stay in memory', async () => {
  const fullPageMessages = Array.from({ length: 50 }, (_, index) =>
    aChatMessage({ key: `n${index}`, timestamp: fixtureNow - index * 60_000 }),
  );
  const oldMessage = { key: 'old', timestamp: fixtureNow - 86_400_000, content: 'invitation', contentId: 'e1' };
  const { store } = fakeShell({
    session: 'verified',
    topics: { [chatTopic(CHAT_KEY)]: { messages: fullPageMessages } },
    answers: [answer(getChatMessages, [aChatMessageView({ ...oldMessage, invitation: anInvitation({ key: 'e1' }) })])],
  });
  const messagesHolder = liveMessages.of(store, CHAT_KEY);
  const unsubscribe = messagesHolder.subscribe(() => undefined);
  await waitFor(() => expect(messagesHolder.get().items).toHaveLength(50));
  messagesHolder.get().loadOlder();
  await waitFor(() => expect(messagesHolder.get().items).toHaveLength(51));
  expect(messagesHolder.get().items.at(-1)).toEqual(aChatMessage(oldMessage));
  unsubscribe();
});
