import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { useListItemProps } from '../rows';
import { ticketSurfaceStyle, UprightTearLine } from '../tear-line';
import { Caption, Small } from '../text';
import { forcedColorsBorder, media, textStyles, tokens } from '../theme/tokens';

interface InvitationStubProps {
  /** Time of the meetup in three lines: „Heute“, „12:30“, „14. Okt.“. */
  readonly timeTexts: { readonly day: string; readonly time: string; readonly date: string };
  /** Time of the meetup in machine-readable form. */
  readonly dateTime: string;
  readonly title: string;
  /** Second line of the invitation: „Von Mehmet · Vor Ort“. */
  readonly text: string;
  /** Badge with the status of the invitation. */
  readonly badge: ReactNode;
  /** Avatars of the guests with their answers. */
  readonly people: ReactNode;
  /** At most two small buttons on the invitation. */
  readonly actions?: ReactNode;
  /** True for a past meetup, which is drawn paler. */
  readonly isPast?: boolean;
  /** Opens further actions. Called by a press anywhere on the invitation, except on its buttons. */
  readonly onClick: () => void;
}

/**
 * Invitation that looks like a paper ticket: the time on the stub, a tear line, everything else beside it. It is an
 * item of a list.
 */
export const InvitationStub = ({
  timeTexts,
  dateTime,
  title,
  text,
  badge,
  people,
  actions,
  isPast = false,
  onClick,
}: InvitationStubProps) => (
  <StubItem {...useListItemProps()}>
    <StubCard>
      <TimeColumn dateTime={dateTime} $isPast={isPast}>
        <Caption as="span">{timeTexts.day}</Caption>
        <TimeText>{timeTexts.time}</TimeText>
        <Caption as="span">{timeTexts.date}</Caption>
      </TimeColumn>
      <UprightTearLine />
      <TextColumn>
        <TitleButton type="button" $isPast={isPast} aria-haspopup="dialog" onClick={onClick}>
          {title}
        </TitleButton>
        <Small $tone="quiet">{text}</Small>
        <BadgeAndPeople>
          {badge}
          {people}
        </BadgeAndPeople>
        {actions !== undefined && <StubActions>{actions}</StubActions>}
      </TextColumn>
    </StubCard>
  </StubItem>
);

const StubItem = styled.li`
  container-type: inline-size;
  padding-bottom: 14px;
`;

// Width of a ticket, in letters, below which the time stands above the text: letters at 200 % on a phone.
const NARROW_TICKET = '@container (max-width: 14rem)';

const StubCard = styled.div`
  ${ticketSurfaceStyle}
  display: grid;
  grid-template-columns: 4.125rem 14px minmax(0, 1fr);
  ${NARROW_TICKET} {
    grid-template-columns: minmax(0, 1fr);
    > span {
      display: none;
    }
  }
  box-shadow:
    ${tokens.color.e1},
    0 0 0 1px ${tokens.color.line};
  ${forcedColorsBorder}
  ${media.hover} {
    &:hover {
      background: ${tokens.color.hover};
    }
  }
`;

const TimeColumn = styled.time<{ readonly $isPast: boolean }>`
  display: grid;
  align-content: center;
  justify-items: center;
  padding: 16px 0 16px 4px;
  text-align: center;
  > span {
    max-width: 100%;
    overflow-wrap: anywhere;
  }
  ${NARROW_TICKET} {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 10px;
    padding: 14px 12px 0 16px;
  }
  ${({ $isPast }) =>
    $isPast &&
    css`
      color: ${tokens.color.ink2};
    `}
`;

const TimeText = styled.span`
  ${textStyles.h3}
  ${textStyles.digits}
  line-height: 1.625rem;
`;

const TextColumn = styled.div`
  min-width: 0;
  padding: 14px 12px 14px 4px;
  ${NARROW_TICKET} {
    padding: 4px 12px 14px 16px;
  }
`;

const TitleButton = styled.button<{ readonly $isPast: boolean }>`
  ${textStyles.h3}
  display: block;
  width: 100%;
  text-align: start;
  hyphens: auto;
  ${({ $isPast }) =>
    $isPast &&
    css`
      color: ${tokens.color.ink2};
    `}
  /* The stub is the target. */
  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: ${tokens.radius.card};
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: 3px solid ${tokens.color.plumText};
    outline-offset: -3px;
  }
`;

const BadgeAndPeople = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  margin-top: 8px;
`;

const StubActions = styled.div`
  position: relative;
  z-index: 1;
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
  margin-top: 12px;
  /* A button that may be disabled with a reason stands in a span without a box of its own. */
  > *,
  > span > button {
    flex: 1 1 max-content;
    min-width: min(6.25rem, 100%);
    padding-inline: 10px;
  }
  /* The span of a disabled button has a box, which is as wide as the other buttons. */
  > span {
    padding-inline: 0;
  }
`;
