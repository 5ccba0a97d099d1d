import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { CardsSheet } from '../features/cards';

/**
 * Screen with the user's means of payment. The URL `paymentoptions/new` opens the form for a new card. A further
 * parameter of the URL is the id of the pre-authorisation, which the bank's page adds when it redirects back.
 */
const PaymentOptionsScreen = ({ params: [screenPart, returnedId] }: ScreenProps) => (
  <CardsSheet isAdding={screenPart === 'new'} returnedId={returnedId ?? null} />
);

export default defineScreen(PaymentOptionsScreen);
