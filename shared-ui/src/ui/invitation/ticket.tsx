import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Skeleton } from '../skeletons';
import { TearLine, ticketSurfaceStyle } from '../tear-line';
import { Caption, H3, Small, uiText, VisuallyHidden } from '../text';
import { forcedColorsBorder, textStyles, tokens } from '../theme/tokens';
import { LogoTile } from './logo-tile';

/** Size of a meetup's ticket. `message`: in a chat; `page`: on a page of its own. */
type TicketSize = 'message' | 'page';

interface TicketProps {
  readonly size: TicketSize;
  /** Picture of the restaurant, or the drawing of a laid table. */
  readonly picture: ReactNode;
  /** Badge on the picture. */
  readonly badge?: ReactNode;
  readonly title: string;
  /** Target of the link in the title; a press anywhere on the ticket follows the link. */
  readonly href: string;
  /** Text below the title: „Badisch · Vor Ort“. */
  readonly text: string;
  /** URL of the restaurant's logo; null if there is none. */
  readonly logoUrl?: string | null;
  /** Day and time of the meetup, relative to today: „Heute, 12:30“. */
  readonly timeText: string;
  /** Date of the meetup below the time: „Mi. 14. Oktober“. */
  readonly date: string;
  /** Time of the meetup in machine-readable form. */
  readonly dateTime: string;
  /** Element right of the time: avatars of the guests, or a button. */
  readonly sideContent?: ReactNode;
  /** Sentence below the time, for example who has cancelled. */
  readonly note?: ReactNode;
  /** At most two small buttons on the ticket. */
  readonly actions?: ReactNode;
}

/** Meetup that looks like a paper ticket: the restaurant above the tear line, the time below. */
export const Ticket = ({
  size,
  picture,
  badge,
  title,
  href,
  text,
  logoUrl = null,
  timeText,
  date,
  dateTime,
  sideContent,
  note,
  actions,
}: TicketProps) => (
  <TicketCard $size={size}>
    <TicketPicture $size={size}>
      {picture}
      {badge !== undefined && <BadgeOnPicture>{badge}</BadgeOnPicture>}
    </TicketPicture>
    <TextColumn>
      <div>
        <H3 as="div">
          <TitleLink href={href}>{title}</TitleLink>
        </H3>
        <Small $tone="quiet">{text}</Small>
      </div>
      {logoUrl !== null && <LogoTile url={logoUrl} size={40} />}
    </TextColumn>
    <TearLine />
    <LowerSection>
      <TimeColumn dateTime={dateTime}>
        <TimeText>{timeText}</TimeText>
        <Caption as="span" $tone="quiet">
          {date}
        </Caption>
      </TimeColumn>
      {sideContent}
    </LowerSection>
    {note !== undefined && <TicketNote>{note}</TicketNote>}
    {actions !== undefined && <TicketActions>{actions}</TicketActions>}
  </TicketCard>
);

/** Placeholder of a meetup's ticket that is loading. It is as high as a ticket without buttons. */
export const TicketPlaceholder = ({ size }: { readonly size: TicketSize }) => (
  <TicketCard $size={size} aria-busy="true">
    <VisuallyHidden role="status">{uiText('Busy')}</VisuallyHidden>
    <TicketPicture $size={size}>
      <Skeleton $height="100%" $radius="0" />
    </TicketPicture>
    <TextColumn>
      <div>
        <PlaceholderLine $height={23}>
          <Skeleton $height="18px" $width="62%" />
        </PlaceholderLine>
        <PlaceholderLine $height={20}>
          <Skeleton $height="14px" $width="44%" />
        </PlaceholderLine>
      </div>
    </TextColumn>
    <TearLine />
    <LowerSection>
      <TimeColumn as="div">
        <PlaceholderLine $height={23}>
          <Skeleton $height="18px" $width="110px" />
        </PlaceholderLine>
        <PlaceholderLine $height={18}>
          <Skeleton $height="13px" $width="90px" />
        </PlaceholderLine>
      </TimeColumn>
    </LowerSection>
  </TicketCard>
);

const TicketCard = styled.div<{ readonly $size: TicketSize }>`
  ${ticketSurfaceStyle}
  width: ${({ $size }) => ($size === 'message' ? 'min(308px, 100%)' : '100%')};
  min-width: 0;
  padding-bottom: 14px;
  box-shadow:
    ${tokens.color.e2},
    0 0 0 1px ${tokens.color.line};
  ${forcedColorsBorder}
`;

const TicketPicture = styled.div<{ readonly $size: TicketSize }>`
  position: relative;
  height: ${({ $size }) => ($size === 'message' ? '86px' : '140px')};
  border-radius: ${tokens.radius.card} ${tokens.radius.card} 0 0;
  overflow: hidden;
`;

const BadgeOnPicture = styled.div`
  position: absolute;
  inset: 12px auto auto 12px;
  max-width: calc(100% - 24px);
`;

const TextColumn = styled.div`
  display: flex;
  gap: 12px;
  padding: 12px 16px 10px;
  > div {
    flex: 1;
    min-width: 0;
  }
`;

const TitleLink = styled.a`
  ${textStyles.h3}
  hyphens: auto;
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

const LowerSection = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 12px;
  padding: 4px 16px 0;
  > a,
  > button {
    position: relative;
    z-index: 1;
  }
`;

const TimeColumn = styled.time`
  display: grid;
  min-width: 0;
`;

const TimeText = styled.span`
  ${textStyles.h3}
  ${textStyles.digits}
`;

const PlaceholderLine = styled.span<{ readonly $height: number }>`
  display: flex;
  align-items: center;
  height: ${({ $height }) => $height / 16}rem;
`;

const TicketNote = styled.div`
  ${textStyles.small}
  padding: 10px 16px 0;
  color: ${tokens.color.ink2};
`;

const TicketActions = styled.div`
  position: relative;
  z-index: 1;
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
  padding: 12px 16px 0;
  /* A button that may be disabled with a reason stands in a span without a box of its own. */
  > *,
  > span > button {
    flex: 1 1 max-content;
    min-width: min(6rem, 100%);
    padding-inline: 10px;
  }
`;
