import type { CardBrand } from '@mahlzeit/contract';
import texts from '../../../../locales/de.json';
import type { WriteTransaction } from '../../../platform';
import { findEmail } from '../../identity';
import type { Outbox } from '../../mail';
import type { StoredPreAuthorization } from '../repositories/pre-authorization-repository';

const BRAND_NAMES: Readonly<Record<CardBrand, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  MAESTRO: 'Maestro',
  LUNCHIT: 'Lunchit',
  PAYPAL: 'PayPal',
};

/** Puts the e-mail about a new card into the outbox, in the transaction from which on the card can pay for orders. */
export const mailAddedCard = async (
  tx: WriteTransaction,
  { uid, brand }: Pick<StoredPreAuthorization, 'uid' | 'brand'>,
  { outbox, publicUrl }: { readonly outbox: Outbox; readonly publicUrl: string },
): Promise<void> => {
  const recipient = await findEmail(tx.knex, uid);
  if (recipient === null) return;
  await outbox.enqueue(tx, {
    kind: 'cardAdded',
    to: recipient,
    card: brand === null ? texts.mailCardUnknown : BRAND_NAMES[brand],
    cardsLink: `${publicUrl}/restaurants#paymentoptions`,
  });
};
