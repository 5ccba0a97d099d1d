import { useAccount } from '@mahlzeit/shared-ui/platform';
import { MenuMarks as Marks } from '@mahlzeit/shared-ui/ui/drawer';
import { useTexts } from './drawer-texts';
import { useHasWaitingMessages, useWaitingCounts } from './waiting-counts';

/** Marks on the menu button: the number of unread chats, and whether messages wait to be sent. */
export const MenuMarks = () => {
  const t = useTexts();
  const account = useAccount();
  const { unreadChats } = useWaitingCounts(account);
  const hasWaitingMessages = useHasWaitingMessages(account);
  return (
    <Marks
      count={unreadChats}
      countLabel={t('Unread', { count: unreadChats })}
      waitingLabel={hasWaitingMessages ? t('UnsentMessages') : undefined}
    />
  );
};
