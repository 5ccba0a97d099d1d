import { err, ok } from '@mahlzeit/contract';
import type { DeliveryError, MailTransport, OutgoingMail } from '../mail-transport';

/** Fake transport for e-mails, which keeps them in memory. A test chooses the result of each delivery. */
interface FakeMailTransport extends MailTransport {
  readonly sentMails: OutgoingMail[];
  /** All e-mails whose delivery was tried, one entry for each attempt. */
  readonly attemptedMails: OutgoingMail[];
  /**
   * Results of the next delivery attempts, in this order; `taken` is a success. An attempt without an entry succeeds.
   */
  readonly nextResults: (DeliveryError['kind'] | 'taken')[];
}

/** Creates a fake transport for e-mails, which has none yet. */
export const createFakeMailTransport = (): FakeMailTransport => {
  const fakeTransport: FakeMailTransport = {
    sentMails: [],
    attemptedMails: [],
    nextResults: [],
    async deliver(mail) {
      fakeTransport.attemptedMails.push(mail);
      const deliveryResult = fakeTransport.nextResults.shift() ?? 'taken';
      if (deliveryResult !== 'taken')
        return err({ kind: deliveryResult, reason: deliveryResult === 'unreachable' ? 'ECONNREFUSED' : '550' });
      fakeTransport.sentMails.push(mail);
      return ok(undefined);
    },
  };
  return fakeTransport;
};
