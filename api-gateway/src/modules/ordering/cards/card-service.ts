import { randomUUID } from 'node:crypto';
import { CardType, err, ok } from '@mahlzeit/contract';
import type { Card, CardChoice, CardRegistration, NaturalUserForm, PaymentUser } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { consumeAttempt } from '../../../platform';
import type { Steps } from '../../../platform';
import { findEmail } from '../../identity';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';
import { createPreAuthorizationRepository, filterConfirmedCards } from '../repositories/pre-authorization-repository';
import type { StoredPreAuthorization } from '../repositories/pre-authorization-repository';
import { canCardPay, cardErrorOf, createCardAccess } from './card-access';
import type { AdmittedPayer, CardAnswer, CardDeps, CardError } from './card-access';
import { createRegistrationFinish } from './finish-registration';

/** Timeout in milliseconds of a request to the payment provider, for routes that only read. */
const READ_DEADLINE_MS = 10_000;

/**
 * Error of a request without a card id. A request with the id of another user's card gets the same error as one with an
 * unknown card (contract §7).
 */
const missingCardIdError: CardError = { code: 'NoCard', status: 400 };

/** Creates the service for payment users and their cards: registration, default card and removal. */
export const createCardService = (deps: CardDeps) => {
  const { database, clock, vault, preAuthorizations, registrations } = deps;
  const cardAccess = createCardAccess(deps);
  const { admit, admitPayer, findOwn } = cardAccess;
  const paymentUserRepository = () => createPaymentUserRepository(database.knex);

  /** Deactivates a user's card at the payment provider. */
  const deactivateCard = async (steps: Steps, admittedPayer: AdmittedPayer, cardId: string): CardAnswer<void> => {
    const ownCard = await findOwn(steps, admittedPayer, cardId);
    if (!ownCard.ok || !ownCard.value.card.mangoPayData.Active) return ownCard.ok ? ok(undefined) : ownCard;
    const deactivationResult = await steps.ask((signal) => admittedPayer.vault.deactivateCard(cardId, signal));
    return deactivationResult.ok ? deactivationResult : err(cardErrorOf(deactivationResult.error));
  };

  /**
   * Lists the cards that may become the default card after this card is removed; null if this card isn't the default
   * card.
   */
  const listSuccessors = async (
    steps: Steps,
    { vault: cardVault, payer }: AdmittedPayer,
    cardId: string,
  ): CardAnswer<readonly Card[] | null> => {
    if (payer.mangoPayData.defaultCardId !== cardId) return ok(null);
    const cardsResult = await steps.ask((signal) => cardVault.listCards(payer.mangoPayData.Id, signal));
    if (!cardsResult.ok) return err(cardErrorOf(cardsResult.error));
    const berlinToday = berlinDay(clock.now());
    return ok(cardsResult.value.filter((card) => card.mangoPayData.Id !== cardId && canCardPay(card, berlinToday)));
  };

  /**
   * Stores that a user has removed a card, and which card becomes the default card. Returns false if the removed card
   * became the default card after its successors were listed.
   */
  const storeRemoval = (
    steps: Steps,
    {
      uid,
      cardId,
      row,
    }: { readonly uid: string; readonly cardId: string; readonly row: StoredPreAuthorization | null },
    successorCards: readonly Card[] | null,
  ): Promise<boolean> =>
    steps.write(async (tx) => {
      const paymentUsers = createPaymentUserRepository(tx.knex);
      if (successorCards === null && (await paymentUsers.find(uid))?.mangoPayData.defaultCardId === cardId)
        return false;
      // Chooses a successor that still exists, because another tab may have removed one since they were listed.
      const nextCard = (await filterConfirmedCards(tx.knex, uid, successorCards ?? [])).find(
        ({ data }) => data.typeAlias !== null,
      );
      if (row !== null) await preAuthorizations.remove(tx, row);
      await paymentUsers.changeDefaultCard(uid, nextCard?.mangoPayData.Id ?? null, cardId);
      return true;
    });

  const removeCard = async (steps: Steps, uid: string, cardId: string): CardAnswer<Record<string, never>> => {
    const admittedPayer = await admitPayer(uid, 'NoCard');
    if (!admittedPayer.ok) return admittedPayer;
    const storedPreAuthorization = await createPreAuthorizationRepository(database.knex).findOfCard(cardId);
    if (storedPreAuthorization !== null && storedPreAuthorization.uid !== uid) return err('NoCard');
    const successorCards = await listSuccessors(steps, admittedPayer.value, cardId);
    if (!successorCards.ok) return successorCards;
    const deactivationResult =
      storedPreAuthorization === null ? await deactivateCard(steps, admittedPayer.value, cardId) : ok(undefined);
    if (!deactivationResult.ok) return deactivationResult;
    if (!(await storeRemoval(steps, { uid, cardId, row: storedPreAuthorization }, successorCards.value)))
      return removeCard(steps, uid, cardId);
    // Deactivates the card at the provider. The gateway allows no payment with it any more; if the provider doesn't
    // respond now, a job deactivates the card later.
    if (storedPreAuthorization !== null) await deactivateCard(steps, admittedPayer.value, cardId);
    return ok({});
  };

  /**
   * Finds the idempotency key with which the gateway requests a payment user from the provider, or stores a new key.
   */
  const requestKeyOf = (steps: Steps, uid: string): Promise<string> =>
    steps.write(async (tx) => {
      const paymentUsers = createPaymentUserRepository(tx.knex);
      const existingRequestKey = await paymentUsers.findRequest(uid);
      const requestKey = existingRequestKey ?? randomUUID();
      if (existingRequestKey === null) await paymentUsers.addRequest(uid, requestKey);
      return requestKey;
    });

  return {
    /** Lists the caller's cards that a bank has confirmed. */
    async list(uid: string): CardAnswer<Card[]> {
      const foundPaymentUser = await paymentUserRepository().find(uid);
      if (foundPaymentUser === null || vault === null) return ok([]);
      const payerAdmission = await admit(uid);
      if (!payerAdmission.ok) return payerAdmission;
      const cardsResult = await payerAdmission.value.listCards(
        foundPaymentUser.mangoPayData.Id,
        AbortSignal.timeout(READ_DEADLINE_MS),
      );
      return cardsResult.ok
        ? ok(await filterConfirmedCards(database.knex, uid, cardsResult.value))
        : err('providerUnavailable');
    },

    /** Registers a user at the card payment provider, only once: simultaneous requests use the same idempotency key. */
    async createUser(steps: Steps, uid: string, { firstName, lastName }: NaturalUserForm): CardAnswer<PaymentUser> {
      const existingUser = await paymentUserRepository().find(uid);
      if (existingUser !== null) return ok(existingUser);
      const email = await findEmail(database.knex, uid);
      if (email === null) return err('UserNotFound');
      const payerAdmission = await admit(uid);
      if (!payerAdmission.ok) return payerAdmission;
      const requestKey = await requestKeyOf(steps, uid);
      const payerResult = await steps.ask((signal) =>
        payerAdmission.value.createPayer({ key: requestKey, firstName, lastName, email }, signal),
      );
      if (!payerResult.ok && payerResult.error.kind === 'unreachable') return err('providerUnavailable');
      return steps.write(async (tx) => {
        const paymentUsers = createPaymentUserRepository(tx.knex);
        await paymentUsers.removeRequest(uid, requestKey);
        const paymentUser = await paymentUsers.find(uid);
        if (paymentUser !== null) return ok(paymentUser);
        if (!payerResult.ok) return err(cardErrorOf(payerResult.error));
        const user: PaymentUser = {
          key: uid,
          mangoPayData: { Id: payerResult.value.id, defaultCardId: null },
          firstName: payerResult.value.firstName,
          lastName: payerResult.value.lastName,
        };
        await paymentUsers.put(user);
        return ok(user);
      });
    },

    /** Begins to register a card. The browser sends the card's data directly to the provider. */
    async register(steps: Steps, uid: string, cardTypeName: string | undefined): CardAnswer<CardRegistration> {
      const cardType = CardType.safeParse(cardTypeName);
      if (!cardType.success) return err('NoCardType');
      const payerAdmission = await admitPayer(uid, 'NoPaymentUser');
      if (!payerAdmission.ok) return payerAdmission;
      const registrationAdmission = await consumeAttempt(registrations, uid);
      if (!registrationAdmission.ok) return registrationAdmission;
      const { vault: cardVault, payer } = payerAdmission.value;
      const registrationResult = await steps.ask((signal) =>
        cardVault.registerCard({ key: randomUUID(), payerId: payer.mangoPayData.Id, cardType: cardType.data }, signal),
      );
      if (registrationResult.ok) return registrationResult;
      const { error } = registrationResult;
      return err(error.kind === 'refused' && error.status === 404 ? 'UserNotFound' : cardErrorOf(error));
    },

    finish: createRegistrationFinish(deps, cardAccess),

    /** Removes a card of the caller for good, even while a bank is still checking it. */
    deactivate: async (steps: Steps, uid: string, { cardId = '' }: CardChoice): CardAnswer<Record<string, never>> =>
      cardId.trim() === '' ? err(missingCardIdError) : removeCard(steps, uid, cardId),

    /** Makes a confirmed card of the caller the default card. Fails with `NoCard` for every other card. */
    async choose(steps: Steps, uid: string, { cardId = '' }: CardChoice): CardAnswer<Record<string, never>> {
      if (cardId.trim() === '') return err(missingCardIdError);
      const admittedPayer = await admitPayer(uid, 'NoCard');
      if (!admittedPayer.ok) return admittedPayer;
      const ownCard = await findOwn(steps, admittedPayer.value, cardId);
      if (!ownCard.ok) return ownCard;
      const [card] = await filterConfirmedCards(database.knex, uid, [ownCard.value.card]);
      if (card === undefined || !canCardPay(card, berlinDay(clock.now()))) return err('NoCard');
      return steps.write(async (tx) => {
        // Refuses a card that another tab has removed since it was found.
        if ((await filterConfirmedCards(tx.knex, uid, [card])).length === 0) return err('NoCard');
        await createPaymentUserRepository(tx.knex).chooseDefaultCard(uid, cardId);
        return ok({});
      });
    },
  };
};

/** Service for payment users and their cards. */
export type CardService = ReturnType<typeof createCardService>;
