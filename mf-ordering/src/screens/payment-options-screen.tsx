import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { CardsSheet } from '../features/cards';

/** What the reader can pay with; with a parameter, what the bank says of a new card. */
const PaymentOptionsScreen = ({ params: [returnedId] }: ScreenProps) => <CardsSheet returnedId={returnedId ?? null} />;

export default defineScreen(PaymentOptionsScreen);
