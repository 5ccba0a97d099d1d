import { refundPartnerOrder } from '@mahlzeit/contract';
import type { PartnerOrder, RefundForm as RefundInput, RefundReason } from '@mahlzeit/contract';
import { paidAmount, parseEuroAmount } from '@mahlzeit/contract/rules';
import { createRandomKey, formatPrice, createStoredText } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, Caption, forcedColorsBorder, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { AlertDialog } from '@mahlzeit/shared-ui/ui/dialog';
import { RadioGroup, TextField } from '@mahlzeit/shared-ui/ui/form';
import { KeyCap, useNotice } from '@mahlzeit/shared-ui/ui/console';
import { Hourglass } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import { consoleErrorText, useTexts } from '../../console-texts';
import { ordersOfRestaurant, usePartner } from '../../platform';
import { DeclineButtons } from './decline-buttons';
import { refundReasonLabel, refundErrorIn, refusedRefundText } from './refund-error-texts';
import { refundAmountError, refundableAmount, refundChoicesOf, refundFormOf, refundReasons } from './refund-rules';
import type { RefundChoice } from './refund-rules';
import { createUnsettledRefunds, isRefundSettledIn, isUnsettledError } from './unsettled-refunds';
import type { UnsettledRefund } from './unsettled-refunds';

const unsettledRefunds = createUnsettledRefunds(
  createStoredText(() => localStorage, 'mahlzeit.partner.refunds'),
  createRandomKey,
);

interface RefundFormProps {
  readonly order: PartnerOrder;
  readonly now: number;
  readonly isOffline: boolean;
  /** Whether the order still waits for the restaurant's answer, so that the restaurant can decline it. */
  readonly isWaiting: boolean;
  /** Counter that increases each time the user presses the key for a refund. */
  readonly refundPressCount: number;
}

/** Complete input of a refund, with valid choice, amount and reason. */
interface CompletedRefundDraft {
  readonly choice: RefundChoice;
  readonly amount: number;
  readonly reason: RefundReason;
}

/** Failure of a refund. It is shown until the order reports the outcome of the refund. */
interface RefundFailure {
  readonly sentRefund: UnsettledRefund;
  readonly text: string;
}

/**
 * Sends refunds of an order one at a time. Repeated requests use the same idempotency key until the outcome is certain.
 */
const useRefundRequest = (order: PartnerOrder) => {
  const t = useTexts();
  const { apiClient, store } = usePartner();
  const showNotice = useNotice();
  /** Refund whose request is in progress; null when there is none. */
  const [pendingRefundForm, setPendingForm] = useState<RefundInput | null>(null);
  const [refundFailure, setRefundFailure] = useState<RefundFailure | null>(null);
  // When the order reports the outcome of the refund, from this or another console, the order itself shows it, and the
  // failure message is removed.
  if (refundFailure !== null && isRefundSettledIn(order, refundFailure.sentRefund)) setRefundFailure(null);
  const sentRefund = unsettledRefunds.refundOf(order.key);
  const isOutcomeKnown = sentRefund !== null && isRefundSettledIn(order, sentRefund);
  useEffect(() => {
    if (isOutcomeKnown) unsettledRefunds.settleRefund(order.key);
  }, [isOutcomeKnown, order.key]);

  const sendRefundRequest = async (refundInput: RefundInput): Promise<boolean> => {
    const unsettledRefund = unsettledRefunds.startRefund(order, refundInput);
    const { key, form } = unsettledRefund;
    setPendingForm(form);
    setRefundFailure(null);
    const refundAnswer = await apiClient.call(refundPartnerOrder, {
      params: { key: order.key },
      body: form,
      idempotencyKey: key,
    });
    if (refundAnswer.ok || !isUnsettledError(refundAnswer.error)) unsettledRefunds.settleRefund(order.key);
    setPendingForm(null);
    if (!refundAnswer.ok) {
      const refundError = refundErrorIn(refundAnswer.error);
      setRefundFailure({
        sentRefund: unsettledRefund,
        text: refundError === null ? consoleErrorText(refundAnswer.error) : refusedRefundText(form, refundError),
      });
      return false;
    }
    const ordersCollection = ordersOfRestaurant.of(store, order.restaurantId);
    const knownRefundCount =
      ordersCollection.get().items.find(({ key: listedOrderKey }) => listedOrderKey === order.key)?.refunded.length ??
      0;
    if (knownRefundCount < refundAnswer.value.refunded.length) ordersCollection.apply(order.key, refundAnswer.value);
    showNotice({
      tone: 'success',
      text: t(order.customer === '' ? 'RefundDoneNoName' : 'RefundDone', {
        amount: formatPrice(form.amount),
        customer: order.customer,
      }),
    });
    return true;
  };
  /**
   * Refund whose outcome is uncertain; null when there is none. The order may report the outcome before the response
   * arrives. A refund that is started in between must not end with that response.
   */
  const openRefundForm = pendingRefundForm ?? (sentRefund === null || isOutcomeKnown ? null : sentRefund.form);
  return {
    isBusy: pendingRefundForm !== null,
    error: refundFailure?.text ?? null,
    open: openRefundForm,
    refund: sendRefundRequest,
  };
};

