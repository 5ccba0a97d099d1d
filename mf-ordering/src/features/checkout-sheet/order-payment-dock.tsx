import type { Restaurant } from '@mahlzeit/contract';
import { formatPrice, formatTime, useSession } from '@mahlzeit/shared-ui/platform';
import { Button, Small, textStyles, tokens, TotalText, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { cartHint, cartTotal, cartTotalBeforeChanges, useOrderingNow } from '../cart';
import type { Cart, CartHint } from '../cart';
import { useIsPaymentShown } from '../checkout';
import type { CheckoutPayment } from '../checkout';
import { useTexts } from './order-texts';

interface OrderPaymentDockProps {
  readonly cart: Cart;
  readonly restaurant: Restaurant;
  readonly payment: CheckoutPayment;
}

/** Returns the text that names the next input that the order needs; undefined if the order is complete. */
const useOrderHint = ({ cart, restaurant }: Pick<OrderPaymentDockProps, 'cart' | 'restaurant'>): string | undefined => {
  const t = useTexts();
  const session = useSession();
  const isPaymentShown = useIsPaymentShown(cart);
  // A card that the diner doesn't see must not be charged (C10).
  const hintKey = cartHint(cart, restaurant, useOrderingNow()) ?? (isPaymentShown ? null : 'HintChooseAPayment');
  const isVerified = session.status === 'known' && session.account.verified;
  // A diner without a verified account gets no hint about the payment, because the order button opens the verification.
  if (hintKey === null || (hintKey === 'HintChooseAPayment' && !isVerified)) return undefined;
  const textByHint: Readonly<Record<CartHint, string>> = {
    HintSeeChanges: t('HintSeeChanges'),
    HintUnreachable: t('HintUnreachable'),
    HintOrdersPaused: t('HintOrdersPaused', { time: formatTime(restaurant.ordersPausedUntil ?? 0) }),
    HintChooseAPlace: t('HintChooseAPlace'),
    HintChooseATime: t('HintChooseATime'),
    HintMeetupTime: t('HintMeetupTime'),
    HintLunchTime: t('HintLunchTime'),
    HintNothingToPay: t('HintNothingToPay'),
    HintTooExpensive: t('HintTooExpensive'),
    HintChooseAPayment: t('HintChooseAPayment'),
  };
  return textByHint[hintKey];
};

/** Total and order button of the order, which stay at the lower edge. */
export const OrderPaymentDock = ({ cart, restaurant, payment }: OrderPaymentDockProps) => {
  const t = useTexts();
  const orderHint = useOrderHint({ cart, restaurant });
  const previousTotal = cartTotalBeforeChanges(cart);
  return (
    <DockContent>
      <TotalLine>
        <TotalLabel>
          {t('Sum')}{' '}
          <VatNote as="span" $tone="quiet">
            {t('VatIncluded')}
          </VatNote>
        </TotalLabel>
        <TotalPrices>
          {previousTotal !== null && (
            <>
              <s>
                <VisuallyHidden>{t('TotalBefore')} </VisuallyHidden>
                {formatPrice(previousTotal)}
              </s>
              <VisuallyHidden> {t('TotalNow')} </VisuallyHidden>
            </>
          )}
          <TotalText>{formatPrice(cartTotal(cart))}</TotalText>
        </TotalPrices>
      </TotalLine>
      <Button size="large" isBlock disabledReason={payment.disabledReason ?? orderHint} onClick={payment.startPaying}>
        {t('OrderAndPay')}
      </Button>
    </DockContent>
  );
};

const DockContent = styled.div`
  container-type: inline-size;
`;

// Note about the VAT beside the order button. With large text it is hidden to leave room for the order, whose summary
// names the VAT of each rate.
const VatNote = styled(Small)`
  @container (max-width: 12rem) {
    display: none;
  }
`;

const TotalLine = styled.p`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: baseline;
  gap: 0 12px;
  padding: 0 4px 8px;
  font-weight: 600;
`;

const TotalLabel = styled.span`
  flex: 1 1 auto;
  min-width: min-content;
  hyphens: manual;
`;

const TotalPrices = styled.span`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  align-items: baseline;
  gap: 0 8px;
  margin-left: auto;
  > s {
    ${textStyles.digits}
    font-weight: 400;
    color: ${tokens.color.ink3};
  }
`;
