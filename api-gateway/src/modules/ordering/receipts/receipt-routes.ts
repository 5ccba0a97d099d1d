import { getReceipt } from '@mahlzeit/contract';
import { route } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import type { FindReceipt } from './receipt-service';

/** Creates the route with which diners load the receipt of their own paid order as PDF. */
export const receiptRoutes = (findReceipt: FindReceipt): readonly BoundRoute[] => [
  route(getReceipt, ({ session: { uid }, params }) => findReceipt(uid, params.orderKey)),
];
