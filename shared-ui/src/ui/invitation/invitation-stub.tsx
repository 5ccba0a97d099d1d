import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { useListPlace } from '../rows';
import { ticketSurface, UprightTearLine } from '../tear-line';
import { Caption, Small } from '../text';
import { forcedEdge, media, textStyles, tokens } from '../theme/tokens';

interface InvitationStubProps {
  /** Time of the meetup in three lines: „Heute“, „12:30“, „14. Okt.“. */
  readonly when: { readonly day: string; readonly time: string; readonly date: string };
  /** Time in machine-readable form. */
  readonly dateTime: string;
  readonly title: string;
  /** Second line: „Von Mehmet · Vor Ort“. */
  readonly text: string;
  /** Badge with the status of the invitation. */
  readonly badge: ReactNode;
  /** AnswerAvatars of the guests. */
  readonly people: ReactNode;
  /** At most two small buttons. */
  readonly actions?: ReactNode;
  /** True for a past meetup: drawn paler. */
  readonly isPast?: boolean;
  /** Opens further actions. Called by a press anywhere on the invitation, except on its buttons. */
  readonly onClick: () => void;
}

/** Invitation as a ticket: the time on the stub, a tear line, the rest beside it. Item of a list. */
export const InvitationStub = ({
  when,
  dateTime,
  title,
  text,
  badge,
  people,
  actions,
  isPast = false,
  onClick,
}: InvitationStubProps) => (
  <Item {...useListPlace()}>
    <Card>
      <When dateTime={dateTime} $isPast={isPast}>
        <Caption as="span">{when.day}</Caption>
        <Clock>{when.time}</Clock>
        <Caption as="span">{when.date}</Caption>
      </When>
      <UprightTearLine />
      <Words>
        <Title type="button" $isPast={isPast} aria-haspopup="dialog" onClick={onClick}>
          {title}
        </Title>
        <Small $tone="quiet">{text}</Small>
        <Answers>
          {badge}
          {people}
        </Answers>
        {actions !== undefined && <Actions>{actions}</Actions>}
      </Words>
    </Card>
  </Item>
);

const Item = styled.li`
  padding-bottom: 14px;
`;

const Card = styled.div`
  ${ticketSurface}
  display: grid;
  grid-template-columns: 66px 14px minmax(0, 1fr);
  box-shadow:
    ${tokens.color.e1},
    0 0 0 1px ${tokens.color.line};
  ${forcedEdge}
  ${media.hover} {
    &:hover {
      background: ${tokens.color.hover};
    }
  }
`;

const When = styled.time<{ readonly $isPast: boolean }>`
  display: grid;
  align-content: center;
  justify-items: center;
  padding: 16px 0 16px 4px;
  text-align: center;
  > span {
    max-width: 100%;
    overflow-wrap: anywhere;
  }
  ${({ $isPast }) =>
    $isPast &&
    css`
      color: ${tokens.color.ink2};
    `}
`;

const Clock = styled.span`
  ${textStyles.h3}
  ${textStyles.digits}
  line-height: 1.625rem;
`;

const Words = styled.div`
  min-width: 0;
  padding: 14px 12px 14px 4px;
`;

const Title = styled.button<{ readonly $isPast: boolean }>`
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

const Answers = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  margin-top: 8px;
`;

const Actions = styled.div`
  position: relative;
  z-index: 1;
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
  margin-top: 12px;
  > * {
    flex: 1 1 100px;
    padding-inline: 10px;
  }
`;
