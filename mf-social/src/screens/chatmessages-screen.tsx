import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { ArrangeMeetup } from '../features/arrange-meetup';
import { ChatView, InboxPane, useHasInboxPane } from '../features/chat';

/** Screen with one chat. On a wide page the inbox is beside it. */
const ChatMessagesScreen = ({ params: [chatKey = ''] }: ScreenProps) => {
  const hasListPane = useHasInboxPane();
  return (
    <ArrangeMeetup key={chatKey} chatKey={chatKey}>
      <ChatView chatKey={chatKey} pane={hasListPane ? <InboxPane chatKey={chatKey} /> : undefined} />
    </ArrangeMeetup>
  );
};

export default defineScreen(ChatMessagesScreen);
