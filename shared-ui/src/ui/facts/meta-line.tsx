import { Bike, Footprints } from 'lucide-react';
import styled from 'styled-components';
import { Icon } from '../art';
import { VisuallyHidden } from '../hidden';
import { textStyles, tokens } from '../theme';
import { uiText } from '../ui-text';

/** Short facts with dots between them; a dot never starts a line. Holds MetaItems. */
export const MetaLine = styled.p`
  ${textStyles.small}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  color: ${tokens.color.ink2};
  /* Every item carries its dot in front; those at a line's start stand in the margin and are cut off. */
  margin-left: -13px;
  clip-path: inset(-2px 0 -2px 13px);
`;

/** One fact of a MetaLine. */
export const MetaItem = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  padding-left: 13px;
  position: relative;
  &::before {
    content: '';
    position: absolute;
    left: 5px;
    top: calc(0.5lh - 1px);
    width: 3px;
    height: 3px;
    border-radius: 50%;
    background: ${tokens.color.ink3};
  }
`;

interface PriceLevelProps {
  /** 1 low, 2 medium, 3 high. */
  readonly level: 1 | 2 | 3;
}

const PRICE_LEVELS = { 1: 'PriceLevel1', 2: 'PriceLevel2', 3: 'PriceLevel3' } as const;

/** Price level as euro signs. */
export const PriceLevel = ({ level }: PriceLevelProps) => (
  <MetaItem>
    <span aria-hidden="true">{'€'.repeat(level)}</span>
    <VisuallyHidden>{uiText(PRICE_LEVELS[level])}</VisuallyHidden>
  </MetaItem>
);

interface TravelProps {
  readonly mode: 'walk' | 'bike';
  /** Formatted time: „5 Min.“. */
  readonly text: string;
}

/** How long the way takes, on foot or by bike. */
export const Travel = ({ mode, text }: TravelProps) => (
  <MetaItem>
    <Icon of={mode === 'walk' ? Footprints : Bike} size={mode === 'walk' ? 14 : 15} />
    <VisuallyHidden>{uiText(mode === 'walk' ? 'OnFoot' : 'ByBike')} </VisuallyHidden>
    {text}
  </MetaItem>
);
