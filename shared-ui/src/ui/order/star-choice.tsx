import { Star } from 'lucide-react';
import { useId } from 'react';
import styled, { css } from 'styled-components';
import { RadioCover } from '../choice-input';
import { VisuallyHidden } from '../text';
import { forcedEdge, media, tokens } from '../theme/tokens';

const STARS = [1, 2, 3, 4, 5] as const;

interface StarChoiceProps {
  /** Question, for assistive technology; sighted readers see it in the text around. */
  readonly label: string;
  /** Returns the name of a number of stars for assistive technology: „4 von 5 Sternen“. */
  readonly starLabel: (stars: number) => string;
  /** Chosen number of stars; null while nothing is chosen. */
  readonly stars: number | null;
  /** Whether the choice is read-only. */
  readonly isFixed?: boolean;
  readonly onChoose: (stars: number) => void;
}

/** One to five stars, chosen by a press or by the arrow keys. */
export const StarChoice = ({ label, starLabel, stars, isFixed = false, onChoose }: StarChoiceProps) => {
  const name = useId();
  return (
    <Group disabled={isFixed}>
      <VisuallyHidden as="legend">{label}</VisuallyHidden>
      {STARS.map((count) => (
        <Target key={count}>
          <RadioCover
            name={name}
            value={count}
            checked={count === stars}
            aria-label={starLabel(count)}
            onChange={() => onChoose(count)}
          />
          <Picture
            $isOn={stars !== null && count <= stars}
            size={36}
            strokeWidth={1.5}
            aria-hidden="true"
            focusable="false"
          />
        </Target>
      ))}
    </Group>
  );
};

const Group = styled.fieldset`
  display: flex;
  justify-content: center;
  gap: 4px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

const Target = styled.label`
  position: relative;
  display: grid;
  place-items: center;
  width: 52px;
  height: 52px;
  border-radius: ${tokens.radius.control};
  cursor: pointer;
  ${forcedEdge}
  fieldset:disabled > & {
    cursor: default;
  }
`;

const filledStar = css`
  fill: ${tokens.color.star};
  stroke: ${tokens.color.starLine};
  ${media.forced} {
    fill: Highlight;
    stroke: Highlight;
  }
`;

const emptyStar = css`
  fill: ${tokens.color.sunken};
  stroke: ${tokens.color.lineStrong};
  ${media.forced} {
    fill: Canvas;
    stroke: CanvasText;
  }
`;

const Picture = styled(Star)<{ readonly $isOn: boolean }>`
  ${({ $isOn }) => ($isOn ? filledStar : emptyStar)}
`;
