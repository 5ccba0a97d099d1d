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

const viewOf = (form: OrderForm | null): PaymentOptionView => paymentOptionView(form?.paymentOption ?? null);

/** Returns the name of the card or the option that pays, `Visa •••• 4242`; null while the card isn't known. */
const usePayerName = (form: OrderForm | null): string | null => {
  const { cards } = useCards();
  if (form !== null && !paymentOptionFacts(form.paymentOption).needsCard) return viewOf(form).name();
  const card = cards?.find(({ id }) => id === form?.debitedCardId);
  return card === undefined ? null : cardLabel(brandNames[card.brand], card.digits);
};

interface StateProps {
  readonly payment: Payment;
}

/** Line at the lower edge that names the bank or provider for whose response the page waits. */
const Running = ({ payment: { form } }: StateProps) => {
  useTexts();
  const payer = usePayerName(form);
  const running = viewOf(form).running();
  if (form !== null && !paymentOptionFacts(form.paymentOption).needsCard) return <RunningLine>{running}</RunningLine>;
  return <RunningLine>{payer === null ? running : `${payer} · ${running}`}</RunningLine>;
};

const Waiting = ({ payment: { form }, isLeaving }: StateProps & { readonly isLeaving: boolean }) => {
  useTexts();
  const { redirect, waitingTitle, waitingText } = viewOf(form);
  const [title, text] =
    isLeaving && redirect !== null
      ? [redirect.leavingTitle(), redirect.leavingText()]
      : [waitingTitle(), waitingText()];
  return (
    <div role="status">
      <EmptyState icon={WaitingBars} title={title} text={text} />
    </div>
  );
};

const Bank = ({ payment, url }: StateProps & { readonly url: string }) => {
  const t = useTexts();
  return (
    <BankPage
      url={url}
      title={t('BankTitle')}
      hint={t('BankHint')}
      returns="transactionId"
      onReturn={payment.onBankReturn}
    />
  );
};

