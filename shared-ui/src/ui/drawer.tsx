import { Clock, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from './art/art';
import type { IconSource } from './art/art';
import { Avatar } from './avatar';
import { CountBadge } from './badge';
import { Caption, H3, VisuallyHidden } from './text';
import { forcedColorsBorder, media, textStyles, tokens } from './theme/tokens';
import { MENU_MARKS_ID } from './top-bar';

/** Effect of pressing an entry: follows a link or runs an action. */
type DrawerTarget =
  | { readonly href: string; readonly onClick?: () => void }
  | { readonly href?: undefined; readonly onClick: () => void };

interface DrawerHeadProps {
  /** Name of the user; null for a user who has not chosen a name. */
  readonly name: string | null;
  /** Text in place of a missing name: „Ohne Namen“. */
  readonly namelessText: string;
  /** Line below the user's name: „Für andere sichtbar“. */
  readonly statusText?: string;
  readonly pictureUrl?: string | null;
}

/** Head of the drawer: picture and name of the logged-in user. */
export const DrawerHead = ({ name, namelessText, statusText, pictureUrl }: DrawerHeadProps) => (
  <DrawerHeadFrame>
    <Avatar name={name ?? ''} pictureUrl={pictureUrl} size="large" />
    <div>
      <H3 as="p">{name ?? namelessText}</H3>
      {statusText !== undefined && <Caption $tone="quiet">{statusText}</Caption>}
    </div>
  </DrawerHeadFrame>
);

/** Group of entries, separated from the previous group by a hairline. */
export const DrawerList = styled.ul`
  display: grid;
  gap: 2px;
  padding: 4px 12px;
  & + & {
    margin-top: 8px;
    padding-top: 8px;
    border-top: 1px solid ${tokens.color.line};
  }
`;

type DrawerRowProps = DrawerTarget & {
  readonly icon: IconSource;
  readonly label: string;
  /** Number of unread or unanswered things beside the entry; 0 shows no number. */
  readonly count?: number;
  /** Noun of the counted things, for assistive technology. */
  readonly countLabel?: string;
  /** Text for the clock that is shown while messages wait to be sent; undefined if no message waits. */
  readonly waitingLabel?: string | undefined;
  readonly isCurrent?: boolean;
  /** Whether the entry opens a page outside of the app. */
  readonly isExternal?: boolean;
};

type CountPropName = 'count' | 'countLabel' | 'waitingLabel';

/** Entry of the drawer (side menu), 48 px high. */
export const DrawerRow = ({
  icon,
  label,
  count = 0,
  countLabel,
  waitingLabel,
  isCurrent = false,
  isExternal = false,
  ...target
}: DrawerRowProps) => {
  const rowContent: ReactNode = (
    <>
      <Icon source={icon} size={22} />
      {label}
      {(count > 0 || waitingLabel !== undefined) && (
        <RowMarks>
          {count > 0 && <CountBadge value={count} label={countLabel} />}
          {waitingLabel !== undefined && <WaitingMark label={waitingLabel} />}
        </RowMarks>
      )}
      {isExternal && <Icon source={ExternalLink} size={16} />}
    </>
  );
  const ariaCurrent = isCurrent ? 'page' : undefined;
  return (
    <li>
      {target.href !== undefined ? (
        <EntryLink
          href={target.href}
          onClick={target.onClick}
          aria-current={ariaCurrent}
          {...(isExternal && { target: '_blank', rel: 'noreferrer' })}
        >
          {rowContent}
        </EntryLink>
      ) : (
        <EntryButton type="button" onClick={target.onClick} aria-current={ariaCurrent}>
          {rowContent}
        </EntryButton>
      )}
    </li>
  );
};

const WaitingMark = ({ label }: { readonly label: string }) => (
  <ClockDisc>
    <Icon source={Clock} size={14} />
    <VisuallyHidden> {label}</VisuallyHidden>
  </ClockDisc>
);

/**
 * Marks on the menu button about things that the drawer shows, for example a number. A press on a mark presses the
 * button.
 */
export const MenuMarks = ({ count = 0, countLabel, waitingLabel }: Pick<DrawerRowProps, CountPropName>) =>
  count === 0 && waitingLabel === undefined ? null : (
    <MenuMarksFrame id={MENU_MARKS_ID}>
      {count > 0 && <CountBadge value={count} label={countLabel} />}
      {waitingLabel !== undefined && <WaitingMark label={waitingLabel} />}
    </MenuMarksFrame>
  );

interface DrawerNoticeProps {
  readonly icon: IconSource;
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly onClick?: () => void;
}

/** Notice above the entries about something that the user still has to do. */
export const DrawerNotice = ({ icon, title, text, href, onClick }: DrawerNoticeProps) => (
  <NoticeLink href={href} onClick={onClick}>
    <Icon source={icon} size={22} />
    <span>
      {title}
      <NoticeText>{text}</NoticeText>
    </span>
  </NoticeLink>
);

const DrawerHeadFrame = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 20px 20px 16px;
  > :last-child {
    min-width: 0;
  }
`;

const entryStyle = css`
  display: flex;
  align-items: center;
  gap: 14px;
  width: 100%;
  min-height: 48px;
  padding: 4px 12px;
  border-radius: 12px;
  font-size: 1rem;
  line-height: 1.5rem;
  font-weight: 550;
  ${media.hover} {
    &:hover {
      background: ${tokens.color.hover};
    }
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  > svg:first-child {
    color: ${tokens.color.ink2};
  }
  > :not(:first-child) {
    margin-left: auto;
  }
  &[aria-current='page'] {
    background: ${tokens.color.plumTint};
    color: ${tokens.color.onPlumTint};
    > svg:first-child {
      color: inherit;
    }
  }
`;

const RowMarks = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
`;

const ClockDisc = styled.span`
  display: grid;
  place-items: center;
  position: relative;
  width: 20px;
  height: 20px;
  border-radius: 50%;
  background: ${tokens.color.warnTint};
  color: ${tokens.color.onWarnTint};
  ${forcedColorsBorder}
`;

// Marks on the menu button. A ring separates them from the button's icon.
const MenuMarksFrame = styled.span`
  grid-area: menu;
  z-index: 1;
  display: grid;
  gap: 4px;
  justify-items: end;
  align-self: start;
  justify-self: end;
  pointer-events: none;
  > * {
    box-shadow: 0 0 0 2px ${tokens.color.bg};
  }
`;

const EntryLink = styled.a`
  ${entryStyle}
`;

const EntryButton = styled.button`
  ${entryStyle}
`;

const NoticeLink = styled.a`
  ${textStyles.label}
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 56px;
  margin: 0 16px 12px;
  padding: 10px 14px;
  border-radius: 16px;
  ${forcedColorsBorder}
  background: ${tokens.color.warnTint};
  color: ${tokens.color.onWarnTint};
`;

const NoticeText = styled.span`
  ${textStyles.caption}
  display: block;
  font-weight: 400;
`;
