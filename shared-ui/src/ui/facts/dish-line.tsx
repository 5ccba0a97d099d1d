import styled from 'styled-components';
import { VisuallyHidden } from '../hidden';
import { textStyles, tokens } from '../theme';
import { uiText } from '../ui-text';

interface PriceProps {
  /** Formatted: „8,90 €“. */
  readonly value: string;
  /** Formatted price before the reduction. */
  readonly oldValue?: string;
  /** What the price is for, where that is no whole dish: „je 100 g“. */
  readonly unit?: string;
}

/** A price; a reduced one has the old price struck before it. Never wraps. */
export const Price = ({ value, oldValue, unit }: PriceProps) => {
  const per = unit !== undefined && <Unit> {unit}</Unit>;
  if (oldValue === undefined)
    return (
      <Amount>
        {value}
        {per}
      </Amount>
    );
  return (
    <Amount>
      <Old>
        <VisuallyHidden>{uiText('BeforeOldPrice')} </VisuallyHidden>
        {oldValue}
      </Old>
      <VisuallyHidden> {uiText('BeforeReducedPrice')} </VisuallyHidden>
      <Reduced>{value}</Reduced>
      {per}
    </Amount>
  );
};

interface DishLineProps {
  readonly name: string;
  /** Formatted; leave it out where the place does not say it. */
  readonly price?: string;
  readonly oldPrice?: string;
  readonly unit?: string;
}

/** Dish left, dotted leader, price right. Stands in a DishList. */
export const DishLine = ({ name, price, oldPrice, unit }: DishLineProps) => (
  <Line>
    <LeaderText>{name}</LeaderText>
    {price !== undefined && <Price value={price} oldValue={oldPrice} unit={unit} />}
  </Line>
);

/** Dishes below each other, their prices on one edge. */
export const DishList = styled.ul`
  ${textStyles.label}
  font-weight: 400;
  line-height: 1.3125rem;
  display: grid;
  gap: 5px;
`;

/** Text that a dotted leader follows to the end of its line. */
export const LeaderText = styled.span`
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
  overflow: clip;
  &:not(:last-child)::after {
    content: '';
    display: inline-block;
    width: 100%;
    height: 4px;
    margin-right: -100%;
    padding-left: 6px;
    background: radial-gradient(circle 1px at 3px 2px, ${tokens.color.lineStrong} 96%, #0000) 0 0 / 6px 4px repeat-x content-box;
  }
`;

const Line = styled.li`
  display: flex;
  align-items: flex-end;
  gap: 6px;
`;

const Amount = styled.span`
  ${textStyles.digits}
  font-weight: 600;
  white-space: nowrap;
`;

const Old = styled.s`
  margin-right: 5px;
  font-weight: 400;
  color: ${tokens.color.ink3};
  text-decoration-thickness: 1px;
`;

const Unit = styled.span`
  ${textStyles.caption}
  font-weight: 400;
  color: ${tokens.color.ink2};
  mark + & { margin-left: 5px; }
`;

// The mark hangs over the edge by its padding, so that its digits stand below the others.
const Reduced = styled.mark`
  padding: 1px 5px;
  margin-right: -5px;
  border-radius: 5px;
  background: ${tokens.color.butter};
  color: ${tokens.color.onButter};
`;
