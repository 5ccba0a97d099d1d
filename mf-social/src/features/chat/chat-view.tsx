import { errorText, useLiveStatus, useScreenName, useShell } from '@mahlzeit/shared-ui/platform';
import { Banner, EmptyState, ErrorState, RowSkeletons, Small, Stack, TextLink } from '@mahlzeit/shared-ui/ui';
import { Avatar, Mosaic, PaneSheet } from '@mahlzeit/shared-ui/ui/dialog';
import type { VirtualListHandle } from '@mahlzeit/shared-ui/ui/list';
import { WifiOff } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { chatSubtitle, chatTitle } from './chat-labels';
import { useTexts } from './chat-texts';
import { Composer } from './composer';
import { Announcements, MessageList, SCROLL_MS, ToNewest } from './message-list';
import type { MessageMenu } from './message-menu';
import type { MessageRow } from './message-rules';
import { useChat, useReading } from './use-chat';
import type { OpenChat } from './use-chat';

/** Instead of the line to write in: why nothing can be written. */
const Hindrance = ({ hindrance, others }: Pick<OpenChat, 'hindrance' | 'others'>) => {
  const t = useTexts();
  const { navigation } = useShell();
  const name = others[0]?.name ?? '';
  if (hindrance === 'gone') return <Small $tone="quiet">{t('AccountGone')}</Small>;
  if (hindrance === 'blocksYou') return <Small $tone="quiet">{t('CannotWrite', { name })}</Small>;
  return (
    <Stack $gap={4} $align="start">
      <Small $tone="quiet">{t('YouBlocked', { name })}</Small>
      {navigation.has('blockedusers') && <TextLink href={navigation.hrefOf('blockedusers')}>{t('ToBlockedUsers')}</TextLink>}
    </Stack>
  );
};

/** A message whose menu is open, with the menu itself. */
interface OpenedMenu {
  readonly row: MessageRow;
  readonly Menu: typeof MessageMenu;
}

/** The menu of a message, loaded when it is first opened. */
const useMenu = () => {
  const t = useTexts();
  const { snackbar, track } = useShell();
  const [opened, setOpened] = useState<OpenedMenu | null>(null);
  const load = async (row: MessageRow): Promise<void> => {
    try {
      const { MessageMenu: Menu } = await track(import('./message-menu'));
      setOpened({ row, Menu });
    } catch {
      snackbar({ tone: 'error', text: t('MenuFailed') });
    }
  };
  return { opened, open: (row: MessageRow) => void load(row), close: () => setOpened(null) };
};

interface MessagesProps {
  readonly chat: OpenChat;
  readonly chatKey: string;
  readonly list: RefObject<VirtualListHandle | null>;
  readonly onAtEnd: (isAtEnd: boolean) => void;
}

/** What was said, or why it isn't there. */
const Messages = ({ chat, chatKey, list, onAtEnd }: MessagesProps) => {
  const t = useTexts();
  const { messages, rows, unsent } = chat;
  const { opened, open, close } = useMenu();
  if (messages.status === 'gone') return <EmptyState art="hot-beverage" title={t('ChatGoneTitle')} text={errorText(messages.error)} />;
  if (messages.status === 'failed' && rows.length === 0) return <ErrorState title={t('ChatFailedTitle')} text={errorText(messages.error)} onRetry={messages.retry} />;
  if (messages.status === 'loading' && rows.length === 0) return <RowSkeletons />;
  if (rows.length === 0) return <EmptyState art="hot-beverage" title={t('NoChatMessages')} text={t('NoChatMessagesText')} />;
  return (
    <>
      <MessageList chat={chat} ref={list} onAtEnd={onAtEnd} onMenu={open} onRetry={unsent.retry} onDiscard={unsent.discard} />
      {opened !== null && <opened.Menu row={opened.row} chatKey={chatKey} chat={chat} onClose={close} />}
    </>
  );
};

interface ChatViewProps {
  readonly chatKey: string;
  /** The inbox beside it, where there is room. */
  readonly pane?: ReactNode;
}

/** One chat: who, what was said, and a line to write in. */
export const ChatView = ({ chatKey, pane }: ChatViewProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const chat = useChat(chatKey);
  const list = useRef<VirtualListHandle>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const { hasUnseen } = useReading(chatKey, chat, isAtEnd && chat.rows.length > 0);
  const isOffline = useLiveStatus() === 'offline';
  const { others, hindrance, messages, unsent } = chat;
  const isUnknown = others.length === 0;
  const title = isUnknown ? t('Messages') : chatTitle(others);
  useScreenName(title);
  const send = (words: string): void => {
    unsent.send(chatKey, words);
    list.current?.scrollToEnd(SCROLL_MS);
  };
  const people = others.map(({ key, name, pictureUrl }) => ({ key, name, pictureUrl }));
  const isKnown = messages.status === 'live' || messages.status === 'stale';
  const dock = messages.status !== 'gone' ? (
    <Stack $gap={8}>
      {isOffline && hindrance === null && <Banner tone="neutral" icon={WifiOff}>{t('OfflineWriting')}</Banner>}
      {hindrance === null ? <Composer onSend={send} /> : <Hindrance hindrance={hindrance} others={others} />}
    </Stack>
  ) : undefined;
  return (
    <PaneSheet
      title={title}
      subtitle={chatSubtitle(others)}
      emblem={isUnknown ? undefined : people.length === 1 ? <Avatar name={title} pictureUrl={people[0]?.pictureUrl ?? null} size="list" /> : <Mosaic people={people} />}
      onClose={navigation.close}
      back={{ label: t('ToInbox'), onClick: () => navigation.replace('chatinbox') }}
      pane={pane}
      floating={isAtEnd ? undefined : <ToNewest hasUnseen={hasUnseen} onClick={() => list.current?.scrollToEnd(SCROLL_MS)} />}
      dock={dock}
    >
      <Messages chat={chat} chatKey={chatKey} list={list} onAtEnd={setIsAtEnd} />
      {isKnown && <Announcements rows={chat.rows} others={others} />}
    </PaneSheet>
  );
};
