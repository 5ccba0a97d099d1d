import { paymentOptionFacts } from '@mahlzeit/contract';
import type { OrderForm } from '@mahlzeit/contract';
import { formatPrice, useShell } from '@mahlzeit/shared-ui/platform';
import { Button, EmptyState, LinkButton, Small, Stack, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { LeaderText, Price } from '@mahlzeit/shared-ui/ui/restaurant';
import { CreditCard, Hourglass, RefreshCw, Wallet } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { brandNames, cardLabel, useCards } from '../cards';
import { paymentOptionView } from '../payment-options';
import type { PaymentOptionView } from '../payment-options';
import { BankPage, PlateTint, useFailureText, WaitingBars } from '../providers';
import { useTexts } from './payment-rules';
import type { PaymentStep } from './payment-rules';
import type { Payment } from './use-payment';

type StepOf<Kind extends PaymentStep['kind']> = Extract<PaymentStep, { readonly kind: Kind }>;

const optionViewOf = (form: OrderForm | null): PaymentOptionView => paymentOptionView(form?.paymentOption ?? null);

/** Returns the name of the card or the option that pays, `Visa •••• 4242`; null while the card isn't known. */
const usePayerName = (form: OrderForm | null): string | null => {
  const { cards } = useCards();
  if (form !== null && !paymentOptionFacts(form.paymentOption).needsCard) return optionViewOf(form).name();
  const card = cards?.find(({ id }) => id === form?.debitedCardId);
  return card === undefined ? null : cardLabel(brandNames[card.brand], card.digits);
};

interface PaymentProps {
  readonly payment: Payment;
}

/** Line at the lower edge that names the bank or provider for whose response the page waits. */
const RunningFooter = ({ payment: { form } }: PaymentProps) => {
  useTexts();
  const payerName = usePayerName(form);
  const runningText = optionViewOf(form).runningText();
  if (form !== null && !paymentOptionFacts(form.paymentOption).needsCard)
    return <RunningLine>{runningText}</RunningLine>;
  return <RunningLine>{payerName === null ? runningText : `${payerName} · ${runningText}`}</RunningLine>;
};

const WaitingContent = ({ payment: { form }, isLeaving }: PaymentProps & { readonly isLeaving: boolean }) => {
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

const BankContent = ({ payment, url }: PaymentProps & { readonly url: string }) => {
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

const RefusedContent = ({ failure }: StepOf<'refused'>) => {
  const t = useTexts();
  const failureText = useFailureText(failure);
  // Nothing is rendered until the texts are loaded.
  if (failureText === null) return null;
  const { text, code, isNothingCharged } = failureText;
  return (
    <PlateTint role="alert" $tone="err">
      <EmptyState
        icon={CreditCard}
        title={t('ErrorPayment_AlertTitle')}
        text={isNothingCharged ? `${text} ${t('PaymentNothingCharged')}` : text}
      >
        {code !== null && <Small $tone="quiet">{t('PaymentCode', { code })}</Small>}
      </EmptyState>
    </PlateTint>
  );
};

const UnclearContent = ({ payment: { form }, bankUrl }: PaymentProps & { readonly bankUrl: string | null }) => {
  const t = useTexts();
  const isBankUndecided = bankUrl !== null;
  const text = isBankUndecided ? t('PaymentUndecidedText') : optionViewOf(form).unclearText();
  return (
    <PlateTint role="status" $tone="warn">
      <EmptyState icon={Hourglass} title={t(isBankUndecided ? 'PaymentUndecided' : 'PaymentUnclear')} text={text}>
        {!isBankUndecided && <Small $tone="quiet">{t('PaymentUnclearMail')}</Small>}
      </EmptyState>
    </PlateTint>
  );
};

/** Content of the sheet: payee, amount and status of the payment. */
const PaymentContent = ({ payment }: PaymentProps) => {
  const t = useTexts();
  const { step, payee, form } = payment;
  if (step.kind === 'bank') return <BankContent payment={payment} url={step.url} />;
  return (
    <>
      <PaymentLine>
        <LeaderText>{payee}</LeaderText>
        {form?.totalPrice !== undefined && <Price value={formatPrice(form.totalPrice)} />}
      </PaymentLine>
      {(step.kind === 'waiting' || step.kind === 'leaving') && (
        <WaitingContent payment={payment} isLeaving={step.kind === 'leaving'} />
      )}
      {step.kind === 'refused' && <RefusedContent {...step} />}
      {step.kind === 'unapproved' && (
        <div role="status">
          <EmptyState
            icon={Wallet}
            title={t('PaymentUnapproved')}
            text={optionViewOf(form).redirectTexts?.unapprovedText()}
          />
        </div>
      )}
      {step.kind === 'unclear' && <UnclearContent payment={payment} bankUrl={step.bankUrl} />}
    </>
  );
};

/**
 * Returns whether another attempt may succeed. A provider may accept the payment at another time or with another card.
 * An error in the order must be corrected in the cart. An error with a named reason stays.
 */
const isRetryUseful = ({ failure: { status, details } }: StepOf<'refused'>): boolean =>
  (status === 402 || status === 429 || status >= 500) && details?.['reason'] === undefined;

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

const RefusedActions = ({ payment, step }: PaymentProps & { readonly step: StepOf<'refused'> }) => {
  const t = useTexts();
  if (!isRetryUseful(step) || payment.form === null)
    return <ActionButton label={t('PaymentToCart')} onClick={payment.dismiss} />;
  return (
    <Stack $gap={10}>
      <ActionButton label={t('PaymentRetry')} onClick={payment.retry} disabledReason={payment.disabledReason} />
      <ActionButton label={t('PaymentOtherWay')} variant="second" onClick={payment.dismiss} />
    </Stack>
  );
};

const UnapprovedActions = ({ payment, step: { url } }: PaymentProps & { readonly step: StepOf<'unapproved'> }) => {
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
const UnclearActions = ({
  payment,
  step: { bankUrl, isChecking },
}: PaymentProps & { readonly step: StepOf<'unclear'> }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { orderKey } = payment;
  const isBankUndecided = bankUrl !== null;
  // The order's page shows the status. While the key of the order is unknown, the list of orders opens instead.
  const openOrders = (): void => (orderKey === null ? navigation.open('orders') : navigation.open('order', orderKey));
  return (
    <Stack $gap={10}>
      {isBankUndecided && <ActionButton label={t('PaymentToBank')} onClick={payment.goOn} />}
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

const PaymentActions = ({ payment }: PaymentProps) => {
  const { step } = payment;
  switch (step.kind) {
    case 'waiting':
    case 'leaving':
      return <RunningFooter payment={payment} />;
    case 'refused':
      return <RefusedActions payment={payment} step={step} />;
    case 'unapproved':
      return <UnapprovedActions payment={payment} step={step} />;
    case 'unclear':
      return <UnclearActions payment={payment} step={step} />;
    case 'none':
    case 'bank':
      return null;
  }
};

/** Moves the focus to the content of the new step, because the button that led to it is gone. */
const useFocusOnChange = (kind: PaymentStep['kind']) => {
  const containerRef = useRef<HTMLDivElement>(null);
  const lastKind = useRef(kind);
  useEffect(() => {
    if (lastKind.current !== kind) containerRef.current?.focus();
    lastKind.current = kind;
  }, [kind]);
  return containerRef;
};

interface PaymentViewProps extends PaymentProps {
  /** Closes the order's sheet; called only in steps in which the diner may leave the payment. */
  readonly onClose: () => void;
}

/** Status of the payment: a sheet that replaces the order's sheet, except while `step` is `none`. */
export const PaymentView = ({ payment, onClose }: PaymentViewProps) => {
  const t = useTexts();
  const { step, form } = payment;
  const payerName = usePayerName(form);
  const focusTarget = useFocusOnChange(step.kind);
  if (step.kind === 'none') return null;
  const isBankStep = step.kind === 'bank';
  const canLeave = step.kind !== 'waiting' && step.kind !== 'leaving' && !isBankStep;
  const amount = formatPrice(form?.totalPrice ?? 0);
  const closeView = (): void => {
    if (step.kind === 'refused') payment.dismiss();
    onClose();
  };
  return (
    <Sheet
      title={t(isBankStep ? 'BankTitle' : 'Payment')}
      subtitle={isBankStep ? (payerName === null ? amount : `${amount} · ${payerName}`) : undefined}
      onClose={closeView}
      isDismissable={canLeave}
      closeButton={
        isBankStep ? (
          <CancelButton onClick={payment.cancelBank}>{t('BankCancel')}</CancelButton>
        ) : canLeave ? undefined : null
      }
      dock={isBankStep ? undefined : <PaymentActions payment={payment} />}
    >
      <FocusTarget ref={focusTarget} tabIndex={-1}>
        <PaymentContent payment={payment} />
      </FocusTarget>
    </Sheet>
  );
};

const FocusTarget = styled.div`
  outline: none;
`;

const PaymentLine = styled.p`
  ${textStyles.body}
  display: flex;
  align-items: flex-end;
  gap: 6px;
`;

const RunningLine = styled(Small)`
  padding: 8px 0;
  text-align: center;
  color: ${tokens.color.ink2};
`;

const CancelButton = styled(LinkButton)`
  align-self: center;
  margin: 8px 12px 0;
`;
