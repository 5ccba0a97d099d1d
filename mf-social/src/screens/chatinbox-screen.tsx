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
  useHasInboxPane,
} from '../features/chat';

/** Screen with the user's chats. On a wide page, a placeholder beside the list shows that no chat is open yet. */
export const ChatInbox = () => {
  const t = useChatTexts();
  const { navigation } = useShell();
  const inboxTitle = t('Messages');
  const { status, items } = useCollection(liveChats);
  const hasNoChats = status === 'live' && items.length === 0;
  if (useHasInboxPane() && !hasNoChats)
    return (
      <PaneSheet title={inboxTitle} hasHead={false} onClose={navigation.close} pane={<InboxPane />}>
        <NoChatChosen />
      </PaneSheet>
    );
  return (
    <Sheet title={inboxTitle} onClose={navigation.close} dock={<NewMessageLink isBlock />}>
      <EdgeToEdgeList>
        <InboxList />
      </EdgeToEdgeList>
    </Sheet>
  );
};

// List that reaches the edges of the sheet: its rows have their own horizontal padding, so the sheet's padding is
// removed.
const EdgeToEdgeList = styled.div`
  margin-inline: calc(4px - var(--gutter, 20px));
`;

export default defineScreen(ChatInbox);
