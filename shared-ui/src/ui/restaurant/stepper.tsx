import { Minus, Plus } from 'lucide-react';
import { useId, useRef } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import { uiText, VisuallyHidden } from '../text';
import { forcedColorsBorder, media, tokens } from '../theme/tokens';

interface StepperProps {
  /** Name of the dish whose quantity the buttons change. */
  readonly label: string;
  readonly quantity: number;
  readonly onIncrease: () => void;
  readonly onDecrease: () => void;
  /** Reason why the quantity can't be increased; undefined if it can. The plus button stays focusable. */
  readonly disabledReason?: string;
  /** Called when the user presses plus although the quantity can't be increased. The caller then shows the reason. */
  readonly onDisabledPress?: () => void;
}

const pillVariantOf = (isEmpty: boolean, isDisabled: boolean): keyof typeof variantStyles => {
  if (!isEmpty) return 'filled';
  return isDisabled ? 'off' : 'empty';
};

/** Buttons for the quantity of a dish: a round plus button for zero, otherwise minus, number and plus. */
export const Stepper = ({ label, quantity, onIncrease, onDecrease, disabledReason, onDisabledPress }: StepperProps) => {
  const reasonId = useId();
  const isDisabled = disabledReason !== undefined;
  const isEmpty = quantity === 0;
  const plusButton = useRef<HTMLButtonElement>(null);
  const decreaseQuantity = () => {
    // The minus button disappears at zero, so the focus moves to the plus button.
    if (quantity === 1) plusButton.current?.focus();
    onDecrease();
  };
  return (
    <StepperPill role="group" aria-label={label} $variant={pillVariantOf(isEmpty, isDisabled)}>
      {!isEmpty && (
        <>
          <StepButton type="button" aria-label={`${label}: ${uiText('OneLess')}`} onClick={decreaseQuantity}>
            <Icon source={Minus} />
          </StepButton>
          <QuantityText aria-live="polite">{quantity}</QuantityText>
        </>
      )}
      <StepButton
        ref={plusButton}
        type="button"
        aria-label={`${label}: ${uiText(isEmpty ? 'AddToCart' : 'OneMore')}`}
        aria-disabled={isDisabled || undefined}
        aria-describedby={isDisabled ? reasonId : undefined}
        onClick={isDisabled ? onDisabledPress : onIncrease}
      >
        <Icon source={Plus} size={isEmpty ? 22 : 20} />
      </StepButton>
      {isDisabled && <VisuallyHidden id={reasonId}>{disabledReason}</VisuallyHidden>}
    </StepperPill>
  );
};

const variantStyles = {
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

const StepperPill = styled.div<{ readonly $variant: keyof typeof variantStyles }>`
  display: inline-flex;
  align-items: center;
  position: relative;
  min-height: 44px;
  border-radius: 22px;
  ${forcedColorsBorder}
  ${({ $variant }) => variantStyles[$variant]}
`;

const StepButton = styled.button`
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

const QuantityText = styled.span`
  min-width: 18px;
  text-align: center;
  font-weight: 700;
  font-variant-numeric: tabular-nums;
`;
