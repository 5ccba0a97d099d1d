import type { Discount } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { defineTexts, formatDate, formatPrice, withNoBreakSpaces } from '@mahlzeit/shared-ui/platform';
import { LinkButton, Small, textStyles, tokens, useListItemProps } from '@mahlzeit/shared-ui/ui';
import styled, { css } from 'styled-components';
import de from './locales/de.json';

/** German texts about vouchers. */
export const { useTexts, text } = defineTexts('ordering-vouchers', de);

/** Formats the value of a discount as short as possible: „−3,00 €“, „−20 %“, „4,90 €“. */
export const shortVoucherValueLabel = ({ discountType, value }: Pick<Discount, 'discountType' | 'value'>): string => {
  if (discountType === 'percent') return text('PercentOff', { percent: value });
  return formatPrice(discountType === 'absolute' ? -value : value);
};

/** Formats a percentage: „5 %“. */
export const percentLabel = (percent: number): string => text('Percent', { percent });

/** Formats the value of a discount for use in a sentence: „3,00 € weniger“. */
export const voucherValueLabel = ({ discountType, value }: Pick<Discount, 'discountType' | 'value'>): string => {
  switch (discountType) {
    case 'absolute':
      return text('WorthLess', { worth: formatPrice(value) });
    case 'percent':
      return text('WorthLess', { worth: percentLabel(value) });
    case 'override':
      return text('WorthPrice', { price: formatPrice(value) });
  }
};

/** Formats the last day of a discount: „bis 31. Dezember“. The instant `end` itself is no longer included. */
export const voucherExpiryLabel = ({ end }: Pick<Discount, 'end'>): string =>
  text('VoucherUntil', { day: withNoBreakSpaces(formatDate(berlinDay(end - 1))) });

const quantityLeftLabel = ({ quantity, quantityLeft }: Pick<Discount, 'quantity' | 'quantityLeft'>): string | null =>
  quantity > 1 && quantityLeft <= 9 ? text('VoucherLeft', { count: quantityLeft }) : null;

/** Returns the German name of a voucher; if there is none, its name in another language. */
export const voucherNameOf = ({ name }: Pick<Discount, 'name'>): string => name.de ?? Object.values(name)[0] ?? '';

interface VoucherCardProps {
  readonly voucher: Discount;
  /** Reason why the voucher can't be used now; null if it can. */
  readonly disabledReason: string | null;
  /** Button of the voucher's card: its label and its handler. Null if the card has no button. */
  readonly action: { readonly label: string; readonly onPress: () => void; readonly isPressed?: boolean } | null;
}

/** Card of a voucher with its value. It must be rendered inside of a `VoucherList`. */
export const VoucherCard = ({ voucher, disabledReason, action }: VoucherCardProps) => {
  const isVoucherUnusable = disabledReason !== null;
  const voucherFactTexts = [
    voucher.descriptionText.replace(/\.$/, ''),
    quantityLeftLabel(voucher),
    voucherExpiryLabel(voucher),
  ].filter((voucherFact) => voucherFact !== null && voucherFact !== '');
  return (
    <VoucherItem {...useListItemProps()} $isOff={isVoucherUnusable}>
      <VoucherValue $isOff={isVoucherUnusable}>{shortVoucherValueLabel(voucher)}</VoucherValue>
      <VoucherTexts>
        <VoucherName>{voucherNameOf(voucher)}</VoucherName>
        <Small $tone="quiet">{disabledReason ?? voucherFactTexts.join('\u00a0· ')}</Small>
        {action !== null && (
          <LinkButton
            aria-label={text('ActionOnVoucher', { action: action.label, name: voucherNameOf(voucher) })}
            aria-pressed={action.isPressed}
            onClick={action.onPress}
          >
            {action.label}
          </LinkButton>
        )}
      </VoucherTexts>
    </VoucherItem>
  );
};

/** List whose items are `VoucherCard` components. */
export const VoucherList = styled.ul`
  display: grid;
  gap: 12px;
`;

const voucherNotchStyle = css`
  mask:
    radial-gradient(circle 7px at 0 50%, #0000 96%, #000) left / 51% 100% no-repeat,
    radial-gradient(circle 7px at 100% 50%, #0000 96%, #000) right / 51% 100% no-repeat;
`;

interface UnusableVoucherProps {
  readonly $isOff: boolean;
}

const VoucherItem = styled.li<UnusableVoucherProps>`
  ${voucherNotchStyle}
  display: flex;
  flex-wrap: wrap;
  border-radius: ${tokens.radius.card};
  overflow: hidden;
  background: ${({ $isOff }) => ($isOff ? tokens.color.sunken : tokens.color.butterTint)};
`;

const VoucherValue = styled.span<UnusableVoucherProps>`
  ${textStyles.digits}
  display: grid;
  flex: 1 0 auto;
  place-content: center;
  min-width: 100px;
  padding: 12px 10px 12px 12px;
  font-size: 1.0625rem;
  font-weight: 700;
  border-right: 1.5px dotted ${tokens.color.lineStrong};
  ${({ $isOff }) =>
    $isOff
      ? css`
          color: ${tokens.color.ink3};
        `
      : css`
          background: ${tokens.color.butter};
          color: ${tokens.color.onButter};
        `}
`;

const VoucherTexts = styled.div`
  display: grid;
  /* Where letters are too large to stand beside the worth they go below it. */
  flex: 999 1 8rem;
  gap: 2px;
  justify-items: start;
  min-width: 0;
  padding: 12px 16px 10px;
`;

const VoucherName = styled.span`
  ${textStyles.label}
  overflow-wrap: anywhere;
`;
