import { useId } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import type { IconSource } from '../art/art';
import { CoveringRadio } from '../choice-input';
import { RadioFieldset } from '../radio-input';
import { H3 } from '../text';
import { forcedColorsBorder, media, textStyles, tokens } from '../theme/tokens';

interface ChoiceTilesProps<Id extends string> {
  /** Question that stands above the options. */
  readonly label: string;
  readonly options: readonly {
    readonly id: Id;
    readonly label: string;
    readonly text: string;
    readonly icon: IconSource;
  }[];
  /** Id of the chosen option; null while nothing is chosen. */
  readonly chosenId: Id | null;
  readonly onChoose: (id: Id) => void;
}

/** Question with two or three options, of which one can be chosen; each option has an icon and a second line. */
export const ChoiceTiles = <Id extends string>({ label, options, chosenId, onChoose }: ChoiceTilesProps<Id>) => {
  const groupName = useId();
  return (
    <RadioFieldset>
      <QuestionLegend as="legend">{label}</QuestionLegend>
      <TileGrid>
        {options.map(({ id, label: title, text, icon }) => (
          <ChoiceTile key={id} $isChosen={id === chosenId}>
            <CoveringRadio name={groupName} checked={id === chosenId} onChange={() => onChoose(id)} />
            <Icon source={icon} size={22} />
            <span>
              {title}
              <SecondaryText>{text}</SecondaryText>
            </span>
          </ChoiceTile>
        ))}
      </TileGrid>
    </RadioFieldset>
  );
};

const QuestionLegend = styled(H3)`
  padding: 0;
  margin-bottom: 10px;
`;

const TileGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(max(136px, 9.5em), 100%), 1fr));
  gap: 8px;
`;

const chosenStyle = css`
  &,
  &:hover {
    background: ${tokens.color.plumTint};
  }
  color: ${tokens.color.onPlumTint};
  box-shadow: inset 0 0 0 2px ${tokens.color.plumText};
  ${media.forced} {
    outline: 3px solid Highlight;
    outline-offset: -3px;
  }
`;

const ChoiceTile = styled.label<{ readonly $isChosen: boolean }>`
  ${textStyles.label}
  display: flex;
  align-items: center;
  gap: 10px;
  position: relative;
  min-height: 60px;
  padding: 8px 14px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.surface};
  box-shadow: inset 0 0 0 1px ${tokens.color.line};
  cursor: pointer;
  ${forcedColorsBorder}
  > span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  ${media.hover} {
    &:hover {
      background: ${tokens.color.hover};
    }
  }
  ${({ $isChosen }) => $isChosen && chosenStyle}
`;

const SecondaryText = styled.span`
  ${textStyles.caption}
  display: block;
  font-weight: 400;
`;
