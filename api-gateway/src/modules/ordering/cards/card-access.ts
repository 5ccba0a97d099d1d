import { err, ok } from '@mahlzeit/contract';
import type { Card, PaymentUser, Result } from '@mahlzeit/contract';
import { consumeAttempt } from '../../../platform';
import type { Clock, Database, RateLimiter, RouteError, Steps } from '../../../platform';
import { describeOption, paymentRefusedError } from '../providers';
import type { CardVault, OwnedCard, ProviderError } from '../providers';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';
import type { PreAuthorizations } from './pre-authorization';

export interface CardDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Client of the payment provider that stores cards; null if no such provider is configured. */
  readonly vault: CardVault | null;
  readonly preAuthorizations: PreAuthorizations;
  /** Limits the requests to the card payment provider for one user. */
  readonly questions: RateLimiter;
  /**
   * Limits the card registrations that one user begins. The gateway can't count the cards that a user types, because
   * the browser sends them directly to the provider.
   */
  readonly registrations: RateLimiter;
  /** Limits the cards of one user that are checked by a bank. */
  readonly checkedCards: RateLimiter;
  readonly publicUrl: string;
}

/** Error of a request about a card: only its code, or the code with details of the response. */
export type CardError = RouteError | RouteError['code'];

/** Result of a request about a card. A refusal is returned as a `CardError` and not thrown. */
export type CardAnswer<T> = Promise<Result<T, CardError>>;

/** A user of the card payment provider whose request is within the limits. */
export interface AdmittedPayer {
  readonly vault: CardVault;
  readonly payer: PaymentUser;
}

/** Name of the payment provider that stores the registered cards. */
export const { provider: CARD_PROVIDER } = describeOption('card');

/**
 * Maps an error of the card payment provider to the error of the response: `providerUnavailable` if the provider gave
 * no usable response, else an error with the provider's code.
 */
export const cardErrorOf = (error: ProviderError): CardError =>
  error.kind === 'unreachable'
    ? 'providerUnavailable'
    : paymentRefusedError({ provider: CARD_PROVIDER, code: error.code });

/**
 * Checks whether a card has expired on a day. `expirationDate` has the form `MMYY`, `berlinDate` the form `2026-06-24`.
 * A card is valid until the end of its month.
 */
export const isCardExpired = (expirationDate: string, berlinDate: string): boolean =>
  `${expirationDate.slice(2, 4)}${expirationDate.slice(0, 2)}` < `${berlinDate.slice(2, 4)}${berlinDate.slice(5, 7)}`;

/** Checks whether a card can be charged on a day: it is active, not marked as invalid and not expired. */
export const canCardPay = ({ mangoPayData: { Active, Validity, ExpirationDate } }: Card, berlinDate: string): boolean =>
  Active && Validity !== 'INVALID' && !isCardExpired(ExpirationDate, berlinDate);

/**
 * Creates the functions that check users' limits before requests to the card payment provider, and find users' cards
 * there.
 */
export const createCardAccess = ({
  database,
  vault,
  questions,
}: Pick<CardDeps, 'database' | 'vault' | 'questions'>) => {
  /**
   * Checks whether a user's request may go to the card payment provider. Fails with `ErrorTooManyAttempts` above the
   * limit, and with `providerUnavailable` if no provider is configured.
   */
  const admitRequest = async (uid: string): CardAnswer<CardVault> => {
    const attemptAdmission = await consumeAttempt(questions, uid);
    if (!attemptAdmission.ok) return attemptAdmission;
    return vault === null ? err('providerUnavailable') : ok(vault);
  };

  /**
   * Checks whether a request of a payment user may go to the card payment provider. Fails with `errorCode` for a user
   * who is not registered there.
   */
  const admitPayer = async (uid: string, errorCode: 'NoPaymentUser' | 'NoCard'): CardAnswer<AdmittedPayer> => {
    const paymentUser = await createPaymentUserRepository(database.knex).find(uid);
    if (paymentUser === null) return err(errorCode);
    const attemptAdmission = await admitRequest(uid);
    return attemptAdmission.ok ? ok({ vault: attemptAdmission.value, payer: paymentUser }) : attemptAdmission;
  };

  /** Finds a card of a payment user. Fails with `NoCard` for an unknown card and for a card of another user. */
  const findOwnCard = async (
    steps: Steps,
    { vault: cardVault, payer }: AdmittedPayer,
    cardId: string,
  ): CardAnswer<OwnedCard> => {
    const card = await steps.ask((signal) => cardVault.findCard(cardId, signal));
    if (!card.ok) return err(cardErrorOf(card.error));
    return card.value === null || card.value.payerId !== payer.mangoPayData.Id ? err('NoCard') : ok(card.value);
  };

  return { admit: admitRequest, admitPayer, findOwn: findOwnCard };
};

/** Functions that check users' limits before requests to the card payment provider, and find users' cards there. */
export type CardAccess = ReturnType<typeof createCardAccess>;
