import { defineScreen, useCollection, useShell } from '@mahlzeit/shared-ui/platform';
import { PaneSheet, Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import styled from 'styled-components';
import {
  InboxList,
  InboxPane,
  liveChats,
  NewMessageLink,
  NoChatChosen,
  useChatTexts,
  useHasPane,
} from '../features/chat';

/** Screen with the reader's chats. On a wide page, a placeholder beside the list shows that no chat is open yet. */
export const ChatInbox = () => {
  const t = useChatTexts();
  const { navigation } = useShell();
  const title = t('Messages');
  const { status, items } = useCollection(liveChats);
  const hasNoChats = status === 'live' && items.length === 0;
  if (useHasPane() && !hasNoChats)
    return (
      <PaneSheet title={title} hasHead={false} onClose={navigation.close} pane={<InboxPane />}>
        <NoChatChosen />
      </PaneSheet>
    );
  return (
    <Sheet title={title} onClose={navigation.close} dock={<NewMessageLink isBlock />}>
      <EdgeToEdge>
        <InboxList />
      </EdgeToEdge>
    </Sheet>
  );
};

// The rows have their own horizontal padding, so the sheet's padding is removed.
const EdgeToEdge = styled.div`
  margin-inline: calc(4px - var(--gutter, 20px));
`;

export default defineScreen(ChatInbox);
