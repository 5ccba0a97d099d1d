import type { OrderRepeatedDetails } from '@mahlzeit/contract';
import { formatMoment, formatPrice, useNow } from '@mahlzeit/shared-ui/platform';
import { EmptyState, Small, textStyles } from '@mahlzeit/shared-ui/ui';
import { LeaderText, Price } from '@mahlzeit/shared-ui/ui/restaurant';
import { CreditCard, Hourglass, ReceiptText, Wallet } from 'lucide-react';
import styled from 'styled-components';
import { BankPage, TintedPlateArea, useFailureText, WaitingBars } from '../providers';
import { optionViewOf } from './payer-name';
import { repeatedOrderOf, useTexts } from './payment-rules';
import type { PaymentStepOf } from './payment-rules';
import type { PaymentPartProps } from './use-payment';

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
  // Until the texts are loaded, nothing is rendered.
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

/** Question whether the diner wants to order the same dishes again. It shows the order that they have just placed. */
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

/** Content of the payment's sheet: recipient, amount and status of the payment. */
export const PaymentContent = ({ payment }: PaymentPartProps) => {
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

const AmountAndPayeeLine = styled.p`
  ${textStyles.body}
  display: flex;
  align-items: flex-end;
  gap: 6px;
`;
