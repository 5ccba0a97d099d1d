import { formatTime } from '@mahlzeit/shared-ui/platform';
import { Icon, IconButton, LinkButton, useListItemProps, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import type { IconSource } from '@mahlzeit/shared-ui/ui';
import { Avatar } from '@mahlzeit/shared-ui/ui/dialog';
import {
  CalendarHeart,
  CalendarX2,
  CircleAlert,
  Clock,
  Ellipsis,
  EyeOff,
  MessageSquareOff,
  UtensilsCrossed,
} from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import type { PointerEvent, ReactNode } from 'react';
import { InvitationCard } from '../invitations';
import { relativeDayLabel, firstNameOf, removedContentLabel } from './chat-labels';
import type { ChatPerson } from './chat-labels';
import { useTexts } from './chat-texts';
import { splitMessageText } from './message-links';
import type { MessageRow } from './message-rules';
import {
  AuthorName,
  AvatarColumn,
  Bubble,
  CardWithTime,
  DashedPlaceholder,
  DayHeading,
  MessageListItem,
  MessageLine,
  MenuColumn,
  ExternalLink,
  SendState,
  MessageTime,
  PlainLinkHint,
} from './message-row.styles';
import { RestaurantCard } from './restaurant-card';

/** Callbacks of the chat for each message: open the menu, show a hidden text, and retry or remove an unsent message. */
export interface MessageActions {
  /** Opens the menu of the message: copy, report, block the author. */
  readonly onMenu: (row: MessageRow) => void;
  readonly onUnfold: (row: MessageRow) => void;
  readonly onRetry: (clientKey: string) => void;
  readonly onDiscard: (clientKey: string) => void;
}

interface MessageItemProps extends MessageActions {
  readonly row: MessageRow;
  readonly author: ChatPerson;
  readonly isGroupChat: boolean;
  readonly now: number;
  /**
   * Whether the chat emphasizes the invitation in this message. A chat emphasizes only the newest invitation that the
   * user can still accept or order for.
   */
  readonly isForemost: boolean;
  /**
   * Whether links in this message are shown as plain text, because its author is a stranger to whom the user hasn't
   * replied.
   */
  readonly areLinksPlain: boolean;
}

const LONG_PRESS_MS = 500;

/** Calls `onLongPress` after a long press. A moving finger scrolls the list and cancels the press. */
const useLongPressHandlers = (onLongPress: () => void) => {
  const longPressTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const clearLongPressTimer = (): void => clearTimeout(longPressTimer.current);
  useEffect(() => clearLongPressTimer, []);
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      clearLongPressTimer();
      if (pointerType === 'touch') longPressTimer.current = setTimeout(onLongPress, LONG_PRESS_MS);
    },
    onPointerUp: clearLongPressTimer,
    onPointerMove: clearLongPressTimer,
    onPointerCancel: clearLongPressTimer,
  };
};

interface MessageTextProps {
  readonly text: string;
  /** Whether links are shown as plain text, with a hint that says when they become links. */
  readonly areLinksPlain?: boolean;
}

/**
 * Text of a message with its links, in the direction of its own script. Links open in a new tab that can't access this
 * page.
 */
export const MessageText = ({ text, areLinksPlain = false }: MessageTextProps) => {
  const t = useTexts();
  const textParts = splitMessageText(text);
  const hasPlainLink = areLinksPlain && textParts.some(({ href }) => href !== null);
  return (
    <>
      <span dir="auto">
        {textParts.map((textPart, index) =>
          textPart.href === null || areLinksPlain ? (
            textPart.text
          ) : (
            <ExternalLink key={index} href={textPart.href} target="_blank" rel="noopener noreferrer nofollow">
              {textPart.text}
            </ExternalLink>
          ),
        )}
      </span>
      {hasPlainLink && <PlainLinkHint>{t('LinksAfterAnswer')}</PlainLinkHint>}
    </>
  );
};

/** Time at which a message was sent. The day is missing here, because it stands in the divider above (Decision 43). */
const SentTime = ({ timestamp }: Pick<MessageRow, 'timestamp'>) => (
  <MessageTime dateTime={new Date(timestamp).toISOString()}>{formatTime(timestamp)}</MessageTime>
);

const TextBubble = ({
  row,
  author,
  isGroupChat,
  children,
  isRefused = false,
}: Pick<MessageItemProps, 'row' | 'author' | 'isGroupChat'> & {
  readonly children: ReactNode;
  readonly isRefused?: boolean;
}) => {
  const t = useTexts();
  const isAuthorNameShown = isGroupChat && !row.isOwn && row.isFirstOfRun;
  return (
    <Bubble $isOwn={row.isOwn} $isRefused={isRefused}>
      {isAuthorNameShown && <AuthorName>{firstNameOf(author)}</AuthorName>}
      {!isAuthorNameShown && <VisuallyHidden>{row.isOwn ? t('You') : firstNameOf(author)}: </VisuallyHidden>}
      {children}
      <SentTime timestamp={row.timestamp} />
    </Bubble>
  );
};

const labelKeyBySendStatus = { sending: 'Sending', waiting: 'WaitsToBeSent', refused: 'NotSent' } as const;

/** Line below an unsent message: a clock while the message is sent or waits, a red sign once it was refused. */
const UnsentState = ({ row, onRetry, onDiscard }: Pick<MessageItemProps, 'row' | 'onRetry' | 'onDiscard'>) => {
  const t = useTexts();
  const { content, clientKey } = row;
  if (content.kind !== 'unsent' || clientKey === null) return null;
  const { status } = content;
  const isRefused = status === 'refused';
  return (
    <SendState $isRefused={isRefused} $hasActions={status !== 'sending'}>
      <span>
        <Icon source={isRefused ? CircleAlert : Clock} size={isRefused ? 16 : 14} />
        {t(labelKeyBySendStatus[status])}
      </span>
      {isRefused && (
        <LinkButton type="button" onClick={() => onRetry(clientKey)}>
          {t('Again')}
        </LinkButton>
      )}
      {status !== 'sending' && (
        <LinkButton type="button" onClick={() => onDiscard(clientKey)}>
          {t('Discard')}
        </LinkButton>
      )}
    </SendState>
  );
};

