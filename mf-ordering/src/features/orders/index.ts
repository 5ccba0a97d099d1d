export { sendOrderRating, useWaitingStars } from './live-orders';
export { OrderDetailsSheet } from './order-details-sheet';
export { useReceiptFile } from './order-files';
export { mealPlaceLabel, restaurantNameOf, refundReasonLabel, useTexts as useOrderTexts } from './order-labels';
export { OrderLoader } from './order-loader';
export { OrderPriceLines, RefundLines } from './order-parts';
export { OrderTabs } from './order-tabs';
export { usePaymentLabel } from './payment-label';
