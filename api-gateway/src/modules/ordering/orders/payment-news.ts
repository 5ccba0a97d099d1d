import { gatewayRefusalOf } from '@mahlzeit/contract/rules';
import texts from '../../../../locales/de.json';
import { fillText, formatPrice } from '../../../platform';
import type { Clock, WriteTransaction } from '../../../platform';
import { findEmail } from '../../identity';
import type { Outbox } from '../../mail';
import { notify } from '../../notifications';
import { findSeller } from '../order-records';
import type { UnusableMoney } from '../payments';
import type { StoredOrder } from '../repositories/order-repository';

interface PaymentNewsDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly outbox: Outbox;
}

/** Returns the sentence for the reason of a refused payment; empty for a reason that only logs need. */
const reasonTextOf = (reasonCode: string): string => {
  const refusal = gatewayRefusalOf(reasonCode);
  return refusal === null ? '' : texts[`unserved_${refusal.reason}`];
};

/** Creates the functions that inform a diner about a payment whose order doesn't take place. */
export const createPaymentNews = ({ clock, outbox }: PaymentNewsDeps) => {
  const notifyDiner = async (
    tx: WriteTransaction,
    { uid, key }: StoredOrder,
    news: { readonly kind: string; readonly title: string; readonly text: string },
  ): Promise<void> => {
    if (uid !== null) await notify(tx, { uid, ...news, route: `order/${key}`, sent: clock.now() });
  };
  const placeNameOf = async (tx: WriteTransaction, order: StoredOrder): Promise<string> =>
    (await findSeller(tx.knex, order))?.name ?? texts.noticeOrderPlace;

  return {
    /**
     * Informs the diner that their money is refunded, with the reason. Runs in the transaction that decides on the
     * refund.
     */
    async onMoneyBack(tx: WriteTransaction, { order, amount, reasonCode }: UnusableMoney): Promise<void> {
      const reason = reasonTextOf(reasonCode);
      await notifyDiner(tx, order, {
        kind: 'orderRefunded',
        title: fillText(texts.noticePaymentReturnedTitle, { price: formatPrice(amount) }),
        text: fillText(texts.noticeUnserved, { place: await placeNameOf(tx, order), reason }).trim(),
      });
      const recipient = order.uid === null ? null : await findEmail(tx.knex, order.uid);
      if (recipient === null) return;
      await outbox.enqueue(tx, {
        kind: 'paymentReturned',
        to: recipient,
        number: order.number,
        place: (await findSeller(tx.knex, order))?.name ?? null,
        amount,
        ...(reason === '' ? {} : { reason }),
      });
    },

    /** Notifies the diner that their order can't be served and nothing was charged. */
    async onNotCharged(tx: WriteTransaction, order: StoredOrder, reasonCode: string): Promise<void> {
      const reason = reasonTextOf(reasonCode);
      if (reason === '') return;
      await notifyDiner(tx, order, {
        kind: 'orderNotPaid',
        title: texts.noticeNotChargedTitle,
        text: fillText(texts.noticeNotCharged, { place: await placeNameOf(tx, order), reason }),
      });
    },

    /** Notifies the diner that they have approved a payment at the provider but not finished it in the app. */
    async onApproved(tx: WriteTransaction, order: StoredOrder): Promise<void> {
      await notifyDiner(tx, order, {
        kind: 'orderNotPaid',
        title: texts.noticeApprovedTitle,
        text: fillText(texts.noticeApproved, { place: await placeNameOf(tx, order) }),
      });
    },
  };
};
