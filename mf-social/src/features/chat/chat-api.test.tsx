import { chatTopic, getChatMessages } from '@mahlzeit/contract';
import { aChatMessage, aChatMessageView, anInvitation, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell } from '@mahlzeit/shared-ui/testing';
import { waitFor } from '@testing-library/react';
import { liveMessages } from './chat-api';

const CHAT = 'chat-01';

it('keeps of an older message only the fields of the topic’s messages, because long chats stay in memory', async () => {
  const messages = Array.from({ length: 50 }, (_, index) =>
    aChatMessage({ key: `n${index}`, timestamp: fixtureNow - index * 60_000 }),
  );
  const oldMessage = { key: 'old', timestamp: fixtureNow - 86_400_000, content: 'invitation', contentId: 'e1' };
  const { store } = fakeShell({
    session: 'verified',
    topics: { [chatTopic(CHAT)]: { messages } },
    answers: [answer(getChatMessages, [aChatMessageView({ ...oldMessage, invitation: anInvitation({ key: 'e1' }) })])],
  });
  const holder = liveMessages.of(store, CHAT);
  const stop = holder.subscribe(() => undefined);
  await waitFor(() => expect(holder.get().items).toHaveLength(50));
  holder.get().loadOlder();
  await waitFor(() => expect(holder.get().items).toHaveLength(51));
  expect(holder.get().items.at(-1)).toEqual(aChatMessage(oldMessage));
  stop();
});
