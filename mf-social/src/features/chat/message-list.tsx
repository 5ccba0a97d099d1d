import { afterPainting, useNow } from '@mahlzeit/shared-ui/platform';
import { Button, Icon, IconButton, Small, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { VirtualList } from '@mahlzeit/shared-ui/platform/collections';
import type { VirtualListHandle } from '@mahlzeit/shared-ui/platform/collections';
import { ArrowDown, CircleAlert } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Ref } from 'react';
import styled from 'styled-components';
import { useForemostInvitation } from '../invitations';
import { authorAmong, firstNameOf, removedContentLabel } from './chat-labels';
import { text, useTexts } from './chat-texts';
import type { MessageRow, RowContent } from './message-rules';
import { MessageItem } from './message-row';
import type { MessageActions } from './message-row';
import type { OpenChat } from './use-chat';

/** Duration of the scroll to the newest message (S2§9). */
export const SCROLL_DURATION_MS = 300;

const ESTIMATED_ROW_HEIGHT_PX = 56;

/**
 * Top of a chat's message list, with the button that loads older messages. The height of this row never changes, so
 * that messages don't move.
 */
const MessageListStart = ({ messages }: Pick<OpenChat, 'messages'>) => {
  const t = useTexts();
  const { hasOlder, older, loadOlder } = messages;
  const hasLoadFailed = older.status === 'failed';
  return (
    <ListStartRow role={hasLoadFailed ? 'alert' : undefined}>
      {hasLoadFailed && (
        <>
          <Icon source={CircleAlert} size={16} />
          {t('OlderFailed')}
        </>
      )}
      {hasOlder ? (
        <Button variant="quiet" size="small" isBusy={older.status === 'loading'} onClick={loadOlder}>
          {t('LoadOlder')}
        </Button>
      ) : (
        <Small $tone="dim">{t('ChatStart')}</Small>
      )}
    </ListStartRow>
  );
};

const ListStartRow = styled.div`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 4px 10px;
  height: 60px;
`;

/** Returns the text with which screen readers announce a message. */
const announcementText = (rowContent: RowContent): string => {
  if (rowContent.kind === 'text' || rowContent.kind === 'unsent') return rowContent.text;
  if (rowContent.kind === 'restaurant') return text('SharedRestaurant');
  if (rowContent.kind === 'invitation') return text('SharedInvitation');
  return removedContentLabel(rowContent.removedKind);
};

const MAX_ANNOUNCED_MESSAGES = 5;

/**
 * Returns the newest messages that the browser has already painted. Screen readers announce only these, so that the
 * announcement doesn't delay the painting of a new message.
 */
const usePaintedRows = (messageRows: readonly MessageRow[]): readonly MessageRow[] => {
  const [paintedRows, setPaintedRows] = useState(messageRows);
  const newestRowsRef = useRef(messageRows);
  const cancelUpdateRef = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (newestRowsRef.current === messageRows) return;
    newestRowsRef.current = messageRows;
    // If more messages arrive before the scheduled callback runs, the callback keeps its time and includes them.
    cancelUpdateRef.current ??= afterPainting(() => {
      cancelUpdateRef.current = null;
      setPaintedRows(newestRowsRef.current);
    });
  }, [messageRows]);
  useEffect(
    () => () => {
      cancelUpdateRef.current?.();
      cancelUpdateRef.current = null;
    },
    [],
  );
  return paintedRows;
};

type MessageAnnouncementsProps = Pick<OpenChat, 'rows' | 'authors'>;

const MessageLog = memo(({ rows, authors }: MessageAnnouncementsProps) => {
  const t = useTexts();
  const [openedAtMs] = useState(() => rows.at(-1)?.timestamp ?? 0);
  const announcedRows = rows
    .filter(({ isOwn, isFolded, timestamp }) => !isOwn && !isFolded && timestamp > openedAtMs)
    .slice(-MAX_ANNOUNCED_MESSAGES);
  return (
    <VisuallyHidden role="log" aria-label={t('NewMessages')}>
      {announcedRows.map((newRow) => (
        <p key={newRow.key}>
          {t('AuthorSays', {
            name: firstNameOf(authorAmong(authors, newRow.authorKey)),
            text: announcementText(newRow.content),
          })}
        </p>
      ))}
    </VisuallyHidden>
  );
});

