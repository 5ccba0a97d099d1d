import { Check, Clock, X } from 'lucide-react';
import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import { Avatar } from '../avatar';
import { VisuallyHidden } from '../text';
import { textStyles, tokens } from '../theme/tokens';

/** Invited guest with their answer to the invitation. */
export interface AnsweringPerson {
  readonly key: string;
  readonly name: string;
  readonly pictureUrl?: string | null;
  readonly answer: 'accepted' | 'pending' | 'declined';
  /** Answer as a word, for screen readers: „Zugesagt“. */
  readonly answerLabel: string;
}

interface AnswerAvatarsProps {
  /** Purpose of the list of guests, for assistive technology. */
  readonly label: string;
  readonly people: readonly AnsweringPerson[];
  /** Maximum number of avatars; by default 4. */
  readonly maxAvatars?: number;
}

const iconByAnswer = { accepted: Check, pending: Clock, declined: X } as const;

/**
 * Avatars of guests, each with a mark for the guest's answer. If not all guests fit, the last circle shows how many are
 * hidden.
 */
export const AnswerAvatars = ({ label, people, maxAvatars = 4 }: AnswerAvatarsProps) => {
  const hasMorePeople = people.length > maxAvatars;
  const visiblePeople = hasMorePeople ? people.slice(0, maxAvatars - 1) : people;
  const hiddenPeople = people.slice(visiblePeople.length);
  return (
    <AvatarList aria-label={label}>
      {visiblePeople.map(({ key, name, pictureUrl = null, answer, answerLabel }) => (
        <AvatarItem key={key}>
          <Avatar name={name} pictureUrl={pictureUrl} size="small" showsOneLetter />
          <AnswerMark $answer={answer}>
            <Icon source={iconByAnswer[answer]} size={10} />
          </AnswerMark>
          <VisuallyHidden>
            {name}: {answerLabel}
          </VisuallyHidden>
        </AvatarItem>
      ))}
      {hasMorePeople && (
        <AvatarItem>
          <OverflowCount aria-hidden="true">+{hiddenPeople.length}</OverflowCount>
          <VisuallyHidden>
            {hiddenPeople.map(({ name, answerLabel }) => `${name}: ${answerLabel}`).join(', ')}
          </VisuallyHidden>
        </AvatarItem>
      )}
    </AvatarList>
  );
};

const AvatarList = styled.ul`
  display: flex;
  flex: none;
  gap: 3px;
  padding: 0 3px 3px 0;
`;

const AvatarItem = styled.li`
  position: relative;
  display: grid;
  width: 28px;
  height: 28px;
`;

const answerStyles = {
  accepted: css`
    background: ${tokens.color.ok};
  `,
  pending: css`
    background: ${tokens.color.warn};
  `,
  declined: css`
    background: ${tokens.color.ink2};
  `,
} as const;

const AnswerMark = styled.span<{ readonly $answer: AnsweringPerson['answer'] }>`
  position: absolute;
  right: -4px;
  bottom: -4px;
  display: grid;
  place-items: center;
  width: 15px;
  height: 15px;
  border-radius: 50%;
  color: ${tokens.color.surface};
  box-shadow: 0 0 0 1.5px ${tokens.color.surface};
  ${({ $answer }) => answerStyles[$answer]}
`;

const OverflowCount = styled.span`
  ${textStyles.micro}
  ${textStyles.digits}
  display: grid;
  place-items: center;
  border-radius: 50%;
  background: ${tokens.color.sunken};
  color: ${tokens.color.ink2};
  font-weight: 700;
`;
