import { Check, Clock, X } from 'lucide-react';
import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import { Avatar } from '../avatar';
import { VisuallyHidden } from '../text';
import { textStyles, tokens } from '../theme/tokens';

/** Invited guest with the guest's answer. */
export interface AnsweringPerson {
  readonly key: string;
  readonly name: string;
  readonly pictureUrl?: string | null;
  readonly answer: 'accepted' | 'pending' | 'declined';
  /** Answer as a word, for screen readers: „Zugesagt“. */
  readonly answerLabel: string;
}

interface AnswerAvatarsProps {
  /** Purpose of the list, for assistive technology. */
  readonly label: string;
  readonly people: readonly AnsweringPerson[];
  /** Maximum number of avatars; default 4. */
  readonly max?: number;
}

const marks = { accepted: Check, pending: Clock, declined: X } as const;

/**
 * Avatars of guests, each with a mark for the guest's answer. When not all guests fit, the last place shows how many
 * are hidden.
 */
export const AnswerAvatars = ({ label, people, max = 4 }: AnswerAvatarsProps) => {
  const hasMore = people.length > max;
  const visiblePeople = hasMore ? people.slice(0, max - 1) : people;
  const hiddenPeople = people.slice(visiblePeople.length);
  return (
    <Faces aria-label={label}>
      {visiblePeople.map(({ key, name, pictureUrl = null, answer, answerLabel }) => (
        <Face key={key}>
          <Avatar name={name} pictureUrl={pictureUrl} size="small" isShort />
          <Mark $answer={answer}>
            <Icon source={marks[answer]} size={10} />
          </Mark>
          <VisuallyHidden>
            {name}: {answerLabel}
          </VisuallyHidden>
        </Face>
      ))}
      {hasMore && (
        <Face>
          <Rest aria-hidden="true">+{hiddenPeople.length}</Rest>
          <VisuallyHidden>
            {hiddenPeople.map(({ name, answerLabel }) => `${name}: ${answerLabel}`).join(', ')}
          </VisuallyHidden>
        </Face>
      )}
    </Faces>
  );
};

const Faces = styled.ul`
  display: flex;
  flex: none;
  gap: 3px;
  padding: 0 3px 3px 0;
`;

const Face = styled.li`
  position: relative;
  display: grid;
  width: 28px;
  height: 28px;
`;

const answers = {
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

const Mark = styled.span<{ readonly $answer: AnsweringPerson['answer'] }>`
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
  ${({ $answer }) => answers[$answer]}
`;

const Rest = styled.span`
  ${textStyles.micro}
  ${textStyles.digits}
  display: grid;
  place-items: center;
  border-radius: 50%;
  background: ${tokens.color.sunken};
  color: ${tokens.color.ink2};
  font-weight: 700;
`;
