import { refundPartnerOrder } from '@mahlzeit/contract';
import type { PartnerOrder, RefundReason } from '@mahlzeit/contract';
import { paidAmount } from '@mahlzeit/contract/rules';
import { createRandomKey, formatPrice, storedText } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, Caption, forcedEdge, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { AlertDialog } from '@mahlzeit/shared-ui/ui/dialog';
import { RadioGroup, TextField } from '@mahlzeit/shared-ui/ui/form';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import { KeyCap } from './key-cap';
import { useNotice } from './notices';
import { ordersOfRestaurant, usePartner } from './partner-context';
import { consoleErrorText, customerLabel, reasonLabel, useTexts } from './partner-texts';
import { amountError, centsOf, createRefundKeys, isUnsettled, likeliestChoice, refundChoices, refundFormOf, refundReasons } from './refund-rules';
import type { RefundChoice } from './refund-rules';

const keys = createRefundKeys(storedText(() => localStorage, 'mahlzeit.partner.refunds'), createRandomKey);

interface RefundFormProps {
  readonly order: PartnerOrder;
  readonly now: number;
  readonly isOffline: boolean;
  /** Raised by the key that leads here. */
  readonly asked: number;
}

/** A refund that can be sent. */
interface ReadyRefund {
  readonly choice: RefundChoice;
  readonly amount: number;
  readonly reason: RefundReason;
}

/** Sends refunds; of each the same key until it is known how it went. */
const useRefunding = (order: PartnerOrder) => {
  const t = useTexts();
  const { apiClient, store } = usePartner();
  const notify = useNotice();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const refund = async ({ choice, amount, reason }: ReadyRefund): Promise<boolean> => {
    const form = refundFormOf(choice, amount, reason);
    setIsBusy(true);
    setError(null);
    const answer = await apiClient.call(refundPartnerOrder, { params: { key: order.key }, body: form, idempotencyKey: keys.of(order.key, form) });
    setIsBusy(false);
    if (!answer.ok) {
      if (!isUnsettled(answer.error)) keys.settle(order.key, form);
      setError(consoleErrorText(answer.error));
      return false;
    }
    keys.settle(order.key, form);
    const holder = ordersOfRestaurant.of(store, order.restaurantId);
    const refundsKnown = holder.get().items.find(({ key }) => key === order.key)?.refunded.length ?? 0;
    if (refundsKnown < answer.value.refunded.length) holder.apply(order.key, answer.value);
    notify({ tone: 'success', text: t('RefundDone', { amount: formatPrice(amount), customer: customerLabel(order) }) });
    return true;
  };
  return { isBusy, error, refund };
};

const choiceLabel = (choice: RefundChoice, t: ReturnType<typeof useTexts>): string => {
  switch (choice.kind) {
    case 'all': return t('RefundAll', { amount: formatPrice(choice.amount) });
    case 'line': return t('RefundItem', { count: choice.count, name: choice.name, amount: formatPrice(choice.amount) });
    case 'other': return t('RefundOther');
  }
};

/** What is chosen of a refund so far, and what is still wrong with it. */
const useRefundDraft = (order: PartnerOrder, now: number) => {
  const t = useTexts();
  const [choiceId, setChoiceId] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState<RefundReason | null>(null);
  const choices = refundChoices(order);
  const choice = choices.find(({ id }) => id === (choiceId ?? likeliestChoice(order, now)?.id)) ?? null;
  const amount = choice?.kind === 'other' ? centsOf(typed) : (choice?.amount ?? null);
  const wrong = choice === null ? null : amountError(order, amount, now);
  const wrongText = wrong === null ? undefined : t(`RefundAmountError_${wrong}`, { amount: formatPrice(paidAmount(order)) });
  const isPriced = choice !== null && amount !== null && wrong === null;
  const ready: ReadyRefund | null = isPriced && reason !== null ? { choice, amount, reason } : null;
  const missing = (): string | undefined => {
    if (choice === null) return t('RefundNeedsChoice');
    return wrongText ?? (reason === null ? t('RefundNeedsReason') : undefined);
  };
  const clear = (): void => {
    setChoiceId(null);
    setTyped('');
    setReason(null);
  };
  return { choices, choice, setChoiceId, typed, setTyped, reason, setReason, wrongText, priced: isPriced ? amount : null, ready, missing: missing(), clear };
};

