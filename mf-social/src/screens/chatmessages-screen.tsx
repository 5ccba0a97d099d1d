import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { ChatView, InboxPane } from '../features/chat';
import { useMedia } from '../use-media';

/** One chat; from 850 px on with the inbox beside it. */
export const ChatMessages = ({ params: [chatKey = ''] }: Pick<ScreenProps, 'params'>) => {
  const hasRoom = useMedia('(min-width: 850px)');
  return <ChatView key={chatKey} chatKey={chatKey} pane={hasRoom ? <InboxPane chatKey={chatKey} /> : undefined} />;
};

export default defineScreen(ChatMessages);
