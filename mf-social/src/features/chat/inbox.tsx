import type { Chat } from '@mahlzeit/contract';
import { isChatUnread } from '@mahlzeit/contract/rules';
import { useCollection, useNow, useShell, useUid } from '@mahlzeit/shared-ui/platform';
import type { CollectionView } from '@mahlzeit/shared-ui/platform';
import { CollectionList } from '@mahlzeit/shared-ui/platform/collections';
import { media, textStyles, tokens, useListItemProps, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { Avatar, Mosaic } from '@mahlzeit/shared-ui/ui/dialog';
import { useEffect } from 'react';
import type { MouseEvent } from 'react';
import styled, { css } from 'styled-components';
import { liveChatReads, liveChats } from './chat-api';
import { chatDraftsOf } from './chat-drafts';
import { chatTitleOf, formatLastUse, formerPeopleOf, otherParticipantsOf } from './chat-labels';
import { useTexts } from './chat-texts';
import { ChatPreviewLine, InboxPreview } from './inbox-preview';
import { useBlockedKeys } from './use-chat';

interface ChatRowProps {
  readonly chat: Chat;
  readonly uid: string;
  readonly blockedKeys: ReadonlySet<string>;
  readonly isUnread: boolean;
  /** Whether this chat is open beside the inbox. */
  readonly isChosen: boolean;
  readonly now: number;
  /** Called on a click without modifier keys. The browser then doesn't follow the link to the chat. */
  readonly onChoose?: (() => void) | undefined;
}

const ESTIMATED_ROW_HEIGHT_PX = 72;

/**
 * Returns whether a click would open the link in the same tab, because neither another mouse button nor a modifier key
 * was used.
 */
const isUnmodifiedLeftClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Row of one chat in the inbox: its people, its newest message and the time of that message. */
const ChatRow = ({ chat, uid, blockedKeys, isUnread, isChosen, now, onChoose }: ChatRowProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const otherPeople = otherParticipantsOf(chat, uid);
  const chatTitleText = chatTitleOf(otherPeople);
  const mosaicPeople = otherPeople.map(({ key, name, pictureUrl }) => ({ key, name, pictureUrl }));
  const handleClick = (event: MouseEvent): void => {
    if (onChoose === undefined || !isUnmodifiedLeftClick(event)) return;
    event.preventDefault();
    onChoose();
  };
  return (
    <ChatListItem {...useListItemProps()} $isChosen={isChosen}>
      {mosaicPeople.length < 2 ? (
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
          <InboxPreview
            chat={chat}
            authors={[...otherPeople, ...formerPeopleOf(chat.formerParticipants ?? [], uid)]}
            reader={{ uid, blocked: blockedKeys }}
            isChosen={isChosen}
            now={now}
          />
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
  /**
   * Called with the key of the chat that the user has clicked. The browser then doesn't follow the link to the chat.
   */
  readonly onChoose?: (chatKey: string) => void;
}

/**
 * Removes the unsent texts of deleted chats, once the inbox has loaded all chats. `openKey` is the chat beside the
 * inbox, which may be so new that the inbox doesn't have it yet.
 */
const useForgetDraftsOfGoneChats = (
  { status, hasOlder, items }: CollectionView<Chat>,
  openKey: string | undefined,
): void => {
  const shell = useShell();
  const areAllChatsLoaded = status === 'live' && !hasOlder;
  useEffect(() => {
    if (!areAllChatsLoaded) return;
    const chatKeys = new Set([openKey, ...items.map(({ key }) => key)]);
    chatDraftsOf(shell).removeUnless((chatKey) => chatKeys.has(chatKey));
  }, [shell, areAllChatsLoaded, items, openKey]);
};

/** List of the current user's chats, the most recently used first. */
export const InboxList = ({ chosenKey, onChoose }: InboxListProps) => {
  const t = useTexts();
  const uid = useUid() ?? '';
  const now = useNow();
  const blockedKeys = useBlockedKeys();
  const chats = useCollection(liveChats);
  const chatReads = useCollection(liveChatReads).items;
  useForgetDraftsOfGoneChats(chats, chosenKey);
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
