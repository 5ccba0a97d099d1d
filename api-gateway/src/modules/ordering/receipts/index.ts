export { receiptRoutes } from './receipt-routes';
export { createReceipts } from './receipt-service';
export type { DrawReceipt } from './receipt-service';
