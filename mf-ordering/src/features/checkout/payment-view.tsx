import { formatPrice } from '@mahlzeit/shared-ui/platform';
import { LinkButton } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { usePayerName } from './payer-name';
import { PaymentActions } from './payment-actions';
import { PaymentContent } from './payment-content';
import { useTexts } from './payment-rules';
import type { PaymentStep } from './payment-rules';
import type { PaymentPartProps } from './use-payment';

/** Moves the focus to the content of a new payment step, because the button that led to the step is gone. */
const useFocusOnChange = (stepKind: PaymentStep['kind']) => {
  const containerRef = useRef<HTMLDivElement>(null);
  const lastStepKind = useRef(stepKind);
  useEffect(() => {
    if (lastStepKind.current !== stepKind) containerRef.current?.focus();
    lastStepKind.current = stepKind;
  }, [stepKind]);
  return containerRef;
};

interface PaymentViewProps extends PaymentPartProps {
  /** Closes the sheet with the order. It is called only in steps in which the diner may leave the payment. */
  readonly onClose: () => void;
}

/** Sheet with the status of the payment. It replaces the sheet with the order, except while `step` is `none`. */
export const PaymentView = ({ payment, onClose }: PaymentViewProps) => {
  const t = useTexts();
  const { step, form } = payment;
  const payerName = usePayerName(form);
  const focusTargetRef = useFocusOnChange(step.kind);
  if (step.kind === 'none') return null;
  const isBankStep = step.kind === 'bank';
  const canLeaveView = step.kind !== 'waiting' && step.kind !== 'leaving' && !isBankStep;
  const amountText = formatPrice(form?.totalPrice ?? 0);
  const closePaymentView = (): void => {
    if (step.kind === 'refused') payment.dismiss();
    onClose();
  };
  return (
    <Sheet
      entry="none"
      title={t(isBankStep ? 'BankTitle' : 'Payment')}
      subtitle={isBankStep ? (payerName === null ? amountText : `${amountText} · ${payerName}`) : undefined}
      onClose={closePaymentView}
      isDismissable={canLeaveView}
      closeButton={
        isBankStep ? (
          <CancelButton onClick={payment.cancelBank}>{t('BankCancel')}</CancelButton>
        ) : canLeaveView ? undefined : null
      }
      dock={isBankStep ? undefined : <PaymentActions payment={payment} />}
    >
      <FocusTarget ref={focusTargetRef} tabIndex={-1}>
        <PaymentContent payment={payment} />
      </FocusTarget>
    </Sheet>
  );
};

const FocusTarget = styled.div`
  outline: none;
`;

const CancelButton = styled(LinkButton)`
  align-self: center;
  margin: 8px 12px 0;
`;
