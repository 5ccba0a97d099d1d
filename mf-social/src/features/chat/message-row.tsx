import { Icon, IconButton, LinkButton, useListPlace, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
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
import { dayLabel, firstName, messageTime, removedLabel } from './chat-labels';
import type { ChatPerson } from './chat-labels';
import { useTexts } from './chat-texts';
import { textParts } from './message-rules';
import type { MessageRow } from './message-rules';
import {
  Author,
  AvatarPlace,
  Bubble,
  Dashed,
  DayMark,
  Item,
  Line,
  MenuPlace,
  OutLink,
  SendState,
  Time,
} from './message-row.styles';
import { RestaurantCard } from './restaurant-card';

/** Callbacks for the actions on a message. */
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
   * Whether the message holds the one invitation that the chat emphasizes: the newest invitation that the reader can
   * still accept or order for.
   */
  readonly isForemost: boolean;
}

const LONG_PRESS_MS = 500;

/** Calls `onLongPress` after a long press. A moving finger scrolls the list and cancels the press. */
const useLongPress = (onLongPress: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = (): void => clearTimeout(timer.current);
  useEffect(() => stop, []);
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      stop();
      if (pointerType === 'touch') timer.current = setTimeout(onLongPress, LONG_PRESS_MS);
    },
    onPointerUp: stop,
    onPointerMove: stop,
    onPointerCancel: stop,
  };
};

/** Text of a message with its links. Links open in a new tab that can't access this page. */
export const MessageText = ({ text }: { readonly text: string }) => (
  <span>
    {textParts(text).map((part, index) =>
      part.href === null ? (
        part.text
      ) : (
        <OutLink key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
          {part.text}
        </OutLink>
      ),
    )}
  </span>
);

const Said = ({
  row,
  author,
  isGroupChat,
  now,
  children,
  isUnsent = false,
}: Pick<MessageItemProps, 'row' | 'author' | 'isGroupChat' | 'now'> & {
  readonly children: ReactNode;
  readonly isUnsent?: boolean;
}) => {
  const t = useTexts();
  const isNamed = isGroupChat && !row.isOwn && row.isFirstOfRun;
  return (
    <Bubble $isOwn={row.isOwn} $isUnsent={isUnsent}>
      {isNamed && <Author>{firstName(author)}</Author>}
      {!isNamed && <VisuallyHidden>{row.isOwn ? t('You') : firstName(author)}: </VisuallyHidden>}
      {children}
      <Time dateTime={new Date(row.timestamp).toISOString()}>{messageTime(row.timestamp, now)}</Time>
    </Bubble>
  );
};

const Unsent = ({ row, onRetry, onDiscard }: Pick<MessageItemProps, 'row' | 'onRetry' | 'onDiscard'>) => {
  const t = useTexts();
  const { content, clientKey } = row;
  if (content.kind !== 'unsent' || clientKey === null) return null;
  const isFailed = content.status !== 'sending';
  if (!isFailed)
    return (
      <SendState $isFailed={false}>
        <span>
          <Icon source={Clock} size={14} />
          {t('Sending')}
        </span>
      </SendState>
    );
  return (
    <SendState $isFailed>
      <span>
        <Icon source={CircleAlert} size={16} />
        {t('NotSent')}
      </span>
      <LinkButton type="button" onClick={() => onRetry(clientKey)}>
        {t('Again')}
      </LinkButton>
      <LinkButton type="button" onClick={() => onDiscard(clientKey)}>
        {t('Discard')}
      </LinkButton>
    </SendState>
  );
};

const Folded = ({ row, author, onUnfold }: Pick<MessageItemProps, 'row' | 'author' | 'onUnfold'>) => {
  const t = useTexts();
  return (
    <Dashed>
      <Icon source={EyeOff} size={18} />
      <span>{t('FoldedMessage', { name: author.name })}</span>
      <LinkButton type="button" onClick={() => onUnfold(row)}>
        {t('ShowFolded')}
      </LinkButton>
    </Dashed>
  );
};

