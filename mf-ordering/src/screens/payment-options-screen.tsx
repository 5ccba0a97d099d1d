import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { CardsSheet } from '../features/cards';

/** What the reader can pay with. `paymentoptions/new` shows the form of a new card for as long as that is the address, and with one more parameter with what the bank says of it. */
const PaymentOptionsScreen = ({ params: [part, returnedId] }: ScreenProps) => <CardsSheet isNewAskedFor={part === 'new'} returnedId={returnedId ?? null} />;

export default defineScreen(PaymentOptionsScreen);