const refundChoiceLabel = (choice: RefundChoice, t: ReturnType<typeof useTexts>): string => {
  switch (choice.kind) {
    case 'all':
      return t('RefundAll', { amount: formatPrice(choice.amount) });
    case 'line':
      return t('RefundItem', { count: choice.count, name: choice.name, amount: formatPrice(choice.amount) });
    case 'other':
      return t('RefundOther');
  }
};

/** Holds the typed values of the refund form and their errors. */
const useRefundDraft = (order: PartnerOrder, now: number) => {
  const t = useTexts();
  const [choiceId, setChoiceId] = useState<string | null>(null);
  const [typedText, setTypedText] = useState('');
  const [reason, setReason] = useState<RefundReason | null>(null);
  const refundChoiceList = refundChoicesOf(order);
  const choice = refundChoiceList.find(({ id }) => id === choiceId) ?? null;
  const amount = choice?.kind === 'other' ? parseEuroAmount(typedText) : (choice?.amount ?? null);
  const invalidAmountReason = choice === null ? null : refundAmountError(order, amount, now);
  const amountErrorText =
    invalidAmountReason === null
      ? undefined
      : t(`RefundAmountError_${invalidAmountReason}`, { amount: formatPrice(refundableAmount(order)) });
  const isAmountValid = choice !== null && amount !== null && invalidAmountReason === null;
  const readyRefund: CompletedRefundDraft | null = isAmountValid && reason !== null ? { choice, amount, reason } : null;
  const missingInputText = (): string | undefined => {
    if (choice === null) return t('RefundNeedsChoice');
    return amountErrorText ?? (reason === null ? t('RefundNeedsReason') : undefined);
  };
  const clearDraft = (): void => {
    setChoiceId(null);
    setTypedText('');
    setReason(null);
  };
  return {
    choices: refundChoiceList,
    choice,
    setChoiceId,
    typed: typedText,
    setTyped: setTypedText,
    reason,
    setReason,
    wrongText: amountErrorText,
    priced: isAmountValid ? amount : null,
    ready: readyRefund,
    missing: missingInputText(),
    clear: clearDraft,
  };
};

interface RefundDraftProps {
  readonly draft: ReturnType<typeof useRefundDraft>;
}

