import type { Order, VatRateAmounts } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { Receipt, ReceiptLine } from '@mahlzeit/contract/rules';
import { defineTexts, formatDate, formatPrice, formatTime } from '@mahlzeit/shared-ui/platform';
import { Caption, Section, Small, Stack, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { SumLine, Sums } from '@mahlzeit/shared-ui/ui/order';
import styled from 'styled-components';
import { mealPlaceLabel, restaurantNameOf, refundReasonLabel, useOrderTexts } from '../orders';
import de from './locales/de.json';

/** German texts of receipts; they are loaded together with the receipt's screen. */
export const { useTexts } = defineTexts('ordering-receipt', de);

/** Formats a day with its year, which a receipt must contain: `14. Oktober 2026`. */
const fullDateOf = (instantMs: number): string =>
  `${formatDate(berlinDay(instantMs))} ${berlinDay(instantMs).slice(0, 4)}`;

const addressLines = ({ seller }: Order): readonly string[] => {
  if (seller === null) return [];
  const { street, streetNumber, postalCode, locality } = seller.address;
  return [`${street} ${streetNumber}`.trim(), `${postalCode} ${locality}`.trim()].filter(
    (addressLine) => addressLine !== '',
  );
};

interface ReceiptOrderProps {
  readonly order: Order;
}

/** Name and address of the restaurant that sold the meals. */
const SellerSection = ({ order }: ReceiptOrderProps) => {
  const t = useTexts();
  return (
    <Section title={t('ReceiptSeller')}>
      <SellerAddress>
        <SellerName>{order.seller?.name ?? restaurantNameOf(order)}</SellerName>
        {addressLines(order).map((addressLine) => (
          <Small key={addressLine} as="p">
            {addressLine}
          </Small>
        ))}
      </SellerAddress>
    </Section>
  );
};

const SellerAddress = styled.address`
  font-style: normal;
`;

const SellerName = styled.p`
  ${textStyles.label}
  overflow-wrap: anywhere;
`;

interface ReceiptFactsProps extends ReceiptOrderProps {
  readonly receipt: Receipt;
  /** Name of the card or payment option with which the order was paid. */
  readonly payment: string;
}

/** List with the numbers of receipt and order, the times of payment and meal, the place, and the means of payment. */
const ReceiptFacts = ({ order, receipt, payment }: ReceiptFactsProps) => {
  const t = useTexts();
  const { orderId, createdAt, meetUpDate, isTakeAway } = order;
  const receiptFacts = [
    [t('ReceiptNumber'), receipt.number],
    [t('ReceiptOrderNumber'), orderId],
    [t('ReceiptPaidOn'), `${fullDateOf(createdAt)}, ${formatTime(createdAt)}`],
    [t(isTakeAway ? 'ReceiptPickup' : 'ReceiptMeal'), `${fullDateOf(meetUpDate)}, ${formatTime(meetUpDate)}`],
    [t('ReceiptPlace'), mealPlaceLabel(order)],
    [t('ReceiptPaidBy'), payment],
  ] as const;
  return (
    <Section title={t('ReceiptOrder')}>
      <ReceiptFactList>
        {receiptFacts.map(([factName, value]) => (
          <div key={factName}>
            <dt>{factName}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </ReceiptFactList>
    </Section>
  );
};

const ReceiptFactList = styled.dl`
  display: grid;
  gap: 4px;
  margin: 0;
  > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 12px;
  }
  dt {
    ${textStyles.small} color: ${tokens.color.ink2};
  }
  dd {
    ${textStyles.small} ${textStyles.digits} margin: 0;
    overflow-wrap: anywhere;
  }
`;

const useLineTexts = () => {
  const t = useTexts();
  const orderText = useOrderTexts();
  return ({
    kind,
    amount,
    name,
    price,
    discount,
  }: ReceiptLine): { readonly label: string; readonly notes: readonly string[] } => ({
    label: kind === 'deposit' ? t('ReceiptDeposit', { amount }) : orderText('ItemLine', { amount, name }),
    notes: [
      ...(amount > 1 ? [t('ReceiptItemPrice', { price: formatPrice(price) })] : []),
      ...(discount > 0 ? [t('ReceiptItemDiscount', { amount: formatPrice(-discount) })] : []),
    ],
  });
};

/** Section of the receipt with the lines of the purchase, its total, the refunds and the final price. */
const ReceiptAmounts = ({ receipt: { lines, voucher, total, refunds, paid } }: Pick<ReceiptFactsProps, 'receipt'>) => {
  const t = useTexts();
  const orderText = useOrderTexts();
  const lineTextsOf = useLineTexts();
  return (
    <>
      <Section title={t('ReceiptItems')}>
        <Sums>
          {lines.map((receiptLine, index) => (
            <SumLine key={index} {...lineTextsOf(receiptLine)} value={formatPrice(receiptLine.total)} />
          ))}
          {voucher !== null && (
            <SumLine label={orderText('Voucher', { name: voucher.name.de })} value={formatPrice(-voucher.value)} />
          )}
          <SumLine size="total" label={t('ReceiptTotal')} value={formatPrice(total)} />
        </Sums>
      </Section>
      {refunds.length > 0 && (
        <Section title={t('ReceiptRefunds')}>
          <Sums>
            {refunds.map((refund, index) => (
              <SumLine
                key={index}
                label={orderText('RefundLine', { reason: refundReasonLabel(refund), day: fullDateOf(refund.date) })}
                value={formatPrice(-refund.amount)}
              />
            ))}
            <SumLine size="total" label={orderText('PaidAfterRefund')} value={formatPrice(paid)} />
          </Sums>
        </Section>
      )}
    </>
  );
};

// Formats a price so that the line may break before the currency sign: with large fonts, four columns are wider than a
// phone.
const breakablePriceText = (priceCents: number): string => formatPrice(priceCents).replace('\u00a0', ' ');

const vatTotalOf = (amountsPerRate: readonly VatRateAmounts[], amountField: 'net' | 'vat' | 'gross'): number =>
  amountsPerRate.reduce((vatSum, vatAmounts) => vatSum + vatAmounts[amountField], 0);

/** Table with net price, VAT and gross price for each VAT rate, and the sums. */
const VatTable = ({
  title,
  amountsPerRate,
}: {
  readonly title: string;
  readonly amountsPerRate: readonly VatRateAmounts[];
}) => {
  const t = useTexts();
  return (
    <Section title={title}>
      <VatTableFrame>
        <thead>
          <tr>
            {(['ReceiptVatRate', 'ReceiptVatNet', 'ReceiptVatAmount', 'ReceiptVatGross'] as const).map((columnName) => (
              <th key={columnName} scope="col">
                {t(columnName)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {amountsPerRate.map(({ rate, net, vat, gross }) => (
            <tr key={rate}>
              <th scope="row">{t('ReceiptRate', { rate: String(rate).replace('.', ',') })}</th>
              <td>{breakablePriceText(net)}</td>
              <td>{breakablePriceText(vat)}</td>
              <td>{breakablePriceText(gross)}</td>
            </tr>
          ))}
          {amountsPerRate.length > 1 && (
            <tr>
              <th scope="row">{t('ReceiptVatAll')}</th>
              {(['net', 'vat', 'gross'] as const).map((vatField) => (
                <td key={vatField}>{breakablePriceText(vatTotalOf(amountsPerRate, vatField))}</td>
              ))}
            </tr>
          )}
        </tbody>
      </VatTableFrame>
    </Section>
  );
};

const VatTableFrame = styled.table`
  ${textStyles.small}
  ${textStyles.digits}
  width: 100%;
  border-collapse: collapse;
  th,
  td {
    padding: 4px 0 4px 8px;
    text-align: right;
    overflow-wrap: anywhere;
  }
  th:first-child {
    padding-left: 0;
    text-align: left;
  }
  thead th {
    color: ${tokens.color.ink2};
    font-weight: 400;
  }
  tbody tr {
    border-top: 1px solid ${tokens.color.line};
  }
`;

/** Tables with the VAT of the purchase and, after refunds, with the VAT of the final price. */
const ReceiptVatTables = ({ receipt: { vat, refunds, paidVat } }: Pick<ReceiptFactsProps, 'receipt'>) => {
  const t = useTexts();
  return (
    <>
      <VatTable title={t('ReceiptVat')} amountsPerRate={vat} />
      {refunds.length > 0 && <VatTable title={t('ReceiptVatAfter')} amountsPerRate={paidVat} />}
    </>
  );
};

/** Further statements that the law and employers require on a receipt. */
const ReceiptClosingNotes = ({
  order: { seller },
  receipt: { isSmallInvoice },
}: Omit<ReceiptFactsProps, 'payment'>) => {
  const t = useTexts();
  return (
    <div>
      <Caption as="p" $tone="quiet">
        {t(isSmallInvoice ? 'ReceiptSmallInvoice' : 'ReceiptLargeInvoice')}
      </Caption>
      <Caption as="p" $tone="quiet">
        {seller === null ? t('ReceiptNoSeller') : t('ReceiptParties', { seller: seller.name })}
      </Caption>
    </div>
  );
};

interface ReceiptProps extends ReceiptFactsProps {
  /** Whether the payment was only a test, without real money. */
  readonly isTest: boolean;
}

/** Content of a receipt; the PDF of the order has the same content. */
export const ReceiptContent = ({ isTest, ...receiptFactsProps }: ReceiptProps) => {
  const t = useTexts();
  return (
    <Stack $gap={24}>
      {isTest && <TestReceiptWarning>{t('ReceiptTest')}</TestReceiptWarning>}
      <SellerSection {...receiptFactsProps} />
      <ReceiptFacts {...receiptFactsProps} />
      <ReceiptAmounts {...receiptFactsProps} />
      <ReceiptVatTables {...receiptFactsProps} />
      <ReceiptClosingNotes {...receiptFactsProps} />
    </Stack>
  );
};

const TestReceiptWarning = styled.p`
  ${textStyles.label}
  padding: 8px 12px;
  border: 1px solid ${tokens.color.line};
  border-radius: ${tokens.radius.control};
`;
