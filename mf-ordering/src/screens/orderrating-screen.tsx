import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { RatingSheet } from '../features/orders/rating-sheet';

/** How an order of the reader was. */
const OrderRatingScreen = ({ params: [orderKey = ''] }: ScreenProps) => <RatingSheet key={orderKey} orderKey={orderKey} />;

export default defineScreen(OrderRatingScreen);
