import { Leaf } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Icon } from '../art';
import { LeaderText, Price } from '../facts';
import { Small } from '../text';
import { textStyles, tokens } from '../theme';

interface MealRowProps {
  readonly name: string;
  /** Formatted; left out where the place does not say it. */
  readonly price?: string;
  readonly oldPrice?: string;
  /** What the price is for, where that is no whole dish: „je 100 g“. */
  readonly unit?: string;
  readonly description?: string;
  /** „Vegetarisch“, „Vegan“. */
  readonly diet?: string;
  /** What else belongs to the dish: allergens. */
  readonly details?: ReactNode;
  /** Right of the description: the stepper. */
  readonly actions?: ReactNode;
  /** Below, over the full width: why it can't be ordered now. */
  readonly hint?: ReactNode;
}

/** A dish of the menu. Stands in a MealList. */
export const MealRow = ({ name, price, oldPrice, unit, description, diet, details, actions, hint }: MealRowProps) => (
  <Row>
    <NameLine>
      <LeaderText>{name}</LeaderText>
      {price !== undefined && <Price value={price} oldValue={oldPrice} unit={unit} />}
    </NameLine>
    <Words>
      {description !== undefined && <Small $tone="quiet">{description}</Small>}
      {(diet !== undefined || details !== undefined) && (
        <Marks>
          {diet !== undefined && (
            <Diet>
              <Icon of={Leaf} size={14} />
              {diet}
            </Diet>
          )}
          {details}
        </Marks>
      )}
    </Words>
    {actions !== undefined && <Actions>{actions}</Actions>}
    {hint !== undefined && <Hint>{hint}</Hint>}
  </Row>
);

/** Dishes of one part of the menu. */
export const MealList = styled.ul``;

const Row = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 2px 14px;
  padding: 12px 0;
  &:not(:last-child) { border-bottom: 1px solid ${tokens.color.line}; }
`;

const NameLine = styled.div`
  grid-column: 1 / -1;
  display: flex;
  align-items: flex-end;
  gap: 6px;
  font-size: 1rem;
  line-height: 1.375rem;
  font-weight: 600;
`;

const Words = styled.div`
  display: grid;
  gap: 4px;
  align-self: center;
  min-width: 0;
`;

const Marks = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 12px;
`;

const Diet = styled.span`
  ${textStyles.caption}
  display: inline-flex;
  align-items: center;
  gap: 4px;
  font-weight: 600;
  color: ${tokens.color.ok};
`;

const Actions = styled.div`
  align-self: end;
`;

const Hint = styled.div`
  grid-column: 1 / -1;
  margin-top: 6px;
`;
