import type { PartnerOrder, RefundForm, RefundReason } from '@mahlzeit/contract';
import { Button, Caption, Inline, Label } from '@mahlzeit/shared-ui/ui';
import { Ban } from 'lucide-react';
import { useRef } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../console-texts';
import { refundReasonLabel } from './refund-error-texts';
import { refundableAmount, refundAmountError } from './refund-rules';

/** Reasons for which a kitchen declines an order. The guest reads the reason. */
const DECLINE_REASONS = [
  'restaurant_declined_sold_out',
  'restaurant_declined_no_capacity',
] as const satisfies readonly RefundReason[];

interface DeclineButtonsProps {
  readonly order: PartnerOrder;
  readonly now: number;
  readonly isOffline: boolean;
  /** Called once with the refund of the whole remaining amount. */
  readonly onDecline: (form: RefundForm) => void;
}

/**
 * Buttons with which staff decline a waiting order by one tap each: the whole remaining amount is refunded, with the
 * button's reason. Renders nothing if this amount can't be refunded today.
 */
export const DeclineButtons = ({ order, now, isOffline, onDecline }: DeclineButtonsProps) => {
  const t = useTexts();
  const wasPressed = useRef(false);
  const amount = refundableAmount(order);
  if (refundAmountError(order, amount, now) !== null) return null;
  const decline = (reason: RefundReason): void => {
    if (wasPressed.current) return;
    wasPressed.current = true;
    onDecline({ amount, reason });
  };
  return (
    <DeclineGroup role="group" aria-label={t('DeclineOrder', { number: order.orderId })}>
      <Label as="p">{t('Decline')}</Label>
      <Inline $gap={8}>
        {DECLINE_REASONS.map((reason) => (
          <Button
            key={reason}
            variant="danger"
            icon={Ban}
            disabledReason={isOffline ? t('OfflineReason') : undefined}
            onClick={() => decline(reason)}
          >
            {t('DeclineBecause', { reason: refundReasonLabel(reason) })}
          </Button>
        ))}
      </Inline>
      <Caption $tone="quiet">{t('DeclineNote')}</Caption>
    </DeclineGroup>
  );
};

const DeclineGroup = styled.div`
  display: grid;
  gap: 8px;
`;
