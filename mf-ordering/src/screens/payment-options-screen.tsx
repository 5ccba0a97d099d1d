import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { CardsSheet } from '../features/cards';

/**
 * Screen with the user's ways to pay. `paymentoptions/new` is a new card; a further parameter is the bank's answer
 * about it.
 */
const PaymentOptionsScreen = ({ params: [part, returnedId] }: ScreenProps) => (
  <CardsSheet isAdding={part === 'new'} returnedId={returnedId ?? null} />
);

export default defineScreen(PaymentOptionsScreen);