/** Gives money of an order back: how much, why, and once more the question. */
export const RefundForm = ({ order, now, isOffline, asked }: RefundFormProps) => {
  const t = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, error, refund } = useRefunding(order);
  const { choices, choice, setChoiceId, typed, setTyped, reason, setReason, wrongText, priced, ready, missing, clear } = useRefundDraft(order, now);
  const section = useRef<HTMLElement>(null);
  const most = paidAmount(order);

  const onAsked = useEffectEvent(() => {
    if (ready !== null && !isBusy && !isOffline) setIsAsking(true);
    // To what is still to be chosen; nothing but the reason, as a rule.
    else section.current?.querySelector<HTMLElement>(priced === null ? 'input, button' : 'fieldset input')?.focus();
  });
  // Only a press that comes while this order is shown counts.
  const first = useRef(asked);
  useEffect(() => {
    if (asked !== first.current) onAsked();
    first.current = asked;
  }, [asked]);

  const answer = async (id: string | null): Promise<void> => {
    setIsAsking(false);
    if (id !== 'refund' || ready === null) return;
    if (await refund(ready)) clear();
  };

  if (most <= 0) return <Small $tone="quiet">{t('RefundNothingLeft')}</Small>;
  return (
    <Frame ref={section} aria-label={t('Refund')}>
      <Head>
        <Title>{t('Refund')}</Title>
        <Caption as="span" $tone="quiet">{t('RefundMost', { amount: formatPrice(most) })}</Caption>
      </Head>
      <Chips role="group" aria-label={t('RefundChoice')}>
        {choices.map((one) => <Chip key={one.id} type="button" aria-pressed={one.id === choice?.id} onClick={() => setChoiceId(one.id)}>{choiceLabel(one, t)}</Chip>)}
      </Chips>
      {choice?.kind === 'other' && <TextField label={t('RefundAmount')} inputMode="decimal" autoComplete="off" value={typed} error={typed === '' ? undefined : wrongText} onChange={({ target }) => setTyped(target.value)} />}
      <Reasons><RadioGroup label={t('RefundReason')} options={refundReasons.map((id) => ({ id, label: reasonLabel(id) }))} chosenId={reason} onChoose={setReason} /></Reasons>
      {error !== null && <Banner tone="err">{error}</Banner>}
      <Button isBlock variant="danger" isBusy={isBusy} disabledReason={isOffline ? t('OfflineReason') : missing} onClick={() => setIsAsking(true)}>
        {priced === null ? t('RefundIdle') : t('RefundGo', { amount: formatPrice(priced) })} <KeyCap name="E" />
      </Button>
      <Caption $tone="quiet">{t('RefundNote')}</Caption>
      {isAsking && ready !== null && (
        <AlertDialog
          title={t('RefundConfirmTitle', { amount: formatPrice(ready.amount) })}
          actions={[{ id: 'cancel', label: t('Cancel'), tone: 'safe' }, { id: 'refund', label: t('RefundGo', { amount: formatPrice(ready.amount) }), tone: 'danger' }]}
          onChoose={(id) => void answer(id)}
        >
          {t('RefundConfirmText', { customer: customerLabel(order), amount: formatPrice(ready.amount), reason: reasonLabel(ready.reason) })}
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
  &[aria-pressed='true'] { background: ${tokens.color.plum}; color: ${tokens.color.onPlum}; box-shadow: none; }
`;

const Reasons = styled.div`
  > fieldset { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 0 12px; }
`;
