import { Icon, VisuallyHidden, media, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Minus, Plus } from 'lucide-react';
import { useRef } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../ordering-texts';

interface QuantityStepperProps {
  /** What is counted. */
  readonly name: string;
  /** From 0. */
  readonly amount: number;
  readonly onChange: (amount: number) => void;
}

/** Puts something into the cart and counts it. Focus stays on plus, whatever appears beside it. */
export const QuantityStepper = ({ name, amount, onChange }: QuantityStepperProps) => {
  const t = useTexts();
  const plus = useRef<HTMLButtonElement>(null);
  const isFilled = amount > 0;
  const takeOne = () => {
    // The minus button goes with the last one, and would take the focus along.
    if (amount === 1) plus.current?.focus();
    onChange(amount - 1);
  };
  return (
    <Frame $isFilled={isFilled}>
      {isFilled && (
        <Step type="button" aria-label={t('OneLess', { name })} onClick={takeOne}>
          <Icon of={Minus} size={18} />
        </Step>
      )}
      {isFilled && <Number aria-hidden="true">{amount}</Number>}
      <Step ref={plus} type="button" aria-label={t(isFilled ? 'OneMore' : 'AddMeal', { name })} onClick={() => onChange(amount + 1)}>
        <Icon of={Plus} size={18} />
      </Step>
      <VisuallyHidden role="status">{isFilled ? t('InCart', { count: amount }) : ''}</VisuallyHidden>
    </Frame>
  );
};

const Frame = styled.div<{ readonly $isFilled: boolean }>`
  display: inline-flex;
  align-items: center;
  position: relative;
  border-radius: ${tokens.radius.full};
  color: ${tokens.color.plumText};
  background: ${({ $isFilled }) => ($isFilled ? tokens.color.plumTint : tokens.color.surface)};
  box-shadow: inset 0 0 0 1px ${({ $isFilled }) => ($isFilled ? 'transparent' : tokens.color.plumLine)};
`;

const Step = styled.button`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border-radius: 50%;
  ${media.hover} { &:hover { background: ${tokens.color.hover}; } }
`;

const Number = styled.span`
  ${textStyles.body}
  ${textStyles.digits}
  min-width: 20px;
  text-align: center;
  font-weight: 700;
  color: ${tokens.color.onPlumTint};
`;
