import { afterPainting, useNow } from '@mahlzeit/shared-ui/platform';
import { Button, Icon, IconButton, Small, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { VirtualList } from '@mahlzeit/shared-ui/platform/collections';
import type { VirtualListHandle } from '@mahlzeit/shared-ui/platform/collections';
import { ArrowDown, CircleAlert } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Ref } from 'react';
import styled from 'styled-components';
import { useForemostInvitation } from '../invitations';
import { authorIn, firstName, removedLabel } from './chat-labels';
import { text, useTexts } from './chat-texts';
import type { MessageRow, RowContent } from './message-rules';
import { MessageItem } from './message-row';
import type { MessageActions } from './message-row';
import type { OpenChat } from './use-chat';

/** Duration of the scroll to the newest message (S2§9). */
export const SCROLL_MS = 300;

const ESTIMATED_ROW_HEIGHT_PX = 56;

/**
 * Top of the list, with the button that loads older messages. The height of this row never changes, so that messages
 * don't move.
 */
const ListStart = ({ messages }: Pick<OpenChat, 'messages'>) => {
  const t = useTexts();
  const { hasOlder, older, loadOlder } = messages;
  const hasFailed = older.status === 'failed';
  return (
    <ListStartRow role={hasFailed ? 'alert' : undefined}>
      {hasFailed && (
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
const announcementText = (content: RowContent): string => {
  if (content.kind === 'text' || content.kind === 'unsent') return content.text;
  if (content.kind === 'restaurant') return text('SharedRestaurant');
  if (content.kind === 'invitation') return text('SharedInvitation');
  return removedLabel(content.removedKind);
};

const MAX_ANNOUNCED_MESSAGES = 5;

/**
 * Returns the newest rows that the browser has already painted. Screen readers announce only painted rows, so that the
 * announcement doesn't delay the frame that shows a new message.
 */
const usePaintedRows = (rows: readonly MessageRow[]): readonly MessageRow[] => {
  const [paintedRows, setPaintedRows] = useState(rows);
  const newestRows = useRef(rows);
  const cancelUpdate = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (newestRows.current === rows) return;
    newestRows.current = rows;
    // When more messages arrive, the callback that is already scheduled keeps its time and includes them.
    cancelUpdate.current ??= afterPainting(() => {
      cancelUpdate.current = null;
      setPaintedRows(newestRows.current);
    });
  }, [rows]);
  useEffect(
    () => () => {
      cancelUpdate.current?.();
      cancelUpdate.current = null;
    },
    [],
  );
  return paintedRows;
};

type AnnouncementsProps = Pick<OpenChat, 'rows' | 'otherPeople'>;

const MessageLog = memo(({ rows, otherPeople }: AnnouncementsProps) => {
  const t = useTexts();
  const [openedAtMs] = useState(() => rows.at(-1)?.timestamp ?? 0);
  const newRows = rows
    .filter(({ isOwn, isFolded, timestamp }) => !isOwn && !isFolded && timestamp > openedAtMs)
    .slice(-MAX_ANNOUNCED_MESSAGES);
  return (
    <VisuallyHidden role="log" aria-label={t('NewMessages')}>
      {newRows.map((row) => (
        <p key={row.key}>
          {t('AuthorSays', {
            name: firstName(authorIn(otherPeople, row.authorKey)),
            text: announcementText(row.content),
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
export const Announcements = ({ rows, otherPeople }: AnnouncementsProps) => (
  <MessageLog rows={usePaintedRows(rows)} otherPeople={otherPeople} />
);

interface MessageListProps extends Omit<MessageActions, 'onUnfold'> {
  readonly chat: OpenChat;
  readonly ref: Ref<VirtualListHandle>;
  readonly onAtEnd: (isAtEnd: boolean) => void;
}

/** Messages of a chat, newest at the bottom. */
export const MessageList = ({ chat, ref, onAtEnd, onMenu, onRetry, onDiscard }: MessageListProps) => {
  const now = useNow();
  const [unfoldedKeys, setUnfoldedKeys] = useState<ReadonlySet<string>>(new Set());
  const { messages, rows, otherPeople, isGroupChat } = chat;
  const invitationKeys = useMemo(
    () => rows.flatMap(({ content }) => (content.kind === 'invitation' ? [content.invitationKey] : [])),
    [rows],
  );
  const foremostInvitationKey = useForemostInvitation(invitationKeys);
  const unfoldRow = useCallback(({ key }: MessageRow) => setUnfoldedKeys((current) => new Set([...current, key])), []);
  const renderRow = useCallback(
    (row: MessageRow) => (
      <MessageItem
        row={row.isFolded && unfoldedKeys.has(row.key) ? { ...row, isFolded: false } : row}
        author={authorIn(otherPeople, row.authorKey)}
        isGroupChat={isGroupChat}
        now={now}
        isForemost={row.content.kind === 'invitation' && row.content.invitationKey === foremostInvitationKey}
        onMenu={onMenu}
        onUnfold={unfoldRow}
        onRetry={onRetry}
        onDiscard={onDiscard}
      />
    ),
    [unfoldedKeys, otherPeople, isGroupChat, now, foremostInvitationKey, onMenu, unfoldRow, onRetry, onDiscard],
  );
  return (
    <>
      <ListStart messages={messages} />
      <VirtualList
        items={rows}
        anchor="end"
        look="plain"
        estimatedHeight={ESTIMATED_ROW_HEIGHT_PX}
        ref={ref}
        onAtEnd={onAtEnd}
        onNearStart={messages.hasOlder ? messages.loadOlder : undefined}
      >
        {renderRow}
      </VirtualList>
    </>
  );
};

/**
 * Button that scrolls to the newest message. A red dot means that other users have written messages that the reader has
 * not seen.
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
