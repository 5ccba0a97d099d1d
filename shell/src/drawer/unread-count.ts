import { accountOf } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { countUnreadChats, liveBlockedUsers, liveChatReads, liveChats } from './waiting-counts';
import type { PageTitle } from '../screens/page-title';

export interface UnreadCountDeps {
  readonly shell: Pick<ShellApi, 'session' | 'store'>;
  readonly title: Pick<PageTitle, 'setPrefix'>;
  /** Functions that write a number on the icon of the installed app; only some browsers have them. */
  readonly navigator: Partial<Pick<Navigator, 'setAppBadge'>>;
}

/**
 * Writes the number of unread chats into the page's title and onto the icon of the installed app. If nobody is logged
 * in, the number is 0 (A06). Returns an unsubscribe function.
 */
export const watchUnreadCount = ({ shell: { session, store }, title, navigator }: UnreadCountDeps): (() => void) => {
  const [chats, chatReads, blockedUsers] = [
    liveChats.of(store),
    liveChatReads.of(store),
    liveBlockedUsers.of(store),
  ] as const;
  // User id of the counted chats; undefined until the session is known for the first time.
  let uid: string | null | undefined;
  let writtenCount: number | null = null;
  let stopReading: readonly (() => void)[] = [];

  const writeCount = (count: number): void => {
    if (count === writtenCount) return;
    writtenCount = count;
    title.setPrefix(count === 0 ? '' : `(${count}) `);
    // The number 0 removes the mark from the icon. If the browser forbids it, only the mark is missing.
    void navigator.setAppBadge?.(count).catch(() => undefined);
  };
  const updateCount = (): void => {
    const { status, items } = chats.get();
    if (uid === undefined || uid === null || status === 'loading') return;
    writeCount(
      countUnreadChats(
        { chats: items, chatReads: chatReads.get().items, blockedUsers: blockedUsers.get().items },
        { uid },
      ),
    );
  };
  const stopReadingChats = (): void => {
    for (const stop of stopReading) stop();
    stopReading = [];
  };
  const onSession = (): void => {
    const account = accountOf(session.get());
    if (account === null && uid === undefined) return;
    const memberUid = account?.loggedIn === true ? account.uid : null;
    if (memberUid === uid) return;
    stopReadingChats();
    // At the start of the page, the number on the icon may still be right. Later, it may belong to a former user (A06).
    if (memberUid === null || uid !== undefined) writeCount(0);
    uid = memberUid;
    if (uid === null) return;
    stopReading = [chats, chatReads, blockedUsers].map((collection) => collection.subscribe(updateCount));
    updateCount();
  };
  const unsubscribeSession = session.subscribe(onSession);
  onSession();
  return () => {
    unsubscribeSession();
    stopReadingChats();
  };
};
