import type { Result } from '@mahlzeit/contract';

/** A message on its way out. */
export interface OutgoingMail {
  /** Stays the same over all tries, so that whoever gets a second copy can tell. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Epoch milliseconds of the domain clock. */
  readonly sentAt: number;
}

/** Why a message was not taken. */
export interface DeliveryError {
  /** `refused`: this message will never be taken; `later`: it may be; `unreachable`: none is taken at the moment. */
  readonly kind: 'refused' | 'later' | 'unreachable';
  readonly cause: unknown;
}

/** Whoever takes messages to their readers. */
export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<Result<void, DeliveryError>>;
}
