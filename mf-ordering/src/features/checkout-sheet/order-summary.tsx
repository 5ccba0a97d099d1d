import { getVatTypes } from '@mahlzeit/contract';
import type { Order, Restaurant, VatType } from '@mahlzeit/contract';
import { api, apiQuery, formatPrice, withNoBreakSpaces } from '@mahlzeit/shared-ui/platform';
import { Caption, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { LeaderText } from '@mahlzeit/shared-ui/ui/restaurant';
import styled from 'styled-components';
import { cartTotals, isAlcoholic, isOrderTakenAway } from '../cart';
import type { Cart } from '../cart';
import { voucherNameOf } from '../vouchers';
import { useTexts } from './order-texts';

/** Hook that loads the current VAT rates (C04). */
const { useVatTypesQuery } = api.injectEndpoints({
  endpoints: (build) => ({ vatTypes: build.query<VatType[], void>(apiQuery(getVatTypes, () => ({}))) }),
});

const VAT_TEXT_KEYS = { FOOD: 'VatOnFood', DRINK: 'VatOnDrinks' } as const;

/** Lines with the VAT that the prices include, one for each VAT type. */
const VatLines = ({ vatByType }: { readonly vatByType: Order['vatByType'] }) => {
  const t = useTexts();
  return (['FOOD', 'DRINK'] as const).map((vatKind) => {
    const vatAmounts = vatByType[vatKind];
    if (vatAmounts === undefined) return null;
    return (
      <SummaryLine key={vatKind} $isSmall>
        <LeaderText>{t(VAT_TEXT_KEYS[vatKind], { rate: vatAmounts.rate })}</LeaderText>
        <span>{formatPrice(vatAmounts.vat)}</span>
      </SummaryLine>
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
  const cartSums = cartTotals(cart, {
    vatTypes: vatTypes ?? [],
    isTakeAway: isOrderTakenAway(cart, restaurant) ?? false,
  });
  const { phoneNumber } = restaurant.data.contact;
  const hasAlcohol = restaurant.offers.some(
    (offer) => isAlcoholic(offer) && cart.lines.some(({ mealKey }) => mealKey === offer.key),
  );
  return (
    <div>
      <SummaryLine>
        <LeaderText>{t('Subtotal')}</LeaderText>
        <span>{formatPrice(cartSums.goods)}</span>
      </SummaryLine>
      {cart.voucher !== null && (
        <SummaryLine>
          <LeaderText>{t('VoucherTaken', { name: voucherNameOf(cart.voucher) })}</LeaderText>
          <span>{formatPrice(-cartSums.voucher)}</span>
        </SummaryLine>
      )}
      {cartSums.deposit > 0 && (
        <SummaryLine>
          <LeaderText>{t('Deposit')}</LeaderText>
          <span>{formatPrice(cartSums.deposit)}</span>
        </SummaryLine>
      )}
      {vatTypes !== undefined && <VatLines vatByType={cartSums.vatByType} />}
      <LegalNotice>
        {hasAlcohol && <Small>{t('AgeLimit')}</Small>}
        <Caption $tone="quiet">
          {t('BoughtFrom', { name: restaurant.name })}{' '}
          {phoneNumber === null
            ? t('CancelByPhone')
            : t('CancelByThisPhone', { phone: withNoBreakSpaces(phoneNumber) })}
        </Caption>
        <Caption $tone="quiet">{t('NoWithdrawal')}</Caption>
      </LegalNotice>
    </div>
  );
};

const SummaryLine = styled.p<{ readonly $isSmall?: boolean }>`
  ${({ $isSmall = false }) => ($isSmall ? textStyles.small : textStyles.label)}
  ${textStyles.digits}
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  align-items: flex-end;
  gap: 0 6px;
  padding: 3px 0;
  font-weight: ${({ $isSmall = false }) => ($isSmall ? 400 : 550)};
  color: ${({ $isSmall = false }) => ($isSmall ? tokens.color.ink2 : tokens.color.ink)};
`;

const LegalNotice = styled.div`
  display: grid;
  gap: 6px;
  margin-top: 12px;
`;