/**
 * Announces each message to screen readers once when another user writes it while the chat is open. Messages of the
 * first render are never announced.
 */
export const MessageAnnouncements = ({ rows, authors }: MessageAnnouncementsProps) => (
  <MessageLog rows={usePaintedRows(rows)} authors={authors} />
);

interface MessageListProps extends Omit<MessageActions, 'onUnfold'> {
  readonly chat: OpenChat;
  readonly ref: Ref<VirtualListHandle>;
  readonly onAtEnd: (isAtEnd: boolean) => void;
}

/** List of a chat's messages, with the newest at the bottom. */
export const MessageList = ({ chat, ref, onAtEnd, onMenu, onRetry, onDiscard }: MessageListProps) => {
  const now = useNow();
  const [unfoldedKeys, setUnfoldedKeys] = useState<ReadonlySet<string>>(new Set());
  const { messages, rows, authors, isGroupChat, unansweredStrangers } = chat;
  const invitationKeys = useMemo(
    () => rows.flatMap(({ content }) => (content.kind === 'invitation' ? [content.invitationKey] : [])),
    [rows],
  );
  const foremostInvitationKey = useForemostInvitation(invitationKeys);
  const unfoldRow = useCallback(
    ({ key }: MessageRow) => setUnfoldedKeys((previousKeys) => new Set([...previousKeys, key])),
    [],
  );
  const renderMessageRow = useCallback(
    (messageRow: MessageRow) => (
      <MessageItem
        row={messageRow.isFolded && unfoldedKeys.has(messageRow.key) ? { ...messageRow, isFolded: false } : messageRow}
        author={authorAmong(authors, messageRow.authorKey)}
        isGroupChat={isGroupChat}
        now={now}
        isForemost={
          messageRow.content.kind === 'invitation' && messageRow.content.invitationKey === foremostInvitationKey
        }
        areLinksPlain={unansweredStrangers.has(messageRow.authorKey)}
        onMenu={onMenu}
        onUnfold={unfoldRow}
        onRetry={onRetry}
        onDiscard={onDiscard}
      />
    ),
    [
      unfoldedKeys,
      authors,
      isGroupChat,
      now,
      foremostInvitationKey,
      unansweredStrangers,
      onMenu,
      unfoldRow,
      onRetry,
      onDiscard,
    ],
  );
  return (
    <>
      <MessageListStart messages={messages} />
      <VirtualList
        items={rows}
        anchor="end"
        look="plain"
        estimatedHeight={ESTIMATED_ROW_HEIGHT_PX}
        ref={ref}
        onAtEnd={onAtEnd}
        onNearStart={messages.hasOlder ? messages.loadOlder : undefined}
      >
        {renderMessageRow}
      </VirtualList>
    </>
  );
};

/**
 * Button that scrolls to the newest message. A red dot means that other users have written messages that the current
 * user has not seen.
 */
export const ToNewestButton = ({
  hasUnseen,
  onClick,
}: {
  readonly hasUnseen: boolean;
  readonly onClick: () => void;
}) => {
  const t = useTexts();
  return (
    <DiscFrame>
      <IconButton label={t(hasUnseen ? 'ToNewestUnseen' : 'ToNewest')} icon={ArrowDown} look="disc" onClick={onClick} />
      {hasUnseen && <UnseenDot />}
    </DiscFrame>
  );
};

const DiscFrame = styled.div`
  position: relative;
`;

const UnseenDot = styled.span`
  position: absolute;
  top: 0;
  right: 0;
  width: 12px;
  height: 12px;
  border: 2px solid ${tokens.color.surface};
  border-radius: 50%;
  background: ${tokens.color.err};
  pointer-events: none;
`;
