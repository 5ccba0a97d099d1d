import { getReceipt } from '@mahlzeit/contract';
import { route } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import type { FindReceipt } from './receipt-service';

/** Creates the routes of receipts. */
export const receiptRoutes = (findReceipt: FindReceipt): readonly BoundRoute[] => [
  route(getReceipt, ({ session: { uid }, params }) => findReceipt(uid, params.orderKey)),
];
