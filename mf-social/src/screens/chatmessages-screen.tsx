import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { ChatView, InboxPane, useHasPane } from '../features/chat';

/** One chat; where there is room, with the inbox beside it. */
const ChatMessagesScreen = ({ params: [chatKey = ''] }: ScreenProps) => {
  const hasPane = useHasPane();
  return <ChatView key={chatKey} chatKey={chatKey} pane={hasPane ? <InboxPane chatKey={chatKey} /> : undefined} />;
};

export default defineScreen(ChatMessagesScreen);
