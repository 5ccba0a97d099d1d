import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { ReceiptSheet } from '../features/orders/receipt-sheet';

/** What an order of the reader cost, to keep. */
const ReceiptScreen = ({ params: [orderKey = ''] }: ScreenProps) => <ReceiptSheet key={orderKey} orderKey={orderKey} />;

export default defineScreen(ReceiptScreen);