/** Fields of the refund form: amount and reason. */
const RefundDraftFields = ({
  draft: { choices, choice, setChoiceId, typed, setTyped, reason, setReason, wrongText },
}: RefundDraftProps) => {
  const t = useTexts();
  return (
    <>
      <ChoiceChips role="group" aria-label={t('RefundChoice')} data-part="amount">
        {choices.map((offeredChoice) => (
          <ChoiceChip
            key={offeredChoice.id}
            type="button"
            aria-pressed={offeredChoice.id === choice?.id}
            onClick={() => setChoiceId(offeredChoice.id)}
          >
            {refundChoiceLabel(offeredChoice, t)}
          </ChoiceChip>
        ))}
      </ChoiceChips>
      {choice?.kind === 'other' && (
        <TextField
          label={t('RefundAmount')}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={typed === '' ? undefined : wrongText}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <ReasonFields>
        <RadioGroup
          label={t('RefundReason')}
          options={refundReasons.map((id) => ({ id, label: refundReasonLabel(id) }))}
          chosenId={reason}
          onChoose={setReason}
        />
      </ReasonFields>
    </>
  );
};

interface OpenRefundNoticeProps {
  readonly form: RefundInput;
  readonly isBusy: boolean;
  /** Error because of which the outcome of the refund is uncertain; null if there is none. */
  readonly error: string | null;
}

/**
 * Message about a refund whose outcome is uncertain. It says on what the outcome depends, and doesn't call the refund a
 * failure.
 */
const OpenRefundNotice = ({ form: { amount, reason }, isBusy, error }: OpenRefundNoticeProps) => {
  const t = useTexts();
  const refundTextValues = { amount: formatPrice(amount), reason: refundReasonLabel(reason) };
  if (isBusy)
    return (
      <Banner tone="warn" icon={Hourglass}>
        {t('RefundSending', refundTextValues)}
      </Banner>
    );
  return (
    <Banner tone="warn" icon={Hourglass} title={t('RefundUnsettled', refundTextValues)}>
      {error ?? t('RefundUnsettledText')} {t('RefundNothingElse')}
    </Banner>
  );
};

/**
 * Message about the last refund when its provider has refused it. No money was moved, and nothing is retried
 * automatically.
 */
const RefusedRefundNotice = ({ order: { openRefunds, paymentOption } }: { readonly order: PartnerOrder }) => {
  const refusedRefund = openRefunds.find(({ isRefused }) => isRefused);
  return refusedRefund === undefined ? null : (
    <Banner tone="err">{refusedRefundText(refusedRefund, { paymentOption, code: refusedRefund.code })}</Banner>
  );
};

/**
 * Form that refunds an order: amount, reason and a confirmation. No new refund can be entered while the outcome of the
 * last one is uncertain.
 */
export const RefundForm = ({ order, now, isOffline, isWaiting, refundPressCount }: RefundFormProps) => {
  const t = useTexts();
  const [isConfirmationOpen, setIsConfirmationOpen] = useState(false);
  const { isBusy, error, open, refund } = useRefundRequest(order);
  const draft = useRefundDraft(order, now);
  const { priced, ready, missing } = draft;
  const sectionRef = useRef<HTMLElement>(null);
  const maxRefundCents = refundableAmount(order);

  const onRefundPressed = useEffectEvent(() => {
    if (open === null && ready !== null && !isBusy && !isOffline) setIsConfirmationOpen(true);
    // The focus moves to the first empty field: the amount, then the reason.
    else
      sectionRef.current
        ?.querySelector<HTMLElement>(
          open !== null ? 'button' : priced === null ? '[data-part="amount"] :is(input, button)' : 'fieldset input',
        )
        ?.focus();
  });
  // Number of presses of the refund key that were handled. Only presses while this order is shown count.
  const handledPressCount = useRef(refundPressCount);
  useEffect(() => {
    if (refundPressCount !== handledPressCount.current) onRefundPressed();
    handledPressCount.current = refundPressCount;
  }, [refundPressCount]);

  const sendRefund = async (form: RefundInput): Promise<void> => {
    if (await refund(form)) draft.clear();
  };
  const startRefund = (form: RefundInput): void => void sendRefund(form);
  const onConfirmationAnswer = (id: string | null): void => {
    setIsConfirmationOpen(false);
    if (id === 'refund' && ready !== null) startRefund(refundFormOf(ready.choice, ready.amount, ready.reason));
  };
  const disabledReason = open === null ? missing : undefined;
  const refundButtonLabel = (): string => {
    if (open !== null) return t('RefundAgain');
    return priced === null ? t('RefundIdle') : t('RefundGo', { amount: formatPrice(priced) });
  };

  if (maxRefundCents <= 0 && open === null)
    return <Small $tone="quiet">{t(paidAmount(order) <= 0 ? 'RefundNothingLeft' : 'RefundRestUnderWay')}</Small>;
  return (
    <RefundFrame ref={sectionRef} aria-label={t('Refund')}>
      <RefundHeader>
        <RefundTitle>{t('Refund')}</RefundTitle>
        {open === null && (
          <Caption as="span" $tone="quiet">
            {t('RefundMost', { amount: formatPrice(maxRefundCents) })}
          </Caption>
        )}
      </RefundHeader>
      {open === null ? (
        <>
          {isWaiting && <DeclineButtons order={order} now={now} isOffline={isOffline} onDecline={startRefund} />}
          <RefusedRefundNotice order={order} />
          <RefundDraftFields draft={draft} />
        </>
      ) : (
        <OpenRefundNotice form={open} isBusy={isBusy} error={error} />
      )}
      {open === null && error !== null && <Banner tone="err">{error}</Banner>}
      <Button
        isBlock
        variant={open === null ? 'danger' : 'second'}
        isBusy={isBusy}
        disabledReason={isOffline ? t('OfflineReason') : disabledReason}
        onClick={() => (open === null ? setIsConfirmationOpen(true) : void sendRefund(open))}
      >
        {refundButtonLabel()} <KeyCap name="E" />
      </Button>
      {open === null && <Caption $tone="quiet">{t('RefundNote')}</Caption>}
      {isConfirmationOpen && ready !== null && (
        <AlertDialog
          title={t('RefundConfirmTitle', { amount: formatPrice(ready.amount) })}
          actions={[
            { id: 'cancel', label: t('Cancel'), tone: 'safe' },
            { id: 'refund', label: t('RefundGo', { amount: formatPrice(ready.amount) }), tone: 'danger' },
          ]}
          onChoose={onConfirmationAnswer}
        >
          {t(order.customer === '' ? 'RefundConfirmTextNoName' : 'RefundConfirmText', {
            customer: order.customer,
            amount: formatPrice(ready.amount),
            reason: refundReasonLabel(ready.reason),
          })}
        </AlertDialog>
      )}
    </RefundFrame>
  );
};

const RefundFrame = styled.section`
  display: grid;
  align-content: start;
  gap: 12px;
  min-width: 0;
`;

const RefundHeader = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: 12px;
`;

const RefundTitle = styled.h3`
  ${textStyles.h3}
`;

const ChoiceChips = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;

const ChoiceChip = styled.button`
  ${textStyles.label}
  min-height: 44px;
  padding: 8px 14px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.surface};
  box-shadow: inset 0 0 0 1px ${tokens.color.line};
  overflow-wrap: anywhere;
  ${forcedColorsBorder}
  &[aria-pressed='true'] {
    background: ${tokens.color.plum};
    color: ${tokens.color.onPlum};
    box-shadow: none;
  }
`;

const ReasonFields = styled.div`
  > fieldset {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(150px, 1fr));
    gap: 6px 12px;
  }
`;