/** Single line that replaces content that can't be shown. */
const Removed = ({ icon, label }: { readonly icon: IconSource; readonly label: string }) => (
  <Dashed>
    <Icon source={icon} size={18} />
    <span>{label}</span>
  </Dashed>
);

const removedIcons = { restaurant: UtensilsCrossed, invitation: CalendarX2, message: MessageSquareOff };

/** Content of a row: text, restaurant, invitation or a placeholder. */
const Content = (props: MessageItemProps) => {
  const t = useTexts();
  const { row, author, isForemost } = props;
  const { content } = row;
  const authorName = row.isOwn ? t('You') : firstName(author);
  if (row.isFolded) return <Folded {...props} />;
  switch (content.kind) {
    case 'text':
      return (
        <Said {...props}>
          <MessageText text={content.text} />
        </Said>
      );
    case 'unsent':
      return (
        <Said {...props} isUnsent={content.status !== 'sending'}>
          <MessageText text={content.text} />
        </Said>
      );
    case 'restaurant':
      return <RestaurantCard messageKey={row.messageKey} restaurantKey={content.restaurantKey} author={authorName} />;
    case 'invitation':
      return (
        <InvitationCard
          invitationKey={content.invitationKey}
          author={authorName}
          isForemost={isForemost}
          renderFallback={(state, label) => (
            <Removed icon={state === 'removed' ? CalendarX2 : CalendarHeart} label={label} />
          )}
        />
      );
    case 'removed':
      return <Removed icon={removedIcons[content.removedKind]} label={removedLabel(content.removedKind)} />;
  }
};

const hasMenu = ({ isOwn, messageKey, isFolded, content }: MessageRow): boolean =>
  !isOwn && messageKey !== null && !isFolded && content.kind !== 'removed';

type Fields = Readonly<Record<string, unknown>>;

const hasSameFields = (one: Fields, other: Fields): boolean =>
  Object.entries(one).every(([name, value]) => Object.is(value, other[name]));

const isSameBody = (before: MessageItemProps, after: MessageItemProps): boolean =>
  hasSameFields({ ...before, row: null }, { ...after, row: null }) &&
  hasSameFields({ ...before.row, isLastOfRun: true }, { ...after.row, isLastOfRun: true });

/**
 * Content and actions of a row. The avatar isn't part of this component. When the author's next message moves the
 * avatar to the next row, this component therefore doesn't render again.
 */
const Body = memo((props: MessageItemProps) => {
  const t = useTexts();
  const { row, author, onMenu } = props;
  return (
    <>
      <Content {...props} />
      {hasMenu(row) && (
        <MenuPlace>
          <IconButton
            label={t('MoreOfMessage', { name: firstName(author) })}
            icon={Ellipsis}
            iconSize={20}
            onClick={() => onMenu(row)}
          />
        </MenuPlace>
      )}
    </>
  );
}, isSameBody);

const Message = (props: MessageItemProps) => {
  const { row, author, isGroupChat, now, onMenu } = props;
  const longPress = useLongPress(() => hasMenu(row) && onMenu(row));
  return (
    <>
      {row.dayAbove !== null && <DayMark>{dayLabel(row.dayAbove, now)}</DayMark>}
      <Line $isOwn={row.isOwn} {...(hasMenu(row) ? longPress : {})}>
        {isGroupChat && !row.isOwn && (
          <AvatarPlace>
            {row.isLastOfRun && <Avatar name={author.name} pictureUrl={author.pictureUrl} size="small" />}
          </AvatarPlace>
        )}
        <Body {...props} />
      </Line>
      <Unsent {...props} />
    </>
  );
};

// A new message changes only the last two rows of a chat. The memo prevents the other rows from rendering again.
const MemoizedMessage = memo(Message);

/** One message: author, content, time and actions. */
export const MessageItem = (props: MessageItemProps) => (
  <Item {...useListPlace()} $isFirstOfRun={props.row.isFirstOfRun}>
    <MemoizedMessage {...props} />
  </Item>
);
