import { paymentOptionFacts } from '@mahlzeit/contract';
import { gatewayRefusalOf } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Button, Small, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import { RefreshCw } from 'lucide-react';
import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { optionViewOf, usePayerName } from './payer-name';
import { repeatedOrderOf, useTexts } from './payment-rules';
import type { PaymentStepOf } from './payment-rules';
import type { PaymentPartProps } from './use-payment';

/** Line at the lower edge that names the bank or payment provider for whose response the page waits. */
const PaymentRunningFooter = ({ payment: { form } }: PaymentPartProps) => {
  useTexts();
  const payerName = usePayerName(form);
  const runningText = optionViewOf(form).runningText();
  if (form !== null && !paymentOptionFacts(form.paymentOption).needsCard)
    return <PaymentRunningLine>{runningText}</PaymentRunningLine>;
  return <PaymentRunningLine>{payerName === null ? runningText : `${payerName} · ${runningText}`}</PaymentRunningLine>;
};

/**
 * Returns the label of the button that leads back tothe order after a failed payment. The label depends on the failure:
 * a refused payment may succeed with another card, a payment that could not begin may succeed later, and an error of
 * the order itself must be corrected in the cart.
 */
const labelAfterRefusal = ({ status, details }: ApiError): 'PaymentOtherWay' | 'PaymentRetry' | 'PaymentToCart' => {
  if (details?.['reason'] !== undefined) return 'PaymentToCart';
  // A payment that the gateway refused because the order can't be served can't be paid in another way either.
  const isRefusedByGateway = Object.values(details ?? {}).some(
    (detail) => typeof detail === 'string' && gatewayRefusalOf(detail) !== null,
  );
  if (isRefusedByGateway) return 'PaymentToCart';
  if (status === 402) return 'PaymentOtherWay';
  return status === 429 || status >= 500 ? 'PaymentRetry' : 'PaymentToCart';
};

interface ActionButtonProps {
  readonly label: string;
  readonly variant?: 'primary' | 'second';
  readonly onClick: () => void;
}

const ActionButton = ({
  label,
  ...rest
}: ActionButtonProps & Pick<ComponentProps<typeof Button>, 'icon' | 'isBusy' | 'disabledReason'>) => (
  <Button size="large" isBlock {...rest}>
    {label}
  </Button>
);

/**
 * Buttons after a refused payment, which lead back to the order. By law (§ 312j BGB), only the button below the summary
 * that names the price may place an order. A diner who has just ordered the same sees that order first, and may place
 * another one by a button that says so.
 */
const RefusedPaymentActions = ({
  payment,
  step: { failure },
}: PaymentPartProps & { readonly step: PaymentStepOf<'refused'> }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const repeatedOrder = repeatedOrderOf(failure);
  if (repeatedOrder === null) return <ActionButton label={t(labelAfterRefusal(failure))} onClick={payment.dismiss} />;
  const showRepeatedOrder = (): void => {
    payment.dismiss();
    navigation.open('order', repeatedOrder.orderKey);
  };
  return (
    <Stack $gap={10}>
      <ActionButton label={t('RepeatedOrderShow')} onClick={showRepeatedOrder} />
      <ActionButton
        label={t('RepeatedOrderAgain')}
        variant="second"
        disabledReason={payment.disabledReason}
        onClick={payment.orderAgain}
      />
    </Stack>
  );
};

const UnapprovedPaymentActions = ({
  payment,
  step: { url },
}: PaymentPartProps & { readonly step: PaymentStepOf<'unapproved'> }) => {
  const t = useTexts();
  return (
    <Stack $gap={10}>
      {url !== null && (
        <ActionButton
          label={optionViewOf(payment.form).redirectTexts?.goOnLabel() ?? t('PaymentRetry')}
          onClick={payment.goOn}
          disabledReason={payment.disabledReason}
        />
      )}
      <ActionButton
        label={t('PaymentOtherWay')}
        variant={url === null ? 'primary' : 'second'}
        onClick={payment.dismiss}
      />
    </Stack>
  );
};

/**
 * Buttons shown while the status of the payment is unclear. None of them sends the order again, so that the diner never
 * pays twice.
 */
const UnclearPaymentActions = ({
  payment,
  step: { bankUrl, isChecking },
}: PaymentPartProps & { readonly step: PaymentStepOf<'unclear'> }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { orderKey } = payment;
  const isBankUndecided = bankUrl !== null;
  // The order's page shows the status of the payment. While the key of the order is unknown, the list of orders opens
  // instead.
  const openOrders = (): void => (orderKey === null ? navigation.open('orders') : navigation.open('order', orderKey));
  return (
    <Stack $gap={10}>
      {isBankUndecided && <ActionButton label={t('PaymentToBank')} onClick={payment.goOn} />}
      {isBankUndecided && <ActionButton label={t('PaymentOtherWay')} variant="second" onClick={payment.giveUp} />}
      <ActionButton
        label={t('PaymentCheck')}
        variant={isBankUndecided ? 'second' : 'primary'}
        icon={RefreshCw}
        isBusy={isChecking}
        onClick={payment.check}
      />
      {!isBankUndecided && <ActionButton label={t('PaymentToOrders')} variant="second" onClick={openOrders} />}
    </Stack>
  );
};

/**
 * Buttons at the lower edge of the payment's sheet, or a line that names the bank or provider for whose response the
 * page waits.
 */
export const PaymentActions = ({ payment }: PaymentPartProps) => {
  const { step } = payment;
  switch (step.kind) {
    case 'waiting':
    case 'leaving':
      return <PaymentRunningFooter payment={payment} />;
    case 'refused':
      return <RefusedPaymentActions payment={payment} step={step} />;
    case 'unapproved':
      return <UnapprovedPaymentActions payment={payment} step={step} />;
    case 'unclear':
      return <UnclearPaymentActions payment={payment} step={step} />;
    case 'none':
    case 'bank':
      return null;
  }
};

const PaymentRunningLine = styled(Small)`
  padding: 8px 0;
  text-align: center;
  color: ${tokens.color.ink2};
`;
