import type { Chat } from '@mahlzeit/contract';
import { isChatUnread } from '@mahlzeit/contract/rules';
import { useCollection, useNow, useShell, useUid } from '@mahlzeit/shared-ui/platform';
import { CollectionList } from '@mahlzeit/shared-ui/platform/collections';
import {
  ButtonLink,
  EmptyState,
  H2,
  Icon,
  IconLink,
  media,
  textStyles,
  tokens,
  useListItemProps,
  VisuallyHidden,
} from '@mahlzeit/shared-ui/ui';
import { Avatar, Mosaic } from '@mahlzeit/shared-ui/ui/dialog';
import { CalendarPlus, CalendarX2, SquarePen, Utensils } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { MouseEvent } from 'react';
import styled, { css } from 'styled-components';
import { liveChatReads, liveChats } from './chat-api';
import { chatTitleOf, otherParticipantsOf, chatPreviewOf, formatLastUse } from './chat-labels';
import { useTexts } from './chat-texts';
import { useBlockedKeys } from './use-chat';

interface ChatRowProps {
  readonly chat: Chat;
  readonly uid: string;
  readonly blockedKeys: ReadonlySet<string>;
  readonly isUnread: boolean;
  /** Whether this chat is open beside the list. */
  readonly isChosen: boolean;
  readonly now: number;
  /** Called on a click without modifier keys. The browser then doesn't follow the link. */
  readonly onChoose?: (() => void) | undefined;
}

const ESTIMATED_ROW_HEIGHT_PX = 72;

const ICON_BY_SHARED_KIND = { restaurant: Utensils, invitation: CalendarPlus, goneInvitation: CalendarX2 };

/**
 * Returns whether a click would open the link in the same tab, because neither another mouse button nor a modifier key
 * was used.
 */
const isUnmodifiedLeftClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** One chat: its people, its newest message and the time of that message. */
const ChatRow = ({ chat, uid, blockedKeys, isUnread, isChosen, now, onChoose }: ChatRowProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const otherPeople = otherParticipantsOf(chat, uid);
  const chatTitleText = chatTitleOf(otherPeople);
  const chatPreview = chatPreviewOf(chat, otherPeople, { uid, blocked: blockedKeys });
  const mosaicPeople = otherPeople.map(({ key, name, pictureUrl }) => ({ key, name, pictureUrl }));
  const handleClick = (event: MouseEvent): void => {
    if (onChoose === undefined || !isUnmodifiedLeftClick(event)) return;
    event.preventDefault();
    onChoose();
  };
  return (
    <ChatListItem {...useListItemProps()} $isChosen={isChosen}>
      {mosaicPeople.length === 1 ? (
        <Avatar name={chatTitleText} pictureUrl={mosaicPeople[0]?.pictureUrl ?? null} size="list" />
      ) : (
        <Mosaic mosaicPeople={mosaicPeople} />
      )}
      <RowTextColumn>
        <RowTitleLine>
          <ChatName
            href={navigation.hrefOf('chatmessages', chat.key)}
            aria-current={isChosen ? 'true' : undefined}
            onClick={handleClick}
          >
            {chatTitleText}
          </ChatName>
          <LastUpdateTime $isUnread={isUnread} dateTime={new Date(chat.updatedAt).toISOString()}>
            {formatLastUse(chat.lastMessage?.timestamp ?? chat.updatedAt, now)}
          </LastUpdateTime>
        </RowTitleLine>
        <ChatPreviewLine $isUnread={isUnread}>
          {chatPreview.sharedKind !== null && <Icon source={ICON_BY_SHARED_KIND[chatPreview.sharedKind]} size={16} />}
          <PreviewText data-preview>{chatPreview.text}</PreviewText>
          {isUnread && (
            <UnreadDot>
              <VisuallyHidden>{t('Unread')}</VisuallyHidden>
            </UnreadDot>
          )}
        </ChatPreviewLine>
      </RowTextColumn>
    </ChatListItem>
  );
};

interface InboxListProps {
  readonly chosenKey?: string;
  /** Called with the key of the chosen chat. The list then doesn't follow the link to the chat. */
  readonly onChoose?: (chatKey: string) => void;
}

/** Chats of the current user, the most recently used first. */
export const InboxList = ({ chosenKey, onChoose }: InboxListProps) => {
  const t = useTexts();
  const uid = useUid() ?? '';
  const now = useNow();
  const blockedKeys = useBlockedKeys();
  const chats = useCollection(liveChats);
  const chatReads = useCollection(liveChatReads).items;
  const readByChatKey = new Map(chatReads.map((chatRead) => [chatRead.key, chatRead]));
  return (
    <CollectionList
      collection={chats}
      isPast
      look="plain"
      estimatedHeight={ESTIMATED_ROW_HEIGHT_PX}
      failedTitle={t('ChatsFailedTitle')}
      empty={{ art: 'hot-beverage', title: t('NoChats'), text: t('NoChatsText') }}
    >
      {(chat) => (
        <ChatRow
          chat={chat}
          uid={uid}
          blockedKeys={blockedKeys}
          isUnread={isChatUnread(chat, { uid, read: readByChatKey.get(chat.key), blocked: blockedKeys })}
          isChosen={chat.key === chosenKey}
          now={now}
          onChoose={onChoose === undefined ? undefined : () => onChoose(chat.key)}
        />
      )}
    </CollectionList>
  );
};

const WIDE_PAGE_QUERY = '(min-width: 850px)';

const canMatchMedia = (): boolean => 'matchMedia' in window;

