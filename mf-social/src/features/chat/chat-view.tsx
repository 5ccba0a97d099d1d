import {
  errorText,
  useAccount,
  useLazyPart,
  useLiveStatus,
  useScreenName,
  useShell,
} from '@mahlzeit/shared-ui/platform';
import {
  Banner,
  EmptyState,
  ErrorState,
  IconButton,
  RowSkeletons,
  Small,
  Stack,
  TextLink,
} from '@mahlzeit/shared-ui/ui';
import { Avatar, Mosaic, PaneSheet } from '@mahlzeit/shared-ui/ui/dialog';
import type { VirtualListHandle } from '@mahlzeit/shared-ui/platform/collections';
import { CalendarPlus, WifiOff } from 'lucide-react';
import { use, useCallback, useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { chatDraftsOf } from './chat-drafts';
import { chatSubtitleOf, chatTitleOf } from './chat-labels';
import { useTexts } from './chat-texts';
import { MessageComposer } from './composer';
import { MessageAnnouncements, MessageList, SCROLL_DURATION_MS, ToNewestButton } from './message-list';
import type { MessageRow } from './message-rules';
import { ArrangeMeetupContext } from './restaurant-card';
import { useChat, useChatPeople, useChatStatus, useMarkChatRead } from './use-chat';
import type { ChatPeople, OpenChat } from './use-chat';
import { unsentMessagesOf } from './unsent-messages';

/** Message in place of the text field that explains why the user can't write in this chat. */
const WritingHindranceNotice = ({
  writingHindrance,
  otherPeople,
}: Pick<OpenChat, 'writingHindrance' | 'otherPeople'>) => {
  const t = useTexts();
  const { navigation } = useShell();
  const personName = otherPeople[0]?.name ?? '';
  if (writingHindrance === 'alone') return <Small $tone="quiet">{t('EverybodyLeft')}</Small>;
  if (writingHindrance === 'gone') return <Small $tone="quiet">{t('AccountGone')}</Small>;
  if (writingHindrance === 'blocksYou') return <Small $tone="quiet">{t('CannotWrite', { name: personName })}</Small>;
  return (
    <Stack $gap={4} $align="start">
      <Small $tone="quiet">{t('YouBlocked', { name: personName })}</Small>
      {navigation.has('blockedusers') && (
        <TextLink href={navigation.hrefOf('blockedusers')}>{t('ToBlockedUsers')}</TextLink>
      )}
    </Stack>
  );
};

/**
 * Returns the menu of a message, and functions that open and close it. The script of the menu is loaded when the first
 * menu opens.
 */
const useMessageMenu = () => {
  const t = useTexts();
  const { part, load } = useLazyPart(() => import('./message-menu'), { failedText: t('MenuFailed') });
  const [menuRow, setMenuRow] = useState<MessageRow | null>(null);
  const openMessageMenu = useCallback(
    (chosenRow: MessageRow) => void load().then((isMenuLoaded) => isMenuLoaded && setMenuRow(chosenRow)),
    [load],
  );
  return { Menu: part?.MessageMenu, row: menuRow, open: openMessageMenu, close: () => setMenuRow(null) };
};

interface MessagesAreaProps {
  readonly chat: OpenChat;
  readonly chatKey: string;
  readonly list: RefObject<VirtualListHandle | null>;
  readonly onAtEnd: (isAtEnd: boolean) => void;
}

/**
 * Messages of a chat. If there are none, the reason is shown: they are loading or couldn't be loaded, the chat was
 * deleted, or nobody has written yet.
 */
const MessagesArea = ({ chat, chatKey, list, onAtEnd }: MessagesAreaProps) => {
  const t = useTexts();
  const { messages, rows, unsentMessages } = chat;
  const { Menu, row: menuRow, open, close } = useMessageMenu();
  if (messages.status === 'gone')
    return <EmptyState art="hot-beverage" title={t('ChatGoneTitle')} text={errorText(messages.error)} />;
  if (messages.status === 'failed' && rows.length === 0)
    return <ErrorState title={t('ChatFailedTitle')} text={errorText(messages.error)} onRetry={messages.retry} />;
  if (messages.status === 'loading' && rows.length === 0) return <RowSkeletons />;
  if (rows.length === 0)
    return <EmptyState art="hot-beverage" title={t('NoChatMessages')} text={t('NoChatMessagesText')} />;
  return (
    <>
      <MessageList
        chat={chat}
        ref={list}
        onAtEnd={onAtEnd}
        onMenu={open}
        onRetry={unsentMessages.retry}
        onDiscard={unsentMessages.discard}
      />
      {Menu !== undefined && menuRow !== null && <Menu row={menuRow} chatKey={chatKey} chat={chat} onClose={close} />}
    </>
  );
};

interface ConversationProps extends Omit<MessagesAreaProps, 'chat'> {
  readonly people: ChatPeople;
  readonly isAtEnd: boolean;
  /**
   * Called with `true` if other users have written messages that the current user has not seen, otherwise with `false`.
   */
  readonly onUnseenChange: (hasUnseen: boolean) => void;
}

/**
 * Messages of a chat with their announcements for screen readers. When a message arrives, only this component renders
 * again, not the sheet around it.
 */
const ChatConversation = ({ people, chatKey, isAtEnd, onUnseenChange, ...props }: ConversationProps) => {
  const chat = useChat(chatKey, people);
  const { hasUnseen } = useMarkChatRead(chatKey, chat, isAtEnd && chat.rows.length > 0);
  useEffect(() => onUnseenChange(hasUnseen), [onUnseenChange, hasUnseen]);
  const areMessagesLoaded = chat.messages.status === 'live' || chat.messages.status === 'stale';
  return (
    <>
      <MessagesArea chat={chat} chatKey={chatKey} {...props} />
      {areMessagesLoaded && <MessageAnnouncements rows={chat.rows} authors={chat.authors} />}
    </>
  );
};

/**
 * Removes the unsent text of a chat that was deleted. The chats of an account that is marked as deleted only can't be
 * read until the account is restored, so their unsent texts stay.
 */
const useForgetDraftOfGoneChat = (chatKey: string, isChatGone: boolean): void => {
  const shell = useShell();
  const isAccountDeleted = useAccount()?.deleted === true;
  useEffect(() => {
    if (isChatGone && !isAccountDeleted) chatDraftsOf(shell).write(chatKey, '');
  }, [shell, chatKey, isChatGone, isAccountDeleted]);
};

interface ChatViewProps {
  readonly chatKey: string;
  /** Inbox that wide pages show beside the chat. */
  readonly pane?: ReactNode;
}

/** One chat: its people, its messages and a text field. */
export const ChatView = ({ chatKey, pane }: ChatViewProps) => {
  const t = useTexts();
  const shell = useShell();
  const { navigation } = shell;
  const chatPeople = useChatPeople(chatKey);
  const chatStatus = useChatStatus(chatKey);
  const arrangeActions = use(ArrangeMeetupContext);
  const listRef = useRef<VirtualListHandle>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [hasUnseen, setHasUnseen] = useState(false);
  const isOffline = useLiveStatus() === 'offline';
  const { otherPeople, authors, writingHindrance } = chatPeople;
  const arePeopleUnknown = authors.length === 0;
  const chatTitleText = arePeopleUnknown ? t('Messages') : chatTitleOf(otherPeople);
  useScreenName(chatTitleText);
  useForgetDraftOfGoneChat(chatKey, chatStatus === 'gone');
  const sendMessage = (messageText: string): void => {
    unsentMessagesOf(shell).send(chatKey, messageText);
    listRef.current?.scrollToEnd(SCROLL_DURATION_MS);
  };
  const people = otherPeople.map(({ key, name, pictureUrl }) => ({ key, name, pictureUrl }));
  const composerDock =
    chatStatus !== 'gone' ? (
      <Stack $gap={8}>
        {isOffline && writingHindrance === null && (
          <Banner tone="neutral" icon={WifiOff}>
            {t('OfflineWriting')}
          </Banner>
        )}
        {writingHindrance === null ? (
          <MessageComposer chatKey={chatKey} onSend={sendMessage} />
        ) : (
          <WritingHindranceNotice writingHindrance={writingHindrance} otherPeople={otherPeople} />
        )}
      </Stack>
    ) : undefined;
  return (
    <PaneSheet
      title={chatTitleText}
      subtitle={chatSubtitleOf(otherPeople)}
      emblem={
        arePeopleUnknown ? undefined : people.length < 2 ? (
          <Avatar name={chatTitleText} pictureUrl={people[0]?.pictureUrl ?? null} size="list" />
        ) : (
          <Mosaic mosaicPeople={people} />
        )
      }
      onClose={navigation.close}
      backButton={{ label: t('ToInbox'), onClick: () => navigation.replace('chatinbox') }}
      action={
        arrangeActions !== null && (
          <IconButton label={t('InviteToMeetup')} icon={CalendarPlus} onClick={arrangeActions.invite} />
        )
      }
      pane={pane}
      floatingContent={
        isAtEnd ? undefined : (
          <ToNewestButton hasUnseen={hasUnseen} onClick={() => listRef.current?.scrollToEnd(SCROLL_DURATION_MS)} />
        )
      }
      dock={composerDock}
    >
      <ChatConversation
        people={chatPeople}
        chatKey={chatKey}
        list={listRef}
        isAtEnd={isAtEnd}
        onAtEnd={setIsAtEnd}
        onUnseenChange={setHasUnseen}
      />
    </PaneSheet>
  );
};
