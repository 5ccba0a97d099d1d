import { refundPartnerOrder } from '@mahlzeit/contract';
import type { PartnerOrder, RefundForm as RefundInput, RefundReason } from '@mahlzeit/contract';
import { paidAmount } from '@mahlzeit/contract/rules';
import { createRandomKey, formatPrice, storedText } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, Caption, forcedEdge, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { AlertDialog } from '@mahlzeit/shared-ui/ui/dialog';
import { RadioGroup, TextField } from '@mahlzeit/shared-ui/ui/form';
import { Hourglass } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import { consoleErrorText, useTexts } from '../../console-texts';
import { ordersOfRestaurant, usePartner } from '../../platform';
import { KeyCap } from '../keyboard';
import { useNotice } from '../notices';
import { reasonLabel, refundErrorIn, refusedRefundText } from './refund-error-texts';
import {
  amountError,
  amountLeft,
  centsOf,
  likeliestChoice,
  refundChoices,
  refundFormOf,
  refundReasons,
} from './refund-rules';
import type { RefundChoice } from './refund-rules';
import { createUnsettledRefunds, isSettledIn, isUnsettled } from './unsettled-refunds';
import type { UnsettledRefund } from './unsettled-refunds';

const unsettledRefunds = createUnsettledRefunds(
  storedText(() => localStorage, 'mahlzeit.partner.refunds'),
  createRandomKey,
);

interface RefundFormProps {
  readonly order: PartnerOrder;
  readonly now: number;
  readonly isOffline: boolean;
  /** Counter that increases each time the user presses the refund key. */
  readonly refundPressCount: number;
}