const Refused = ({ failure }: StepOf<'refused'>) => {
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

const Unclear = ({ payment: { form }, bankUrl }: StateProps & { readonly bankUrl: string | null }) => {
  const t = useTexts();
  const isUndecided = bankUrl !== null;
  const text = isUndecided ? t('PaymentUndecidedText') : viewOf(form).unclearText();
  return (
    <PlateTint role="status" $tone="warn">
      <EmptyState icon={Hourglass} title={t(isUndecided ? 'PaymentUndecided' : 'PaymentUnclear')} text={text}>
        {!isUndecided && <Small $tone="quiet">{t('PaymentUnclearMail')}</Small>}
      </EmptyState>
    </PlateTint>
  );
};

/** Content of the sheet: payee, amount and status of the payment. */
const Content = ({ payment }: StateProps) => {
  const t = useTexts();
  const { step, payee, form } = payment;
  if (step.kind === 'bank') return <Bank payment={payment} url={step.url} />;
  return (
    <>
      <Line>
        <LeaderText>{payee}</LeaderText>
        {form?.totalPrice !== undefined && <Price value={formatPrice(form.totalPrice)} />}
      </Line>
      {(step.kind === 'waiting' || step.kind === 'leaving') && (
        <Waiting payment={payment} isLeaving={step.kind === 'leaving'} />
      )}
      {step.kind === 'refused' && <Refused {...step} />}
      {step.kind === 'unapproved' && (
        <div role="status">
          <EmptyState icon={Wallet} title={t('PaymentUnapproved')} text={viewOf(form).redirect?.unapprovedText()} />
        </div>
      )}
      {step.kind === 'unclear' && <Unclear payment={payment} bankUrl={step.bankUrl} />}
    </>
  );
};

/**
 * Returns whether another attempt may succeed. A provider may accept the payment at another time or with another card.
 * An error in the order must be corrected in the cart. An error with a named reason stays.
 */
const mayWorkAgain = ({ failure: { status, details } }: StepOf<'refused'>): boolean =>
  (status === 402 || status === 429 || status >= 500) && details?.['reason'] === undefined;

interface WayProps {
  readonly label: string;
  readonly variant?: 'primary' | 'second';
  readonly onClick: () => void;
}

const Way = ({
  label,
  ...rest
}: WayProps & Pick<ComponentProps<typeof Button>, 'icon' | 'isBusy' | 'disabledReason'>) => (
  <Button size="large" isBlock {...rest}>
    {label}
  </Button>
);

const RefusedWays = ({ payment, step }: StateProps & { readonly step: StepOf<'refused'> }) => {
  const t = useTexts();
  if (!mayWorkAgain(step) || payment.form === null) return <Way label={t('PaymentToCart')} onClick={payment.dismiss} />;
  return (
    <Stack $gap={10}>
      <Way label={t('PaymentRetry')} onClick={payment.retry} disabledReason={payment.disabledReason} />
      <Way label={t('PaymentOtherWay')} variant="second" onClick={payment.dismiss} />
    </Stack>
  );
};

const UnapprovedWays = ({ payment, step: { url } }: StateProps & { readonly step: StepOf<'unapproved'> }) => {
  const t = useTexts();
  return (
    <Stack $gap={10}>
      {url !== null && (
        <Way
          label={viewOf(payment.form).redirect?.goOn() ?? t('PaymentRetry')}
          onClick={payment.goOn}
          disabledReason={payment.disabledReason}
        />
      )}
      <Way label={t('PaymentOtherWay')} variant={url === null ? 'primary' : 'second'} onClick={payment.dismiss} />
    </Stack>
  );
};

/** Buttons while the status is unclear. None of them sends the order again, so that the diner never pays twice. */
const UnclearWays = ({ payment, step: { bankUrl, isChecking } }: StateProps & { readonly step: StepOf<'unclear'> }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { orderKey } = payment;
  const isUndecided = bankUrl !== null;
  // The order's page shows the status. While the key of the order is unknown, the list of orders opens instead.
  const openOrders = (): void => (orderKey === null ? navigation.open('orders') : navigation.open('order', orderKey));
  return (
    <Stack $gap={10}>
      {isUndecided && <Way label={t('PaymentToBank')} onClick={payment.goOn} />}
      <Way
        label={t('PaymentCheck')}
        variant={isUndecided ? 'second' : 'primary'}
        icon={RefreshCw}
        isBusy={isChecking}
        onClick={payment.check}
      />
      {!isUndecided && <Way label={t('PaymentToOrders')} variant="second" onClick={openOrders} />}
    </Stack>
  );
};

const Ways = ({ payment }: StateProps) => {
  const { step } = payment;
  switch (step.kind) {
    case 'waiting':
    case 'leaving':
      return <Running payment={payment} />;
    case 'refused':
      return <RefusedWays payment={payment} step={step} />;
    case 'unapproved':
      return <UnapprovedWays payment={payment} step={step} />;
    case 'unclear':
      return <UnclearWays payment={payment} step={step} />;
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

interface PaymentViewProps extends StateProps {
  /** Closes the order's sheet; called only in steps in which the diner may leave the payment. */
  readonly onClose: () => void;
}

/** Status of the payment: a sheet that replaces the order's sheet, except while `step` is `none`. */
export const PaymentView = ({ payment, onClose }: PaymentViewProps) => {
  const t = useTexts();
  const { step, form } = payment;
  const payer = usePayerName(form);
  const focusTarget = useFocusOnChange(step.kind);
  if (step.kind === 'none') return null;
  const isBank = step.kind === 'bank';
  const canLeave = step.kind !== 'waiting' && step.kind !== 'leaving' && !isBank;
  const amount = formatPrice(form?.totalPrice ?? 0);
  const close = (): void => {
    if (step.kind === 'refused') payment.dismiss();
    onClose();
  };
  return (
    <Sheet
      title={t(isBank ? 'BankTitle' : 'Payment')}
      subtitle={isBank ? (payer === null ? amount : `${amount} · ${payer}`) : undefined}
      onClose={close}
      isDismissable={canLeave}
      closeButton={
        isBank ? <Cancel onClick={payment.cancelBank}>{t('BankCancel')}</Cancel> : canLeave ? undefined : null
      }
      dock={isBank ? undefined : <Ways payment={payment} />}
    >
      <Place ref={focusTarget} tabIndex={-1}>
        <Content payment={payment} />
      </Place>
    </Sheet>
  );
};

const Place = styled.div`
  outline: none;
`;

const Line = styled.p`
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

const Cancel = styled(LinkButton)`
  align-self: center;
  margin: 8px 12px 0;
`;
