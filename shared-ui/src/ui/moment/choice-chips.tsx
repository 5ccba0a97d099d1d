import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { CoveringRadio } from '../choice-input';
import { uiText, VisuallyHidden } from '../text';
import { forcedColorsBorder, media, textStyles, tokens } from '../theme/tokens';

interface ChipChoice {
  readonly id: string;
  /** Visible content of the chip (a radio button that looks like a small button). */
  readonly content: ReactNode;
  /** Name of the chip for assistive technology, if the content alone isn't clear. */
  readonly label?: string;
  /** True if nothing is available on that day or at that time; the chip is struck through and can't be chosen. */
  readonly isClosed?: boolean;
}

interface ChoiceChipsProps {
  /** Purpose of the choice, for assistive technology. */
  readonly label: string;
  readonly choices: readonly ChipChoice[];
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
  /** Size and arrangement of the chips. `day`: 60 × 64 px; `time`: one line high; `grid`: times in columns. */
  readonly look: 'day' | 'time' | 'grid';
  /** True if the chosen day or time can't be applied; the selected chip is then red. */
  readonly isInvalid?: boolean;
  /** Id of the element with the reason why the chosen day or time can't be applied. */
  readonly reasonId?: string | undefined;
  /** Button for further choices, the last one in the row. */
  readonly moreButton?: ReactNode;
}

/**
 * Returns a ref for the row of chips. On the first render the row scrolls to the selected chip; afterwards only the
 * user scrolls.
 */
const useScrollToChosen = () => {
  const rowElement = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosenChip = rowElement.current?.querySelector('input:checked')?.parentElement;
    if (!rowElement.current || !chosenChip) return;
    const { offsetWidth, offsetHeight, offsetLeft, offsetTop } = chosenChip;
    rowElement.current.scrollLeft = offsetLeft - (rowElement.current.clientWidth - offsetWidth) / 2;
    rowElement.current.scrollTop = offsetTop - (rowElement.current.clientHeight - offsetHeight) / 2;
  }, []);
  return rowElement;
};

/** Lets the user choose one of several days or times: radio buttons that look like small buttons (chips). */
export const ChoiceChips = ({
  label,
  choices,
  chosenId,
  onChoose,
  look,
  isInvalid = false,
  reasonId,
  moreButton,
}: ChoiceChipsProps) => {
  const groupName = useId();
  const rowRef = useScrollToChosen();
  return (
    <ChipRow
      ref={rowRef}
      role="radiogroup"
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      aria-describedby={reasonId}
      $look={look}
      data-scrolls=""
    >
      {choices.map(({ id, content, label: choiceLabel, isClosed = false }) => {
        const isChosen = id === chosenId;
        return (
          <ChoiceChip
            key={id}
            $look={look}
            $isChosen={isChosen}
            $isClosed={isClosed}
            $isInvalid={isInvalid && isChosen}
          >
            <CoveringRadio
              name={groupName}
              checked={isChosen}
              disabled={isClosed && !isChosen}
              aria-label={
                choiceLabel === undefined || !isClosed ? choiceLabel : `${choiceLabel}, ${uiText('ClosedThen')}`
              }
              onChange={() => onChoose(id)}
            />
            {content}
            {isClosed && <VisuallyHidden>{uiText('ClosedThen')}</VisuallyHidden>}
          </ChoiceChip>
        );
      })}
      {moreButton}
    </ChipRow>
  );
};

const rowStyle = css`
  display: flex;
  gap: 8px;
  overflow-x: auto;
  overscroll-behavior-x: contain;
  scrollbar-width: none;
  &::-webkit-scrollbar {
    display: none;
  }
  /* Over the whole width of the sheet; a ring around a chip has room. */
  margin: -4px calc(-1 * var(--gutter, 20px));
  padding: 4px var(--gutter, 20px);
`;

const columnStyle = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(70px, 1fr));
  gap: 8px;
  /* Half of the next row shows that there are more. */
  max-height: 232px;
  overflow-y: auto;
  overscroll-behavior: contain;
  scrollbar-width: thin;
  scrollbar-color: ${tokens.color.lineStrong} transparent;
  margin: -4px;
  padding: 4px;
`;

type ChipsLook = ChoiceChipsProps['look'];

const ChipRow = styled.div<{ readonly $look: ChipsLook }>`
  position: relative;
  ${({ $look }) => ($look === 'grid' ? columnStyle : rowStyle)}
`;

const closedStyle = css`
  background: ${tokens.color.sunken};
  color: ${tokens.color.ink3};
  box-shadow: none;
  text-decoration: line-through;
  cursor: default;
`;

const chosenStyle = css`
  &,
  &:hover {
    background: ${tokens.color.plum};
  }
  color: ${tokens.color.onPlum};
  box-shadow: none;
  ${media.forced} {
    outline: 3px solid Highlight;
    outline-offset: -3px;
  }
`;

const invalidStyle = css`
  &,
  &:hover {
    background: ${tokens.color.surface};
  }
  color: ${tokens.color.err};
  box-shadow: inset 0 0 0 2px ${tokens.color.err};
`;

interface ChipStyleProps {
  readonly $look: ChipsLook;
  readonly $isChosen: boolean;
  readonly $isClosed: boolean;
  readonly $isInvalid: boolean;
}

const chipShapeStyle = css`
  ${textStyles.label}
  display: grid;
  place-content: center;
  justify-items: center;
  flex: none;
  position: relative;
  min-height: 44px;
  padding: 0 16px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.surface};
  color: ${tokens.color.ink};
  box-shadow: inset 0 0 0 1px ${tokens.color.line};
  /* With large letters, a chip that is wider than the page wraps. */
  max-width: 100%;
  text-align: center;
  cursor: pointer;
  font-variant-numeric: tabular-nums;
  ${forcedColorsBorder}
  ${media.hover} {
    &:hover {
      background: ${tokens.color.hover};
    }
  }
`;

const ChoiceChip = styled.label<ChipStyleProps>`
  ${chipShapeStyle}
  ${({ $look }) =>
    $look === 'day' &&
    css`
      min-width: 60px;
      min-height: 64px;
      padding: 0 10px;
    `}
  ${({ $look }) =>
    $look === 'grid' &&
    css`
      padding: 0 4px;
    `}
  ${({ $isClosed }) =>
    $isClosed &&
    css`
      &,
      &:hover {
        ${closedStyle}
      }
    `}
  ${({ $isChosen }) => $isChosen && chosenStyle}
  ${({ $isInvalid }) => $isInvalid && invalidStyle}
`;

/** Button for further choices at the end of a row of chips. */
export const MoreChip = styled.button.attrs({ type: 'button' })`
  ${chipShapeStyle}
`;

/** Content of the chip for a day: the weekday above the number of the day. */
export const DayChipContent = ({ weekday, number }: { readonly weekday: string; readonly number: string }) => (
  <>
    <WeekdayText>{weekday}</WeekdayText>
    <DayNumber>{number}</DayNumber>
  </>
);

const WeekdayText = styled.span`
  ${textStyles.caption}
  font-weight: 550;
`;

const DayNumber = styled.span`
  font-size: 1.0625rem;
  line-height: 1.375rem;
  font-weight: 700;
`;
