import { err, ok } from '@mahlzeit/contract';
import type { DeliveryFault, MailTransport, OutgoingMail } from '../mail-transport';

/** A post office that takes what it is told to. */
export interface FakePost extends MailTransport {
  readonly taken: OutgoingMail[];
  /** What becomes of the next letters, one each; all others are taken. */
  readonly next: (DeliveryFault['kind'] | 'taken')[];
}

/** Makes one with nothing in it. */
export const createFakePost = (): FakePost => {
  const post: FakePost = {
    taken: [],
    next: [],
    async deliver(mail) {
      const fate = post.next.shift() ?? 'taken';
      if (fate !== 'taken') return err({ kind: fate, cause: new Error(fate) });
      post.taken.push(mail);
      return ok(undefined);
    },
  };
  return post;
};
