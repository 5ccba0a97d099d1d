export { sendRating } from './live-orders';
export { OrderDetailsSheet } from './order-details-sheet';
export { useReceiptFile } from './order-files';
export { placeLabel, placeName, reasonLabel, useTexts as useOrderTexts } from './order-labels';
export { OrderLoader } from './order-loader';
export { PriceLines, RefundLines } from './order-parts';
export { OrderTabs } from './order-tabs';
export { usePaymentLabel } from './payment-label';
