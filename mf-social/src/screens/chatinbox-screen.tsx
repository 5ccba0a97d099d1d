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

/** Chats of the reader. A wide page with at least one chat shows them beside a placeholder for the chosen one. */
export const ChatInbox = () => {
  const t = useChatTexts();
  const { navigation } = useShell();
  const title = t('Messages');
  const { status, items } = useCollection(liveChats);
  const hasNone = status === 'live' && items.length === 0;
  if (useHasPane() && !hasNone)
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

// The rows have horizontal padding of their own.
const EdgeToEdge = styled.div`
  margin-inline: calc(4px - var(--gutter, 20px));
`;

export default defineScreen(ChatInbox);
