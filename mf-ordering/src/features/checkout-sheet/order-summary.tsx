import { getVatTypes } from '@mahlzeit/contract';
import type { Order, Restaurant, VatType } from '@mahlzeit/contract';
import { api, apiQuery, formatPrice, unbroken } from '@mahlzeit/shared-ui/platform';
import { Caption, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { LeaderText } from '@mahlzeit/shared-ui/ui/restaurant';
import styled from 'styled-components';
import { cartTotals, isAlcoholic, isTakenAway } from '../cart';
import type { Cart } from '../cart';
import { voucherName } from '../vouchers';
import { useTexts } from './order-texts';

/** Hook that loads the current VAT rates (C04). */
const { useVatTypesQuery } = api.injectEndpoints({
  endpoints: (build) => ({ vatTypes: build.query<VatType[], void>(apiQuery(getVatTypes, () => ({}))) }),
});

const VAT_LABELS = { FOOD: 'VatOnFood', DRINK: 'VatOnDrinks' } as const;

/** Lines with the VAT that the prices include, one for each VAT type. */
const VatLines = ({ vatShares }: { readonly vatShares: Order['vatByType'] }) => {
  const t = useTexts();
  return (['FOOD', 'DRINK'] as const).map((kind) => {
    const share = vatShares[kind];
    if (share === undefined) return null;
    return (
      <Sum key={kind} $isSmall>
        <LeaderText>{t(VAT_LABELS[kind], { rate: share.rate })}</LeaderText>
        <span>{formatPrice(share.vat)}</span>
      </Sum>
    );
  });
};

interface OrderSummaryProps {
  readonly cart: Cart;
  readonly restaurant: Restaurant;
}

/** Sums of an order, and the information that the law requires before the order button (§ 312d, § 312j BGB). */
export const OrderSummary = ({ cart, restaurant }: OrderSummaryProps) => {
  const t = useTexts();
  const { data: vatTypes } = useVatTypesQuery();
  const totals = cartTotals(cart, { vatTypes: vatTypes ?? [], isTakeAway: isTakenAway(cart, restaurant) ?? false });
  const { phoneNumber } = restaurant.data.contact;
  const hasAlcohol = restaurant.offers.some(
    (offer) => isAlcoholic(offer) && cart.lines.some(({ mealKey }) => mealKey === offer.key),
  );
  return (
    <div>
      <Sum>
        <LeaderText>{t('Subtotal')}</LeaderText>
        <span>{formatPrice(totals.goods)}</span>
      </Sum>
      {cart.voucher !== null && (
        <Sum>
          <LeaderText>{t('VoucherTaken', { name: voucherName(cart.voucher) })}</LeaderText>
          <span>{formatPrice(-totals.voucher)}</span>
        </Sum>
      )}
      {totals.deposit > 0 && (
        <Sum>
          <LeaderText>{t('Deposit')}</LeaderText>
          <span>{formatPrice(totals.deposit)}</span>
        </Sum>
      )}
      {vatTypes !== undefined && <VatLines vatShares={totals.vatByType} />}
      <Legal>
        {hasAlcohol && <Small>{t('AgeLimit')}</Small>}
        <Caption $tone="quiet">
          {t('BoughtFrom', { name: restaurant.name })}{' '}
          {phoneNumber === null ? t('CancelByPhone') : t('CancelByThisPhone', { phone: unbroken(phoneNumber) })}
        </Caption>
        <Caption $tone="quiet">{t('NoWithdrawal')}</Caption>
      </Legal>
    </div>
  );
};

const Sum = styled.p<{ readonly $isSmall?: boolean }>`
  ${({ $isSmall = false }) => ($isSmall ? textStyles.small : textStyles.label)}
  ${textStyles.digits}
  display: flex;
  align-items: flex-end;
  gap: 6px;
  padding: 3px 0;
  font-weight: ${({ $isSmall = false }) => ($isSmall ? 400 : 550)};
  color: ${({ $isSmall = false }) => ($isSmall ? tokens.color.ink2 : tokens.color.ink)};
`;

const Legal = styled.div`
  display: grid;
  gap: 6px;
  margin-top: 12px;
`;