const FoldedMessage = ({ row, author, onUnfold }: Pick<MessageItemProps, 'row' | 'author' | 'onUnfold'>) => {
  const t = useTexts();
  return (
    <DashedPlaceholder>
      <Icon source={EyeOff} size={18} />
      <span>{t('FoldedMessage', { name: author.name })}</span>
      <LinkButton type="button" onClick={() => onUnfold(row)}>
        {t('ShowFolded')}
      </LinkButton>
    </DashedPlaceholder>
  );
};

/** Single line that replaces a message's content that can't be shown. */
const RemovedContent = ({ icon, label }: { readonly icon: IconSource; readonly label: string }) => (
  <DashedPlaceholder>
    <Icon source={icon} size={18} />
    <span>{label}</span>
  </DashedPlaceholder>
);

const removedIcons = { restaurant: UtensilsCrossed, invitation: CalendarX2, message: MessageSquareOff };

/** Content of a message: text, restaurant, invitation or a placeholder. */
const MessageContent = (props: MessageItemProps) => {
  const t = useTexts();
  const { row, author, isForemost } = props;
  const { content } = row;
  const authorName = row.isOwn ? t('You') : firstNameOf(author);
  if (row.isFolded) return <FoldedMessage {...props} />;
  switch (content.kind) {
    case 'text':
      return (
        <TextBubble {...props}>
          <MessageText text={content.text} areLinksPlain={props.areLinksPlain} />
        </TextBubble>
      );
    case 'unsent':
      return (
        <TextBubble {...props} isRefused={content.status === 'refused'}>
          <MessageText text={content.text} />
        </TextBubble>
      );
    case 'restaurant':
      return (
        <CardWithTime $isOwn={row.isOwn}>
          <RestaurantCard messageKey={row.messageKey} restaurantKey={content.restaurantKey} authorName={authorName} />
          <SentTime timestamp={row.timestamp} />
        </CardWithTime>
      );
    case 'invitation':
      return (
        <CardWithTime $isOwn={row.isOwn}>
          <InvitationCard
            invitationKey={content.invitationKey}
            authorName={authorName}
            isForemost={isForemost}
            renderFallback={(invitationState, label) => (
              <RemovedContent icon={invitationState === 'removed' ? CalendarX2 : CalendarHeart} label={label} />
            )}
          />
          <SentTime timestamp={row.timestamp} />
        </CardWithTime>
      );
    case 'removed':
      return (
        <RemovedContent icon={removedIcons[content.removedKind]} label={removedContentLabel(content.removedKind)} />
      );
  }
};

const hasMessageMenu = ({ isOwn, messageKey, isFolded, content }: MessageRow): boolean =>
  !isOwn && messageKey !== null && !isFolded && content.kind !== 'removed';

type PropFields = Readonly<Record<string, unknown>>;

const hasSameFields = (fields: PropFields, otherFields: PropFields): boolean =>
  Object.entries(fields).every(([name, value]) => Object.is(value, otherFields[name]));

const hasSameBodyProps = (previousProps: MessageItemProps, nextProps: MessageItemProps): boolean =>
  hasSameFields({ ...previousProps, row: null }, { ...nextProps, row: null }) &&
  hasSameFields({ ...previousProps.row, isLastOfRun: true }, { ...nextProps.row, isLastOfRun: true });

/**
 * Content and actions of a message. The avatar isn't part of this component: when it moves to the author's next
 * message, this component therefore doesn't render again.
 */
const MessageBody = memo((props: MessageItemProps) => {
  const t = useTexts();
  const { row, author, onMenu } = props;
  return (
    <>
      <MessageContent {...props} />
      {hasMessageMenu(row) && (
        <MenuColumn>
          <IconButton
            label={t('MoreOfMessage', { name: firstNameOf(author) })}
            icon={Ellipsis}
            iconSize={20}
            onClick={() => onMenu(row)}
          />
        </MenuColumn>
      )}
    </>
  );
}, hasSameBodyProps);

const Message = (props: MessageItemProps) => {
  const { row, author, isGroupChat, now, onMenu } = props;
  const longPressHandlers = useLongPressHandlers(() => hasMessageMenu(row) && onMenu(row));
  return (
    <>
      {row.dayAbove !== null && <DayHeading>{relativeDayLabel(row.dayAbove, now)}</DayHeading>}
      <MessageLine $isOwn={row.isOwn} {...(hasMessageMenu(row) ? longPressHandlers : {})}>
        {isGroupChat && !row.isOwn && (
          <AvatarColumn>
            {row.isLastOfRun && <Avatar name={author.name} pictureUrl={author.pictureUrl} size="small" />}
          </AvatarColumn>
        )}
        <MessageBody {...props} />
      </MessageLine>
      <UnsentState {...props} />
    </>
  );
};

// Memoized message: a new message changes only the last two rows of a chat, and all other rows must not render again.
const MemoizedMessage = memo(Message);

/** One message: author, content, time and actions. */
export const MessageItem = (props: MessageItemProps) => (
  <MessageListItem {...useListItemProps()} $isFirstOfRun={props.row.isFirstOfRun}>
    <MemoizedMessage {...props} />
  </MessageListItem>
);
