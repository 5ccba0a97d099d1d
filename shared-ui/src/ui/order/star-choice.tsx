import { Star } from 'lucide-react';
import { useId } from 'react';
import styled, { css } from 'styled-components';
import { CoveringRadio } from '../choice-input';
import { VisuallyHidden } from '../text';
import { forcedColorsBorder, media, tokens } from '../theme/tokens';

const STAR_COUNTS = [1, 2, 3, 4, 5] as const;

interface StarChoiceProps {
  /** Question, for assistive technology; sighted users see the question in the text around the stars. */
  readonly label: string;
  /** Returns the name of a number of stars for assistive technology: „4 von 5 Sternen“. */
  readonly starLabel: (stars: number) => string;
  /** Chosen number of stars; null while nothing is chosen. */
  readonly stars: number | null;
  /** Whether the user can only see the stars and not change them. */
  readonly isReadOnly?: boolean;
  readonly onChoose: (stars: number) => void;
}

/** Choice of one to five stars, by a press or by the arrow keys. */
export const StarChoice = ({ label, starLabel, stars, isReadOnly = false, onChoose }: StarChoiceProps) => {
  const groupName = useId();
  return (
    <StarFieldset disabled={isReadOnly}>
      <VisuallyHidden as="legend">{label}</VisuallyHidden>
      {STAR_COUNTS.map((starCount) => (
        <StarLabel key={starCount}>
          <CoveringRadio
            name={groupName}
            value={starCount}
            checked={starCount === stars}
            aria-label={starLabel(starCount)}
            onChange={() => onChoose(starCount)}
          />
          <StarIcon
            $isOn={stars !== null && starCount <= stars}
            size={36}
            strokeWidth={1.5}
            aria-hidden="true"
            focusable="false"
          />
        </StarLabel>
      ))}
    </StarFieldset>
  );
};

const StarFieldset = styled.fieldset`
  display: flex;
  justify-content: center;
  gap: 4px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

const StarLabel = styled.label`
  position: relative;
  display: grid;
  place-items: center;
  width: 52px;
  height: 52px;
  border-radius: ${tokens.radius.control};
  cursor: pointer;
  ${forcedColorsBorder}
  fieldset:disabled > & {
    cursor: default;
  }
`;

const filledStarStyle = css`
  fill: ${tokens.color.star};
  stroke: ${tokens.color.starLine};
  ${media.forced} {
    fill: Highlight;
    stroke: Highlight;
  }
`;

const emptyStarStyle = css`
  fill: ${tokens.color.sunken};
  stroke: ${tokens.color.lineStrong};
  ${media.forced} {
    fill: Canvas;
    stroke: CanvasText;
  }
`;

const StarIcon = styled(Star)<{ readonly $isOn: boolean }>`
  ${({ $isOn }) => ($isOn ? filledStarStyle : emptyStarStyle)}
`;
