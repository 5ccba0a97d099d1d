import type { Discount, Restaurant } from '@mahlzeit/contract';
import { formatPrice, useLoadedDiscounts, useNow, useShell } from '@mahlzeit/shared-ui/platform';
import { Icon, LinkButton, Section, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { TicketPercent } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import {
  betterVoucherFor,
  toVoucher,
  hasItemDiscount,
  mealTimeOf,
  updateCart,
  usableVouchersFor,
  voucherValueInCart,
  withVoucher,
} from '../cart';
import type { Cart, CartPlace } from '../cart';
import {
  percentLabel,
  voucherExpiryLabel,
  VoucherCard,
  VoucherList,
  voucherNameOf,
  voucherValueLabel,
} from '../vouchers';
import { useTexts } from './order-texts';

interface VoucherSectionProps {
  readonly cart: Cart;
  readonly place: CartPlace;
  readonly restaurant: Restaurant;
  /** Level of the section's heading: one below the heading „Deine Bestellung“. */
  readonly level: 2 | 3;
}

// Returns the label for the saving by a voucher. A percentage is shown as such, because the sum already shows the
// amount; other vouchers are shown by the amount that they really save.
const savingLabelOf = (cart: Cart, { discountType, value }: Discount): string =>
  discountType === 'percent'
    ? percentLabel(value)
    : formatPrice(voucherValueInCart(cart, { discountType, value })).replace(/,00(?=\s)/, '');

interface VoucherOfferProps {
  readonly cart: Cart;
  readonly voucher: Discount;
  readonly onRedeem: () => void;
}

/** Voucher that saves most, with a button that redeems it instead of the cart's current voucher. */
const VoucherOffer = ({ cart, voucher, onRedeem }: VoucherOfferProps) => {
  const t = useTexts();
  const savingLabel = savingLabelOf(cart, voucher);
  return (
    <OfferedVoucher>
      <Icon source={TicketPercent} size={22} />
      <div>
        <LinkButton onClick={onRedeem}>
          {cart.voucher === null
            ? t('VoucherSave', { value: savingLabel })
            : t('VoucherSaveMore', { value: savingLabel })}
        </LinkButton>
        <Small as="span" $tone="quiet">
          {voucherNameOf(voucher)}, {voucherExpiryLabel(voucher)}
        </Small>
      </div>
    </OfferedVoucher>
  );
};

/**
 * Section for the voucher of an order. Only one voucher can be redeemed, and none when a dish has a discount of its own
 * (S1§5).
 */
export const VoucherSection = ({ cart, place, restaurant, level }: VoucherSectionProps) => {
  const t = useTexts();
  const shell = useShell();
  const now = useNow();
  const [isListOpen, setIsListOpen] = useState(false);
  const discounts = useLoadedDiscounts() ?? [];
  const vouchers = usableVouchersFor(discounts, restaurant, mealTimeOf(cart, now));
  const chosenVoucher = vouchers.find(({ key }) => key === cart.voucher?.key);
  if (hasItemDiscount(cart) || (vouchers.length === 0 && cart.voucher === null)) return null;
  const toggleVoucher = (voucher: Parameters<typeof toVoucher>[0]): void =>
    updateCart(shell, place, (currentCart) => withVoucher(currentCart, toVoucher(voucher)));
  const betterVoucher = betterVoucherFor(cart, vouchers);
  const otherVoucherCount = vouchers.length - (chosenVoucher === undefined ? 0 : 1);
  // If only one voucher is left and it is already offered by itself, no list of vouchers is needed.
  const isListNeeded = otherVoucherCount > (betterVoucher === null ? 0 : 1);
  const moreVouchersButton = (
    <LinkButton onClick={() => setIsListOpen(true)}>
      {chosenVoucher === undefined
        ? t('VoucherChoose', { count: otherVoucherCount })
        : t('VouchersMore', { count: otherVoucherCount })}
    </LinkButton>
  );
  return (
    <Section title={t('Voucher')} level={level} isSmall headAside={isListNeeded ? moreVouchersButton : undefined}>
      {cart.voucher !== null && (
        <ChosenVoucher>
          <Icon source={TicketPercent} size={22} />
          <div>
            <VoucherName>{voucherNameOf(cart.voucher)}</VoucherName>
            <Small as="span" $tone="quiet">
              {chosenVoucher === undefined
                ? voucherValueLabel(cart.voucher)
                : `${voucherValueLabel(chosenVoucher)}, ${voucherExpiryLabel(chosenVoucher)}`}
            </Small>
          </div>
          <LinkButton onClick={() => updateCart(shell, place, (currentCart) => withVoucher(currentCart, null))}>
            {t('VoucherRemove')}
          </LinkButton>
        </ChosenVoucher>
      )}
      {betterVoucher !== null && (
        <VoucherOffer cart={cart} voucher={betterVoucher} onRedeem={() => toggleVoucher(betterVoucher)} />
      )}
      {isListOpen && (
        <Sheet title={t('Vouchers')} subtitle={t('VoucherOneAtATime')} onClose={() => setIsListOpen(false)}>
          <VoucherList>
            {vouchers.map((voucher) => {
              const isChosen = voucher.key === cart.voucher?.key;
              return (
                <VoucherCard
                  key={voucher.key}
                  voucher={voucher}
                  disabledReason={
                    cart.voucher === null || isChosen
                      ? null
                      : t('VoucherOtherRedeemed', { name: voucherNameOf(cart.voucher) })
                  }
                  action={
                    cart.voucher === null || isChosen
                      ? {
                          label: t(isChosen ? 'VoucherRemove' : 'VoucherRedeem'),
                          onPress: () => toggleVoucher(voucher),
                        }
                      : null
                  }
                />
              );
            })}
          </VoucherList>
        </Sheet>
      )}
    </Section>
  );
};

const ChosenVoucher = styled.div`
  display: flex;
  align-items: center;
  gap: 14px;
  margin-top: 6px;
  padding: 12px 16px;
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.butterTint};
  mask:
    radial-gradient(circle 7px at 0 50%, #0000 96%, #000) left / 51% 100% no-repeat,
    radial-gradient(circle 7px at 100% 50%, #0000 96%, #000) right / 51% 100% no-repeat;
  > div {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

const OfferedVoucher = styled.div`
  display: flex;
  align-items: center;
  gap: 14px;
  margin-top: 6px;
  padding: 0 16px;
  > div {
    display: grid;
    justify-items: start;
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

const VoucherName = styled.span`
  ${textStyles.label}
  display: block;
`;
