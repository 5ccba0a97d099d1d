import { Check, Leaf } from 'lucide-react';
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import { Small, uiText, VisuallyHidden } from '../text';
import { textStyles, tokens } from '../theme/tokens';

interface PriceProps {
  /** Formatted price: „8,90 €“. */
  readonly value: string;
  /** Formatted price before a reduction. */
  readonly oldValue?: string;
  /** Unit of the price, when the price isn't for a whole dish: „je 100 g“. */
  readonly unit?: string;
}

/** Price of a dish, which never wraps. Before a reduced price, the old price is shown struck through. */
export const Price = ({ value, oldValue, unit }: PriceProps) => {
  const unitText = unit !== undefined && <PriceUnit> {unit}</PriceUnit>;
  if (oldValue === undefined)
    return (
      <PriceAmount>
        {value}
        {unitText}
      </PriceAmount>
    );
  return (
    <PriceAmount>
      <OldPrice>
        <VisuallyHidden>{uiText('BeforeOldPrice')} </VisuallyHidden>
        {oldValue}
      </OldPrice>
      <VisuallyHidden> {uiText('BeforeReducedPrice')} </VisuallyHidden>
      <ReducedPrice>{value}</ReducedPrice>
      {unitText}
    </PriceAmount>
  );
};

const PriceAmount = styled.span`
  ${textStyles.digits}
  font-weight: 600;
  white-space: nowrap;
`;

const OldPrice = styled.s`
  margin-right: 5px;
  font-weight: 400;
  color: ${tokens.color.ink3};
  text-decoration-thickness: 1px;
`;

const PriceUnit = styled.span`
  ${textStyles.caption}
  font-weight: 400;
  color: ${tokens.color.ink2};
  mark + & {
    margin-left: 5px;
  }
`;

// Reduced price with a coloured mark. The padding of the mark extends beyond the edge, so that the digits of all prices
// are aligned.
const ReducedPrice = styled.mark`
  padding: 1px 5px;
  margin-right: -5px;
  border-radius: 5px;
  background: ${tokens.color.butter};
  color: ${tokens.color.onButter};
`;

interface DishLineProps {
  readonly name: string;
  /** Formatted price; omitted when the restaurant doesn't publish the price. */
  readonly price?: string;
  readonly oldPrice?: string;
  readonly unit?: string;
  /** True for the dish whose price represents the restaurant. Its line is slightly bolder. */
  readonly isBestOffer?: boolean;
  /** Reason why the dish passes the list's filter: „Vegan“. The line is marked with a tick. */
  readonly match?: string;
}

/**
 * Line about a dish: the name on the left, a dotted line, the price on the right. Must be rendered inside of
 * `DishList`.
 */
export const DishLine = ({ name, price, oldPrice, unit, isBestOffer = false, match }: DishLineProps) => (
  <DishItem $isBest={isBestOffer}>
    <LeaderText>
      {match !== undefined && (
        <MatchMark>
          <Icon source={Check} size={14} />
          <VisuallyHidden>{match}: </VisuallyHidden>
        </MatchMark>
      )}
      {name}
    </LeaderText>
    {price !== undefined && <Price value={price} oldValue={oldPrice} unit={unit} />}
  </DishItem>
);

const MatchMark = styled.span`
  display: inline-flex;
  margin-right: 5px;
  vertical-align: -2px;
  color: ${tokens.color.ok};
`;

/** List of dishes below each other with aligned prices. */
export const DishList = styled.ul`
  ${textStyles.label}
  font-weight: 400;
  line-height: 1.3125rem;
  display: grid;
  gap: 5px;
`;

/** Text with a dotted line from its end to the end of the line. */
export const LeaderText = styled.span`
  /* In a line that wraps, the price leaves a line in which the label of a sum would not fit. */
  flex: 1 1 7.5em;
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
    background: radial-gradient(circle 1px at 3px 2px, ${tokens.color.lineStrong} 96%, #0000) 0 0 / 6px 4px repeat-x
      content-box;
  }
`;

const DishItem = styled.li<{ readonly $isBest: boolean }>`
  display: flex;
  align-items: flex-end;
  gap: 6px;
  ${({ $isBest }) =>
    $isBest &&
    css`
      font-weight: 550;
    `}
`;

/** Name and price of a dish, over the whole width of the dish's row. */
export const NameLine = styled.div`
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  align-items: flex-end;
  gap: 0 6px;
  font-size: 1rem;
  line-height: 1.375rem;
  font-weight: 600;
`;

interface MealRowProps {
  readonly name: string;
  /** Formatted price; omitted when the restaurant doesn't publish the price. */
  readonly price?: string;
  readonly oldPrice?: string;
  /** Unit of the price, when the price isn't for a whole dish: „je 100 g“. */
  readonly unit?: string;
  readonly description?: string;
  /** Name of the diet that the dish fits: „Vegetarisch“, „Vegan“. */
  readonly diet?: string;
  /** Further facts about the dish, such as allergens. */
  readonly details?: ReactNode;
  /** Element right of the description: plus and minus buttons that order the dish. */
  readonly actions?: ReactNode;
  /** Text below the dish, over the full width: the reason why the dish can't be ordered now. */
  readonly hint?: ReactNode;
}

/** Row of the menu with one dish. Must be rendered inside of `MealList`. */
export const MealRow = ({ name, price, oldPrice, unit, description, diet, details, actions, hint }: MealRowProps) => (
  <MealItem>
    <NameLine>
      <LeaderText>{name}</LeaderText>
      {price !== undefined && <Price value={price} oldValue={oldPrice} unit={unit} />}
    </NameLine>
    <TextColumn>
      {description !== undefined && <Small $tone="quiet">{description}</Small>}
      {(diet !== undefined || details !== undefined) && (
        <DetailsLine>
          {diet !== undefined && (
            <DietLabel>
              <Icon source={Leaf} size={14} />
              {diet}
            </DietLabel>
          )}
          {details}
        </DetailsLine>
      )}
    </TextColumn>
    {actions !== undefined && <MealActions>{actions}</MealActions>}
    {hint !== undefined && <MealHint>{hint}</MealHint>}
  </MealItem>
);

/** List of the dishes in one part of the menu. */
export const MealList = styled.ul``;

const MealItem = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 2px 14px;
  padding: 12px 0;
  &:not(:last-child) {
    border-bottom: 1px solid ${tokens.color.line};
  }
`;

const TextColumn = styled.div`
  display: grid;
  gap: 4px;
  align-self: center;
  min-width: 0;
`;

const DetailsLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 12px;
`;

const DietLabel = styled.span`
  ${textStyles.caption}
  display: inline-flex;
  align-items: center;
  gap: 4px;
  font-weight: 600;
  color: ${tokens.color.ok};
`;

const MealActions = styled.div`
  align-self: end;
`;

const MealHint = styled.div`
  grid-column: 1 / -1;
  margin-top: 6px;
`;
