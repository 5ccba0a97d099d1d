import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { useSyncExternalStore } from 'react';
import { ArrangeMeetup } from '../features/arrange-meetup';
import { ChatView, InboxPane } from '../features/chat';

const WIDE = '(min-width: 850px)';

const canTell = (): boolean => 'matchMedia' in window;

const onResize = (listener: () => void): (() => void) => {
  if (!canTell()) return () => undefined;
  const list = window.matchMedia(WIDE);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
};

/** One chat; where there is room, with the inbox beside it. */
const ChatMessagesScreen = ({ params: [chatKey = ''] }: ScreenProps) => {
  const hasRoom = useSyncExternalStore(onResize, () => canTell() && window.matchMedia(WIDE).matches);
  return (
    <ArrangeMeetup key={chatKey} chatKey={chatKey}>
      <ChatView chatKey={chatKey} pane={hasRoom ? <InboxPane chatKey={chatKey} /> : undefined} />
    </ArrangeMeetup>
  );
};

export default defineScreen(ChatMessagesScreen);
