import { paymentOptionFacts } from '@mahlzeit/contract';
import type { OrderForm, OrderRepeatedDetails } from '@mahlzeit/contract';
import { gatewayRefusalOf } from '@mahlzeit/contract/rules';
import { formatMoment, formatPrice, useNow, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Button, EmptyState, LinkButton, Small, Stack, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { LeaderText, Price } from '@mahlzeit/shared-ui/ui/restaurant';
import { CreditCard, Hourglass, ReceiptText, RefreshCw, Wallet } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { brandNameByCardBrand, cardLabel, useCards } from '../cards';
import { paymentOptionViewOf } from '../payment-options';
import type { PaymentOptionView } from '../payment-options';
import { BankPage, TintedPlateArea, useFailureText, WaitingBars } from '../providers';
import { repeatedOrderOf, useTexts } from './payment-rules';
import type { PaymentStep } from './payment-rules';
import type { CheckoutPayment } from './use-payment';

type PaymentStepOf<Kind extends PaymentStep['kind']> = Extract<PaymentStep, { readonly kind: Kind }>;

const optionViewOf = (orderForm: OrderForm | null): PaymentOptionView =>
  paymentOptionViewOf(orderForm?.paymentOption ?? null);

/** Returns the name of the card or the option that pays, `Visa •••• 4242`; null while the card isn't known. */
const usePayerName = (form: OrderForm | null): string | null => {
  const { cards } = useCards();
  if (form !== null && !paymentOptionFacts(form.paymentOption).needsCard) return optionViewOf(form).name();
  const debitedCard = cards?.find(({ id }) => id === form?.debitedCardId);
  return debitedCard === undefined ? null : cardLabel(brandNameByCardBrand[debitedCard.brand], debitedCard.digits);
};

interface PaymentPartProps {
  readonly payment: CheckoutPayment;
}

/** Line at the lower edge that names the bank or provider for whose response the page waits. */
const PaymentRunningFooter = ({ payment: { form } }: PaymentPartProps) => {
  useTexts();
  const payerName = usePayerName(form);
  const runningText = optionViewOf(form).runningText();
  if (form !== null && !paymentOptionFacts(form.paymentOption).needsCard)
    return <PaymentRunningLine>{runningText}</PaymentRunningLine>;
  return <PaymentRunningLine>{payerName === null ? runningText : `${payerName} · ${runningText}`}</PaymentRunningLine>;
};

const PaymentWaitingContent = ({
  payment: { form },
  isLeaving,
}: PaymentPartProps & { readonly isLeaving: boolean }) => {
  useTexts();
  const { redirectTexts, waitingTitle, waitingText } = optionViewOf(form);
  const [title, text] =
    isLeaving && redirectTexts !== null
      ? [redirectTexts.leavingTitle(), redirectTexts.leavingText()]
      : [waitingTitle(), waitingText()];
  return (
    <div role="status">
      <EmptyState icon={WaitingBars} title={title} text={text} />
    </div>
  );
};

const BankApprovalContent = ({ payment, url }: PaymentPartProps & { readonly url: string }) => {
  const t = useTexts();
  return (
    <BankPage
      url={url}
      title={t('BankTitle')}
      hint={t('BankHint')}
      returnParameter="transactionId"
      onReturn={payment.onBankReturn}
    />
  );
};

const PaymentRefusedContent = ({ failure }: PaymentStepOf<'refused'>) => {
  const t = useTexts();
  const failureText = useFailureText(failure);
  const repeatedOrder = repeatedOrderOf(failure);
  if (repeatedOrder !== null) return <RepeatedOrderContent order={repeatedOrder} />;
  // Nothing is rendered until the texts are loaded.
  if (failureText === null) return null;
  const { text, code, isNothingCharged } = failureText;
  return (
    <TintedPlateArea role="alert" $tone="err">
      <EmptyState
        icon={CreditCard}
        title={t('ErrorPayment_AlertTitle')}
        text={isNothingCharged ? `${text} ${t('PaymentNothingCharged')}` : text}
      >
        {code !== null && <Small $tone="quiet">{t('PaymentCode', { code })}</Small>}
      </EmptyState>
    </TintedPlateArea>
  );
};

const PaymentUnclearContent = ({
  payment: { form },
  bankUrl,
}: PaymentPartProps & { readonly bankUrl: string | null }) => {
  const t = useTexts();
  const isBankUndecided = bankUrl !== null;
  const text = isBankUndecided ? t('PaymentUndecidedText') : optionViewOf(form).unclearText();
  return (
    <TintedPlateArea role="status" $tone="warn">
      <EmptyState icon={Hourglass} title={t(isBankUndecided ? 'PaymentUndecided' : 'PaymentUnclear')} text={text}>
        {!isBankUndecided && <Small $tone="quiet">{t('PaymentUnclearMail')}</Small>}
      </EmptyState>
    </TintedPlateArea>
  );
};

/** Question for a diner who has just ordered the same dishes here, with that order. */
const RepeatedOrderContent = ({ order }: { readonly order: OrderRepeatedDetails }) => {
  const t = useTexts();
  const now = useNow();
  const dishesText = order.items.map(({ name, amount }) => t('RepeatedOrderItem', { name, amount })).join(', ');
  return (
    <TintedPlateArea role="alert" $tone="warn">
      <EmptyState
        icon={ReceiptText}
        title={t('RepeatedOrderTitle')}
        text={t(order.isPaid ? 'RepeatedOrderPaid' : 'RepeatedOrderOpen', {
          dishes: dishesText,
          moment: formatMoment(order.meetUpDate, now),
          number: order.orderId,
        })}
      >
        <Small $tone="quiet">{t('RepeatedOrderQuestion')}</Small>
      </EmptyState>
    </TintedPlateArea>
  );
};

/** Content of the sheet: payee, amount and status of the payment. */
const PaymentContent = ({ payment }: PaymentPartProps) => {
  const t = useTexts();
  const { step, payee, form } = payment;
  if (step.kind === 'bank') return <BankApprovalContent payment={payment} url={step.url} />;
  return (
    <>
      <AmountAndPayeeLine>
        <LeaderText>{payee}</LeaderText>
        {form?.totalPrice !== undefined && <Price value={formatPrice(form.totalPrice)} />}
      </AmountAndPayeeLine>
      {(step.kind === 'waiting' || step.kind === 'leaving') && (
        <PaymentWaitingContent payment={payment} isLeaving={step.kind === 'leaving'} />
      )}
      {step.kind === 'refused' && <PaymentRefusedContent {...step} />}
      {step.kind === 'unapproved' && (
        <div role="status">
          <EmptyState
            icon={Wallet}
            title={t('PaymentUnapproved')}
            text={optionViewOf(form).redirectTexts?.unapprovedText()}
          />
        </div>
      )}
      {step.kind === 'unclear' && <PaymentUnclearContent payment={payment} bankUrl={step.bankUrl} />}
    </>
  );
};

/**
 * Returns the label of the button that leads back to the order: a refused payment may succeed with another card, and
 * one that couldn't begin at another time. An error in the order must be corrected in the cart, and an error with a
 * `reason` in its details doesn't disappear by another attempt.
 */
const labelAfterRefusal = ({ status, details }: ApiError): 'PaymentOtherWay' | 'PaymentRetry' | 'PaymentToCart' => {
  if (details?.['reason'] !== undefined) return 'PaymentToCart';
  // An order that can't be served any more can't be paid in another way either.
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
 * Leads back to the order. § 312j BGB: only the button below the summary, which names the price, places an order. A
 * diner
 * who has just ordered the same sees that order first, and may place another one by a button that says so.
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

/** Buttons while the status is unclear. None of them sends the order again, so that the diner never pays twice. */
const UnclearPaymentActions = ({
  payment,
  step: { bankUrl, isChecking },
}: PaymentPartProps & { readonly step: PaymentStepOf<'unclear'> }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { orderKey } = payment;
  const isBankUndecided = bankUrl !== null;
  // The order's page shows the status. While the key of the order is unknown, the list of orders opens instead.
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

const PaymentActions = ({ payment }: PaymentPartProps) => {
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

/** Moves the focus to the content of the new step, because the button that led to it is gone. */
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
  /** Closes the order's sheet; called only in steps in which the diner may leave the payment. */
  readonly onClose: () => void;
}

/** Status of the payment: a sheet that replaces the order's sheet, except while `step` is `none`. */
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

const AmountAndPayeeLine = styled.p`
  ${textStyles.body}
  display: flex;
  align-items: flex-end;
  gap: 6px;
`;

const PaymentRunningLine = styled(Small)`
  padding: 8px 0;
  text-align: center;
  color: ${tokens.color.ink2};
`;

const CancelButton = styled(LinkButton)`
  align-self: center;
  margin: 8px 12px 0;
`;
