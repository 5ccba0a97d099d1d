import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { CardsSheet } from '../features/cards';

/**
 * Screen with the user's means of payment. The route `paymentoptions/new` opens the form for a new card; a further
 * parameter is the id with which the bank's page has redirected back.
 */
const PaymentOptionsScreen = ({ params: [screenPart, returnedId] }: ScreenProps) => (
  <CardsSheet isAdding={screenPart === 'new'} returnedId={returnedId ?? null} />
);

export default defineScreen(PaymentOptionsScreen);
