import { err, ok } from '@mahlzeit/contract';
import type { Card, PaymentUser, Result } from '@mahlzeit/contract';
import { consumeAttempt } from '../../../platform';
import type { Clock, Database, RateLimiter, RouteError, Steps } from '../../../platform';
import { describeOption, paymentRefused } from '../providers';
import type { CardVault, OwnedCard, ProviderError } from '../providers';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';
import type { PreAuthorizations } from './pre-authorization';

/** Dependencies of the services of cards. */
export interface CardDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** null: no provider with cards is set up. */
  readonly vault: CardVault | null;
  readonly preAuthorizations: PreAuthorizations;
  /** Limits the questions that the provider gets for one user. */
  readonly questions: RateLimiter;
  /** Limits the registrations that one user begins: a card goes to the provider alone. */
  readonly registrations: RateLimiter;
  /** Limits the cards of one user that a bank is asked about. */
  readonly checkedCards: RateLimiter;
  readonly publicUrl: string;
}

/** Error of a card. */
export type CardError = RouteError | RouteError['code'];

/** Answer of a service of cards. */
export type CardAnswer<T> = Promise<Result<T, CardError>>;

/** Payment user who is admitted to ask the provider. */
export interface AdmittedPayer {
  readonly vault: CardVault;
  readonly payer: PaymentUser;
}

/** Name of the provider that keeps the registered cards. */
export const { provider: CARD_PROVIDER } = describeOption('card');

/** Returns the error for an answer of the provider that is no success. */
export const cardError = (error: ProviderError): CardError =>
  error.kind === 'unreachable' ? 'providerUnavailable' : paymentRefused({ provider: CARD_PROVIDER, code: error.code });

/** Whether a card has expired on a day: `MMYY` and `2026-06-24`. A card is good until its month ends. */
export const isCardExpired = (expiration: string, day: string): boolean =>
  `${expiration.slice(2, 4)}${expiration.slice(0, 2)}` < `${day.slice(2, 4)}${day.slice(5, 7)}`;

/** Whether a card can be charged on a day. */
export const canPay = ({ mangoPayData: { Active, Validity, ExpirationDate } }: Card, day: string): boolean =>
  Active && Validity !== 'INVALID' && !isCardExpired(ExpirationDate, day);

/** Creates the access of users to the provider and to their cards there. */
export const createCardAccess = ({
  database,
  vault,
  questions,
}: Pick<CardDeps, 'database' | 'vault' | 'questions'>) => {
  /** Admits a user to ask the provider. Fails with `ErrorTooManyAttempts`, or where no provider is set up. */
  const admit = async (uid: string): CardAnswer<CardVault> => {
    const admission = await consumeAttempt(questions, uid);
    if (!admission.ok) return admission;
    return vault === null ? err('providerUnavailable') : ok(vault);
  };

  /** Admits a payment user. Fails with `unknown` where the provider doesn't know the user. */
  const admitPayer = async (uid: string, errorCode: 'NoPaymentUser' | 'NoCard'): CardAnswer<AdmittedPayer> => {
    const payer = await createPaymentUserRepository(database.knex).find(uid);
    if (payer === null) return err(errorCode);
    const admission = await admit(uid);
    return admission.ok ? ok({ vault: admission.value, payer }) : admission;
  };

  /** Finds a card of the payer. Another's card and an unknown one both fail with `NoCard`. */
  const findOwn = async (
    steps: Steps,
    { vault: cards, payer }: AdmittedPayer,
    cardId: string,
  ): CardAnswer<OwnedCard> => {
    const card = await steps.ask((signal) => cards.findCard(cardId, signal));
    if (!card.ok) return err(cardError(card.error));
    return card.value === null || card.value.payerId !== payer.mangoPayData.Id ? err('NoCard') : ok(card.value);
  };

  return { admit, admitPayer, findOwn };
};

/** Access of users to the provider and to their cards there. */
export type CardAccess = ReturnType<typeof createCardAccess>;
