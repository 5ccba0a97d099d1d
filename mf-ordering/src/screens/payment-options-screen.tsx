import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { CardsSheet } from '../features/cards';

/**
 * What the reader can pay with. `paymentoptions/new` is a new card, and with one more parameter with what the bank says
 * of it.
 */
const PaymentOptionsScreen = ({ params: [part, returnedId] }: ScreenProps) => (
  <CardsSheet isAdding={part === 'new'} returnedId={returnedId ?? null} />
);

export default defineScreen(PaymentOptionsScreen);
