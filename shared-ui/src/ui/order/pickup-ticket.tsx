import type { ReactNode } from 'react';
import styled from 'styled-components';
import { TearLine, ticketSurfaceStyle } from '../tear-line';
import { Caption, Label } from '../text';
import { forcedColorsBorder, textStyles, tokens } from '../theme/tokens';

interface PickupTicketProps {
  /** Label of the order number: „Deine Bestellnummer“. */
  readonly label: string;
  /** Order number that the diner says at the restaurant's counter. */
  readonly pickupNumber: string;
  /** Badge with the status of the order. */
  readonly badge: ReactNode;
  /** Day and time of the pickup: „Heute, 12:30“. */
  readonly timeText: string;
  /** Line below the time: „Mi. 14. Oktober · Vor Ort“. */
  readonly text: string;
  /** Time of the pickup in machine-readable form. */
  readonly dateTime: string;
  /** Element right of the time: a link to the way to the restaurant. */
  readonly sideContent?: ReactNode;
}

/** Ticket to show at the restaurant's counter: the number above the tear line, time and place of the pickup below. */
export const PickupTicket = ({
  label,
  pickupNumber,
  badge,
  timeText,
  text,
  dateTime,
  sideContent,
}: PickupTicketProps) => (
  <TicketCard>
    <UpperSection>
      <Label as="p" $tone="quiet">
        {label}
      </Label>
      <PickupNumber>{pickupNumber}</PickupNumber>
      {badge}
    </UpperSection>
    <TearLine />
    <LowerSection>
      <TimeColumn>
        <TimeText dateTime={dateTime}>{timeText}</TimeText>
        <Caption as="span" $tone="quiet">
          {text}
        </Caption>
      </TimeColumn>
      {sideContent}
    </LowerSection>
  </TicketCard>
);

const TicketCard = styled.div`
  ${ticketSurfaceStyle}
  margin-inline: -4px;
  box-shadow:
    ${tokens.color.e2},
    0 0 0 1px ${tokens.color.line};
  ${forcedColorsBorder}
`;

const UpperSection = styled.div`
  display: grid;
  justify-items: center;
  gap: 4px;
  padding: 16px 20px 12px;
  text-align: center;
`;

const PickupNumber = styled.p`
  ${textStyles.digits}
  max-width: 100%;
  margin-bottom: 4px;
  font-size: 4rem;
  line-height: 4.25rem;
  font-weight: 700;
  letter-spacing: -0.02em;
  overflow-wrap: anywhere;
`;

const LowerSection = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 10px 12px;
  padding: 8px 16px 16px;
`;

// Column with the time. If there is less space than for nine letters, the link to the way moves below the time.
const TimeColumn = styled.div`
  flex: 1 1 9em;
  display: grid;
  min-width: 0;
`;

const TimeText = styled.time`
  ${textStyles.h3}
  ${textStyles.digits}
`;
