import type { Order } from '@mahlzeit/contract';
import { receiptOf } from '@mahlzeit/contract/rules';
import { defineScreen, useScreenName, useShell } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Button, EmptyState } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { PrintArea } from '@mahlzeit/shared-ui/ui/order';
import { FileDown, Printer, ReceiptText } from 'lucide-react';
import styled from 'styled-components';
import { OrderLoader, restaurantNameOf, useOrderTexts, usePaymentLabel, useReceiptFile } from '../orders';
import { ReceiptContent, useTexts } from './receipt-parts';

const PaidReceipt = ({ order }: { readonly order: Order }) => {
  const t = useTexts();
  const orderText = useOrderTexts();
  const { navigation, deployment } = useShell();
  const paymentLabel = usePaymentLabel(order);
  const orderReceipt = receiptOf(order);
  const receiptFile = useReceiptFile({ key: order.key, number: orderReceipt.number });
  useScreenName(`${orderText('Receipt')} ${restaurantNameOf(order)}`);
  return (
    <Sheet
      title={orderText('Receipt')}
      subtitle={orderReceipt.number}
      onClose={() => navigation.back()}
      dock={
        <ReceiptActions>
          {/* There is no PDF for an order whose seller is no longer known. */}
          {order.seller !== null && (
            <Button isBlock icon={FileDown} isBusy={receiptFile.isBusy} onClick={receiptFile.save}>
              {t('ReceiptLoad')}
            </Button>
          )}
          <Button isBlock variant="second" icon={Printer} onClick={() => window.print()}>
            {t('ReceiptPrint')}
          </Button>
        </ReceiptActions>
      }
    >
      {/* The area contains nothing focusable. It takes the focus itself, so that the keyboard can scroll it. */}
      <PrintArea tabIndex={0} role="region" aria-label={orderText('Receipt')}>
        {/* The printed receipt has a heading of its own, because the sheet's title isn't printed. */}
        <PaperFrame aria-hidden="true">{t('ReceiptOf', { number: orderReceipt.number })}</PaperFrame>
        <ReceiptContent
          order={order}
          receipt={orderReceipt}
          payment={paymentLabel.name}
          isTest={deployment.testPayments.includes(order.paymentOption)}
        />
      </PrintArea>
    </Sheet>
  );
};

const PaperFrame = styled.p`
  display: none;
  @media print {
    display: block;
    margin-bottom: 16px;
    font-size: 1.25rem;
    font-weight: 700;
  }
`;

const ReceiptActions = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr));
  gap: 10px;
`;

const NoReceiptNotice = () => {
  const t = useTexts();
  const orderText = useOrderTexts();
  const { navigation } = useShell();
  return (
    <Sheet title={orderText('Receipt')} onClose={() => navigation.back()}>
      <EmptyState icon={ReceiptText} title={t('ReceiptUnpaid')} text={orderText('ReceiptUnpaidText')} />
    </Sheet>
  );
};

/** Screen with the receipt of a paid order, which the user can read, print and download. */
export const ReceiptScreen = ({ params: [orderKey = ''] }: Pick<ScreenProps, 'params'>) => {
  const orderText = useOrderTexts();
  return (
    <OrderLoader key={orderKey} orderKey={orderKey} title={orderText('Receipt')}>
      {(order) => (order.paymentStatus === 'SUCCEEDED' ? <PaidReceipt order={order} /> : <NoReceiptNotice />)}
    </OrderLoader>
  );
};

export default defineScreen(ReceiptScreen);