/** Complete input of a refund, with valid choice, amount and reason. */
interface ReadyRefund {
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
const useRefunding = (order: PartnerOrder) => {
  const t = useTexts();
  const { apiClient, store } = usePartner();
  const notify = useNotice();
  /** Refund whose request is in progress; null when there is none. */
  const [pendingForm, setPendingForm] = useState<RefundInput | null>(null);
  const [failure, setFailure] = useState<RefundFailure | null>(null);
  // When the order reports the outcome of the refund, from this or another console, the order itself shows it, and the
  // failure message is removed.
  if (failure !== null && isSettledIn(order, failure.sentRefund)) setFailure(null);
  const sentRefund = unsettledRefunds.refundOf(order.key);
  const isKnown = sentRefund !== null && isSettledIn(order, sentRefund);
  useEffect(() => {
    if (isKnown) unsettledRefunds.settleRefund(order.key);
  }, [isKnown, order.key]);

  const refund = async (input: RefundInput): Promise<boolean> => {
    const unsettledRefund = unsettledRefunds.startRefund(order, input);
    const { key, form } = unsettledRefund;
    setPendingForm(form);
    setFailure(null);
    const answer = await apiClient.call(refundPartnerOrder, {
      params: { key: order.key },
      body: form,
      idempotencyKey: key,
    });
    if (answer.ok || !isUnsettled(answer.error)) unsettledRefunds.settleRefund(order.key);
    setPendingForm(null);
    if (!answer.ok) {
      const refundError = refundErrorIn(answer.error);
      setFailure({
        sentRefund: unsettledRefund,
        text: refundError === null ? consoleErrorText(answer.error) : refusedRefundText(form, refundError),
      });
      return false;
    }
    const holder = ordersOfRestaurant.of(store, order.restaurantId);
    const refundsKnown = holder.get().items.find(({ key: one }) => one === order.key)?.refunded.length ?? 0;
    if (refundsKnown < answer.value.refunded.length) holder.apply(order.key, answer.value);
    notify({
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
  const open = pendingForm ?? (sentRefund === null || isKnown ? null : sentRefund.form);
  return { isBusy: pendingForm !== null, error: failure?.text ?? null, open, refund };
};

const choiceLabel = (choice: RefundChoice, t: ReturnType<typeof useTexts>): string => {
  switch (choice.kind) {
    case 'all':
      return t('RefundAll', { amount: formatPrice(choice.amount) });
    case 'line':
      return t('RefundItem', { count: choice.count, name: choice.name, amount: formatPrice(choice.amount) });
    case 'other':
      return t('RefundOther');
  }
};

/** Holds the input of the refund form and its errors. */
const useRefundDraft = (order: PartnerOrder, now: number) => {
  const t = useTexts();
  const [choiceId, setChoiceId] = useState<string | null>(null);
  const [typedText, setTyped] = useState('');
  const [reason, setReason] = useState<RefundReason | null>(null);
  const choices = refundChoices(order);
  const choice = choices.find(({ id }) => id === (choiceId ?? likeliestChoice(order, now)?.id)) ?? null;
  const amount = choice?.kind === 'other' ? centsOf(typedText) : (choice?.amount ?? null);
  const amountMistake = choice === null ? null : amountError(order, amount, now);
  const wrongText =
    amountMistake === null
      ? undefined
      : t(`RefundAmountError_${amountMistake}`, { amount: formatPrice(amountLeft(order)) });
  const isPriced = choice !== null && amount !== null && amountMistake === null;
  const readyRefund: ReadyRefund | null = isPriced && reason !== null ? { choice, amount, reason } : null;
  const missingFieldText = (): string | undefined => {
    if (choice === null) return t('RefundNeedsChoice');
    return wrongText ?? (reason === null ? t('RefundNeedsReason') : undefined);
  };
  const clear = (): void => {
    setChoiceId(null);
    setTyped('');
    setReason(null);
  };
  return {
    choices,
    choice,
    setChoiceId,
    typed: typedText,
    setTyped,
    reason,
    setReason,
    wrongText,
    priced: isPriced ? amount : null,
    ready: readyRefund,
    missing: missingFieldText(),
    clear,
  };
};

interface DraftProps {
  readonly draft: ReturnType<typeof useRefundDraft>;
}

/** Fields of the refund form: amount and reason. */
const DraftFields = ({
  draft: { choices, choice, setChoiceId, typed, setTyped, reason, setReason, wrongText },
}: DraftProps) => {
  const t = useTexts();
  return (
    <>
      <Chips role="group" aria-label={t('RefundChoice')}>
        {choices.map((candidate) => (
          <Chip
            key={candidate.id}
            type="button"
            aria-pressed={candidate.id === choice?.id}
            onClick={() => setChoiceId(candidate.id)}
          >
            {choiceLabel(candidate, t)}
          </Chip>
        ))}
      </Chips>
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
      <Reasons>
        <RadioGroup
          label={t('RefundReason')}
          options={refundReasons.map((id) => ({ id, label: reasonLabel(id) }))}
          chosenId={reason}
          onChoose={setReason}
        />
      </Reasons>
    </>
  );
};

interface OpenRefundProps {
  readonly form: RefundInput;
  readonly isBusy: boolean;
  /** Error that left the outcome uncertain; null when there is none. */
  readonly error: string | null;
}

/**
 * Message about a refund whose outcome is uncertain: it says what the refund waits for, and doesn't call it a failure.
 */
const OpenRefund = ({ form: { amount, reason }, isBusy, error }: OpenRefundProps) => {
  const t = useTexts();
  const values = { amount: formatPrice(amount), reason: reasonLabel(reason) };
  if (isBusy)
    return (
      <Banner tone="warn" icon={Hourglass}>
        {t('RefundSending', values)}
      </Banner>
    );
  return (
    <Banner tone="warn" icon={Hourglass} title={t('RefundUnsettled', values)}>
      {error ?? t('RefundUnsettledText')} {t('RefundNothingElse')}
    </Banner>
  );
};

/**
 * Message about the last refund when its provider has refused it. No money was moved, and nothing is retried
 * automatically.
 */
const Refused = ({ order: { openRefunds, paymentOption } }: { readonly order: PartnerOrder }) => {
  const refusedRefund = openRefunds.find(({ isRefused }) => isRefused);
  return refusedRefund === undefined ? null : (
    <Banner tone="err">{refusedRefundText(refusedRefund, { paymentOption, code: refusedRefund.code })}</Banner>
  );
};

/**
 * Form that refunds an order: amount, reason and a confirmation. No new refund can be entered while the outcome of the
 * last one is uncertain.
 */
export const RefundForm = ({ order, now, isOffline, refundPressCount }: RefundFormProps) => {
  const t = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, error, open, refund } = useRefunding(order);
  const draft = useRefundDraft(order, now);
  const { priced, ready, missing } = draft;
  const section = useRef<HTMLElement>(null);
  const maxAmount = amountLeft(order);

  const onAsked = useEffectEvent(() => {
    if (open === null && ready !== null && !isBusy && !isOffline) setIsAsking(true);
    // Moves the focus to the first empty field, usually the reason.
    else
      section.current
        ?.querySelector<HTMLElement>(priced === null || open !== null ? 'input, button' : 'fieldset input')
        ?.focus();
  });
  // Only presses of the refund key while this order is shown count.
  const first = useRef(refundPressCount);
  useEffect(() => {
    if (refundPressCount !== first.current) onAsked();
    first.current = refundPressCount;
  }, [refundPressCount]);

  const sendRefund = async (form: RefundInput): Promise<void> => {
    if (await refund(form)) draft.clear();
  };
  const answer = (id: string | null): void => {
    setIsAsking(false);
    if (id === 'refund' && ready !== null) void sendRefund(refundFormOf(ready.choice, ready.amount, ready.reason));
  };
  const notNow = open === null ? missing : undefined;
  const label = (): string => {
    if (open !== null) return t('RefundAgain');
    return priced === null ? t('RefundIdle') : t('RefundGo', { amount: formatPrice(priced) });
  };

  if (maxAmount <= 0 && open === null)
    return <Small $tone="quiet">{t(paidAmount(order) <= 0 ? 'RefundNothingLeft' : 'RefundRestUnderWay')}</Small>;
  return (
    <Frame ref={section} aria-label={t('Refund')}>
      <Head>
        <Title>{t('Refund')}</Title>
        {open === null && (
          <Caption as="span" $tone="quiet">
            {t('RefundMost', { amount: formatPrice(maxAmount) })}
          </Caption>
        )}
      </Head>
      {open === null ? (
        <>
          <Refused order={order} />
          <DraftFields draft={draft} />
        </>
      ) : (
        <OpenRefund form={open} isBusy={isBusy} error={error} />
      )}
      {open === null && error !== null && <Banner tone="err">{error}</Banner>}
      <Button
        isBlock
        variant={open === null ? 'danger' : 'second'}
        isBusy={isBusy}
        disabledReason={isOffline ? t('OfflineReason') : notNow}
        onClick={() => (open === null ? setIsAsking(true) : void sendRefund(open))}
      >
        {label()} <KeyCap name="E" />
      </Button>
      {open === null && <Caption $tone="quiet">{t('RefundNote')}</Caption>}
      {isAsking && ready !== null && (
        <AlertDialog
          title={t('RefundConfirmTitle', { amount: formatPrice(ready.amount) })}
          actions={[
            { id: 'cancel', label: t('Cancel'), tone: 'safe' },
            { id: 'refund', label: t('RefundGo', { amount: formatPrice(ready.amount) }), tone: 'danger' },
          ]}
          onChoose={answer}
        >
          {t(order.customer === '' ? 'RefundConfirmTextNoName' : 'RefundConfirmText', {
            customer: order.customer,
            amount: formatPrice(ready.amount),
            reason: reasonLabel(ready.reason),
          })}
        </AlertDialog>
      )}
    </Frame>
  );
};

const Frame = styled.section`
  display: grid;
  align-content: start;
  gap: 12px;
  min-width: 0;
`;

const Head = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: 12px;
`;

const Title = styled.h3`
  ${textStyles.h3}
`;

const Chips = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;

const Chip = styled.button`
  ${textStyles.label}
  min-height: 44px;
  padding: 8px 14px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.surface};
  box-shadow: inset 0 0 0 1px ${tokens.color.line};
  overflow-wrap: anywhere;
  ${forcedEdge}
  &[aria-pressed='true'] {
    background: ${tokens.color.plum};
    color: ${tokens.color.onPlum};
    box-shadow: none;
  }
`;

const Reasons = styled.div`
  > fieldset {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(150px, 1fr));
    gap: 6px 12px;
  }
`;
