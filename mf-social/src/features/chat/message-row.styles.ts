import { forcedColorsBorder, media, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import styled, { css } from 'styled-components';

/**
 * Message of a chat with the headings above it. The padding separates it from the row above; it is smaller between
 * messages of one author.
 */
export const MessageListItem = styled.li<{ readonly $isFirstOfRun: boolean }>`
  padding-top: ${({ $isFirstOfRun }) => ($isFirstOfRun ? '10px' : '3px')};
`;

/** Heading with the day on which the messages below were written. */
export const DayHeading = styled.div`
  ${textStyles.caption}
  width: fit-content;
  margin: 8px auto 14px;
  padding: 5px 14px;
  border-radius: ${tokens.radius.full};
  background: ${tokens.color.sunken};
  color: ${tokens.color.ink2};
  font-weight: 600;
`;

/** Row of a message with avatar, bubble and menu button. */
export const MessageLine = styled.div<{ readonly $isOwn: boolean }>`
  display: flex;
  align-items: flex-end;
  justify-content: ${({ $isOwn }) => ($isOwn ? 'flex-end' : 'flex-start')};
  gap: 8px;
`;

/**
 * Column for the avatar beside a message. It stays if the avatar is missing, so that all messages of an author are
 * aligned.
 */
export const AvatarColumn = styled.span`
  flex: none;
  width: 28px;
`;

const ownBubbleStyle = css`
  background: ${tokens.color.plumTint};
  color: ${tokens.color.onPlumTint};
  border-bottom-right-radius: 6px;
`;

const otherBubbleStyle = css`
  background: ${tokens.color.surface};
  box-shadow: 0 0 0 1px ${tokens.color.line};
  border-bottom-left-radius: 6px;
`;

/**
 * Bubble around the content of a message. The user's own messages have another colour; a refused message has a red
 * border.
 */
export const Bubble = styled.div<{ readonly $isOwn: boolean; readonly $isRefused?: boolean }>`
  max-width: min(274px, 100%);
  min-width: 0;
  padding: 8px 14px 9px;
  border-radius: 18px;
  font-size: 0.9375rem;
  line-height: 1.375rem;
  overflow-wrap: anywhere;
  /* Hundreds of marks above one letter would otherwise lie over the texts around it. */
  overflow: clip;
  white-space: pre-line;
  ${forcedColorsBorder}
  ${({ $isOwn }) => ($isOwn ? ownBubbleStyle : otherBubbleStyle)}
  ${({ $isRefused = false }) =>
    $isRefused &&
    css`
      background: ${tokens.color.surface};
      color: ${tokens.color.ink};
      box-shadow: inset 0 0 0 1.5px ${tokens.color.err};
    `}
  /* A long press opens the menu: the browser's own would come over it. */
  @media (pointer: coarse) {
    ${({ $isOwn }) =>
      !$isOwn &&
      css`
        -webkit-touch-callout: none;
        user-select: none;
      `}
  }
`;

/** Name of a message's author, shown only in a chat of more than two people. */
export const AuthorName = styled.span`
  ${textStyles.caption}
  display: block;
  font-weight: 650;
`;

/** Time of a message, at the lower right of its bubble or below its card. */
export const MessageTime = styled.time`
  ${textStyles.micro}
  ${textStyles.digits}
  float: right;
  margin: 6px 0 0 12px;
  color: ${tokens.color.ink2};
`;

/** Card of a shared restaurant or invitation, or its placeholder, with the time below. */
export const CardWithTime = styled.div<{ readonly $isOwn: boolean }>`
  display: grid;
  justify-items: ${({ $isOwn }) => ($isOwn ? 'end' : 'start')};
  width: min(308px, 100%);
  min-width: 0;
  > time {
    justify-self: end;
    margin-right: 4px;
  }
`;

/** Link in the text of a message to a page outside of the app. */
export const ExternalLink = styled.a`
  color: ${tokens.color.plumText};
  text-decoration: underline;
  text-underline-offset: 2px;
`;

/** Line below a message whose links are shown as plain text. */
export const PlainLinkHint = styled.span`
  ${textStyles.caption}
  display: block;
  margin-top: 4px;
  color: ${tokens.color.ink2};
`;

/** Placeholder for content of a message that was removed or is hidden. */
export const DashedPlaceholder = styled.div`
  ${textStyles.small}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 10px;
  min-width: min(220px, 100%);
  max-width: min(308px, 100%);
  min-height: 40px;
  padding: 6px 14px;
  border: 1.5px dashed ${tokens.color.lineStrong};
  border-radius: 18px;
  color: ${tokens.color.ink2};
  overflow-wrap: anywhere;
  > span {
    flex: 1 1 8em;
  }
`;

/** Line below an unsent message, with its state and its actions. */
export const SendState = styled.div<{ readonly $isRefused: boolean; readonly $hasActions: boolean }>`
  ${textStyles.caption}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: 0 12px;
  min-height: ${({ $hasActions }) => ($hasActions ? '44px' : '24px')};
  color: ${({ $isRefused }) => ($isRefused ? tokens.color.err : tokens.color.ink2)};
  font-weight: 600;
  > span {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
`;

/**
 * Column for a message's menu button, beside the bubble. The button appears on hover and on keyboard focus. Where there
 * is no mouse, a long press opens the menu. The button then takes no room and stays invisible over the bubble, although
 * `:hover` stays active after a tap. Screen readers always find the button.
 */
export const MenuColumn = styled.span`
  flex: none;
  align-self: center;
  margin-left: -4px;
  svg {
    display: none;
  }
  &:focus-within svg {
    display: block;
  }
  @media (any-hover: hover) {
    li:hover > div > & svg {
      display: block;
    }
  }
  ${media.forced} {
    svg {
      display: block;
    }
  }
  @media (any-hover: none) {
    &:not(:focus-within) {
      position: absolute;
      pointer-events: none;
      svg {
        display: none;
      }
    }
  }
`;