const subscribeToWidth = (listener: () => void): (() => void) => {
  if (!canMatchMedia()) return () => undefined;
  const mediaQueryList = window.matchMedia(WIDE_PAGE_QUERY);
  mediaQueryList.addEventListener('change', listener);
  return () => mediaQueryList.removeEventListener('change', listener);
};

/** Returns whether the page is wide enough to show the inbox beside a chat. */
export const useHasInboxPane = (): boolean =>
  useSyncExternalStore(subscribeToWidth, () => canMatchMedia() && window.matchMedia(WIDE_PAGE_QUERY).matches);

interface InboxPaneProps {
  /**
   * Key of the chat that is open beside the inbox. While no chat is open it is undefined, and the inbox shows the
   * dialog's title.
   */
  readonly chatKey?: string;
}

/**
 * Inbox beside a chat. Opening another chat replaces the current screen, so that Back closes the messages at once and
 * doesn't return to the chat before.
 */
export const InboxPane = ({ chatKey }: InboxPaneProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  return (
    <>
      <PaneHeader>
        {chatKey === undefined ? (
          <H2 as="span" aria-hidden="true">
            {t('Messages')}
          </H2>
        ) : (
          <H2>{t('Messages')}</H2>
        )}
        <IconLink label={t('NewMessage')} icon={SquarePen} href={navigation.hrefOf('chatcreate')} />
      </PaneHeader>
      <PaneScrollArea>
        <InboxList
          {...(chatKey === undefined ? {} : { chosenKey: chatKey })}
          onChoose={(key) => key !== chatKey && navigation.replace('chatmessages', key)}
        />
      </PaneScrollArea>
    </>
  );
};

/** Link that starts a new chat. */
export const NewMessageLink = ({ isBlock = false }: { readonly isBlock?: boolean }) => {
  const t = useTexts();
  const { navigation } = useShell();
  return (
    <ButtonLink isBlock={isBlock} icon={SquarePen} href={navigation.hrefOf('chatcreate')}>
      {t('NewMessage')}
    </ButtonLink>
  );
};

/** Placeholder beside the inbox while no chat is open. */
export const NoChatChosen = () => {
  const t = useTexts();
  return (
    <CenteredMessageArea>
      <EmptyState art="hot-beverage" title={t('PickChat')} text={t('PickChatText')}>
        <NewMessageLink />
      </EmptyState>
    </CenteredMessageArea>
  );
};

const CenteredMessageArea = styled.div`
  display: grid;
  align-content: center;
  /* As good as the middle of a dialog that is as high as the window. */
  min-height: 68vh;
`;

const PaneHeader = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-height: 66px;
  padding: 10px 8px 10px 20px;
`;

const PaneScrollArea = styled.div`
  flex: 1;
  min-height: 0;
  padding-bottom: 16px;
  overflow-y: auto;
  overscroll-behavior: contain;
  scrollbar-width: thin;
  scrollbar-color: ${tokens.color.lineStrong} transparent;
`;

// The row extends to the edges of the sheet, like the rows of the inbox beside a chat.
const ChatListItem = styled.li<{ readonly $isChosen: boolean }>`
  display: flex;
  align-items: center;
  gap: 14px;
  position: relative;
  min-height: 72px;
  padding: 12px 16px;
  /* The hairline begins below the words. */
  &::before {
    content: '';
    position: absolute;
    inset: auto 16px 0 74px;
    border-top: 1px solid ${tokens.color.line};
  }
  ${({ $isChosen }) =>
    $isChosen
      ? css`
          background: ${tokens.color.plumTint};
        `
      : css`
          ${media.hover} {
            &:hover {
              background: ${tokens.color.hover};
            }
          }
        `}
`;

const RowTextColumn = styled.div`
  flex: 1;
  min-width: 0;
`;

const RowTitleLine = styled.div`
  display: flex;
  align-items: baseline;
  gap: 10px;
`;

const ChatName = styled.a`
  ${textStyles.label}
  flex: 1;
  min-width: 0;
  hyphens: auto;
  overflow-wrap: anywhere;
  /* The row is the target. */
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: 3px solid ${tokens.color.plumText};
    outline-offset: -3px;
    border-radius: ${tokens.radius.control};
  }
`;

const LastUpdateTime = styled.time<{ readonly $isUnread: boolean }>`
  ${textStyles.caption}
  ${textStyles.digits}
  flex: none;
  color: ${({ $isUnread }) => ($isUnread ? tokens.color.plumText : tokens.color.ink2)};
  ${({ $isUnread }) =>
    $isUnread &&
    css`
      font-weight: 650;
    `}
`;

const ChatPreviewLine = styled.div<{ readonly $isUnread: boolean }>`
  ${textStyles.small}
  display: flex;
  align-items: center;
  gap: 6px;
  container-type: inline-size;
  color: ${({ $isUnread }) => ($isUnread ? tokens.color.ink : tokens.color.ink2)};
  ${({ $isUnread }) =>
    $isUnread &&
    css`
      font-weight: 600;
    `}
`;

// Names wrap onto further lines; only previews are cut. With a very large font, previews wrap as well, because one line
// would show too little text.
const PreviewText = styled.span`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  @container (max-width: 12rem) {
    overflow-wrap: anywhere;
    white-space: normal;
  }
`;

const UnreadDot = styled.span`
  flex: none;
  width: 12px;
  height: 12px;
  border-radius: 50%;
  background: ${tokens.color.plumText};
  ${media.forced} {
    forced-color-adjust: none;
  }
`;
