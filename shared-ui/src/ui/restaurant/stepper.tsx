import { Minus, Plus } from 'lucide-react';
import { useId, useRef } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import { uiText, VisuallyHidden } from '../text';
import { forcedEdge, media, tokens } from '../theme/tokens';

interface StepperProps {
  /** What is counted: the dish's name. */
  readonly label: string;
  readonly quantity: number;
  readonly onIncrease: () => void;
  readonly onDecrease: () => void;
  /** Why there can be no more; the buttons stay focusable. */
  readonly disabledReason?: string;
  /** A press while there can be no more: show the reason beside it. */
  readonly onRefused?: () => void;
}

const variantOf = (isEmpty: boolean, isDisabled: boolean): keyof typeof variants => {
  if (!isEmpty) return 'filled';
  return isDisabled ? 'off' : 'empty';
};

/** How many of a dish: a round plus while there is none, then a pill with less, number and more. */
export const Stepper = ({ label, quantity, onIncrease, onDecrease, disabledReason, onRefused }: StepperProps) => {
  const reasonId = useId();
  const isDisabled = disabledReason !== undefined;
  const isEmpty = quantity === 0;
  const plus = useRef<HTMLButtonElement>(null);
  const decrease = () => {
    // The last one takes the minus with it; the focus moves to what stays.
    if (quantity === 1) plus.current?.focus();
    onDecrease();
  };
  return (
    <Pill role="group" aria-label={label} $variant={variantOf(isEmpty, isDisabled)}>
      {!isEmpty && (
        <>
          <Step type="button" aria-label={uiText('OneLess')} onClick={decrease}>
            <Icon of={Minus} />
          </Step>
          <Quantity aria-live="polite">{quantity}</Quantity>
        </>
      )}
      <Step
        ref={plus}
        type="button"
        aria-label={uiText(isEmpty ? 'AddToCart' : 'OneMore')}
        aria-disabled={isDisabled || undefined}
        aria-describedby={isDisabled ? reasonId : undefined}
        onClick={isDisabled ? onRefused : onIncrease}
      >
        <Icon of={Plus} size={isEmpty ? 22 : 20} />
      </Step>
      {isDisabled && <VisuallyHidden id={reasonId}>{disabledReason}</VisuallyHidden>}
    </Pill>
  );
};

const variants = {
  filled: css`
    background: ${tokens.color.plumTint};
    color: ${tokens.color.onPlumTint};
  `,
  empty: css`
    background: ${tokens.color.surface};
    color: ${tokens.color.plumText};
    box-shadow: inset 0 0 0 1.5px ${tokens.color.plumLine};
  `,
  off: css`
    background: ${tokens.color.sunken};
    color: ${tokens.color.ink3};
  `,
} as const;

const Pill = styled.div<{ readonly $variant: keyof typeof variants }>`
  display: inline-flex;
  align-items: center;
  position: relative;
  min-height: 44px;
  border-radius: 22px;
  ${forcedEdge}
  ${({ $variant }) => variants[$variant]}
`;

const Step = styled.button`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border-radius: 50%;
  ${media.hover} {
    &:hover:not([aria-disabled]) {
      box-shadow: inset 0 0 0 1.5px ${tokens.color.plumLine};
    }
  }
  &[aria-disabled='true'] {
    color: ${tokens.color.ink3};
    cursor: default;
  }
`;

const Quantity = styled.span`
  min-width: 18px;
  text-align: center;
  font-weight: 700;
  font-variant-numeric: tabular-nums;
`;
