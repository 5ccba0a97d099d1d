import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { LeaderText } from '../restaurant/dishes';
import { Caption } from '../text';
import { textStyles, tokens } from '../theme/tokens';

/**
 * Size of a line in a sum. `regular`: a dish or discount; `total`: the total; `small`: an amount that the total
 * includes, such as taxes.
 */
type SumSize = 'regular' | 'total' | 'small';

interface SumLineProps {
  readonly label: string;
  /** Formatted amount of the line: „−3,00 €“. */
  readonly value: string;
  readonly size?: SumSize;
  /** Small lines below the label, such as a wish for the kitchen or a discount. */
  readonly notes?: readonly string[];
}

/** Line of a sum: a label, a dotted line, the amount. */
export const SumLine = ({ label, value, size = 'regular', notes = [] }: SumLineProps) => (
  <SumItem $size={size}>
    <LabelLine>
      <LeaderText>{label}</LeaderText>
      <SumAmount $size={size}>{value}</SumAmount>
    </LabelLine>
    {notes.map((note) => (
      <SumNote key={note} $tone="quiet">
        {note}
      </SumNote>
    ))}
  </SumItem>
);

/** Lines of an order's sum, with aligned amounts. */
export const Sums = ({ children }: { readonly children: ReactNode }) => <SumList>{children}</SumList>;

const SumList = styled.ul`
  display: grid;
  gap: 6px;
  padding-top: 4px;
`;

const sizeStyles = {
  regular: css`
    font-size: 1rem;
    line-height: 1.375rem;
  `,
  total: css`
    font-size: 1.0625rem;
    line-height: 1.5rem;
    font-weight: 650;
    margin-top: 4px;
    padding-top: 8px;
    border-top: 1px solid ${tokens.color.line};
  `,
  small: css`
    ${textStyles.small}
    color: ${tokens.color.ink2};
  `,
} as const;

const SumItem = styled.li<{ readonly $size: SumSize }>`
  ${({ $size }) => sizeStyles[$size]}
`;

const LabelLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  align-items: flex-end;
  gap: 0 6px;
`;

const SumAmount = styled.span<{ readonly $size: SumSize }>`
  ${textStyles.digits}
  flex: none;
  white-space: nowrap;
  ${({ $size }) =>
    $size === 'regular' &&
    css`
      font-weight: 600;
    `}
`;

const SumNote = styled(Caption)`
  overflow-wrap: anywhere;
`;
