import { randomUUID } from 'node:crypto';
import { CardType, err, ok } from '@mahlzeit/contract';
import type { CardFinish, CardFinishAnswer } from '@mahlzeit/contract';
import { consumeAttempt } from '../../../platform';
import type { Steps } from '../../../platform';
import { paymentRefusedError, RELEASE_FORCED_MS, shownCodeOf } from '../providers';
import type { CardVault, OwnedCard } from '../providers';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';
import { createPreAuthorizationRepository } from '../repositories/pre-authorization-repository';
import type { StoredPreAuthorization } from '../repositories/pre-authorization-repository';
import { CARD_PROVIDER, cardErrorOf } from './card-access';
import type { CardAccess, CardAnswer, CardDeps } from './card-access';

/** User who registers a card, with the data of their browser that the bank receives. */
export interface CardOwner {
  readonly uid: string;
  /** IP address of the user's browser. */
  readonly address: string;
  readonly userAgent: string;
}

/** Returns the response to a user whose card registration has a stored pre-authorisation. */
const registrationAnswerOf = ({
  state,
  providerId,
  returnUrl,
  redirectUrl,
  code,
}: StoredPreAuthorization): Awaited<CardAnswer<CardFinishAnswer>> => {
  // Reports an unknown status, because the provider's response is missing. The user may repeat the request without a
  // second hold of money.
  if (state === 'REQUESTED') return err('providerUnavailable');
  if (state === 'FAILED' && providerId === null) return err(paymentRefusedError({ provider: CARD_PROVIDER, code }));
  return ok({
    Status: state === 'PENDING' ? 'CREATED' : state,
    SecureModeReturnURL: returnUrl,
    SecureModeRedirectURL: redirectUrl,
    ResultCode: code === null ? null : shownCodeOf({ provider: CARD_PROVIDER, code }),
  });
};

const successAnswer: CardFinishAnswer = {
  Status: 'SUCCEEDED',
  SecureModeReturnURL: null,
  SecureModeRedirectURL: null,
  ResultCode: null,
};

/**
 * Creates the function that finishes a card's registration: the bank checks by a pre-authorisation whether the card can
 * pay.
 */
export const createRegistrationFinish = (
  { database, clock, vault, preAuthorizations, checkedCards, publicUrl }: CardDeps,
  { admit, admitPayer, findOwn }: CardAccess,
) => {
  const preAuthorizationRows = () => createPreAuthorizationRepository(database.knex);

  /** Finds the same card that its owner has registered before; null if there is none. */
  const findSameCardAnswer = async (
    steps: Steps,
    cardVault: CardVault,
    ownedCard: { readonly uid: string; readonly card: OwnedCard },
  ): Promise<Awaited<CardAnswer<CardFinishAnswer>> | null> => {
    const sameCardId = await preAuthorizations.findSame(steps.ask, cardVault, ownedCard);
    if (!sameCardId.ok) return err(cardErrorOf(sameCardId.error));
    return sameCardId.value === null ? null : ok({ ...successAnswer, CardId: sameCardId.value });
  };

  /**
   * Responds to the registration of a card that was removed. If the gateway removed it because it is the same as an
   * earlier card, the response names the earlier card. If its owner has removed it, the response is `NoCard`.
   */
  const answerForRemovedCard = async (
    steps: Steps,
    { uid, cardId }: StoredPreAuthorization,
  ): CardAnswer<CardFinishAnswer> => {
    if (vault === null) return err('NoCard');
    const ownCard = await steps.ask((signal) => vault.findCard(cardId, signal));
    if (!ownCard.ok) return err(cardErrorOf(ownCard.error));
    return ownCard.value === null
      ? err('NoCard')
      : ((await findSameCardAnswer(steps, vault, { uid, card: ownCard.value })) ?? err('NoCard'));
  };

  /**
   * Continues the pre-authorisation of a card until it is final or waits for the bank or the owner. Returns the
   * response to the owner's request.
   */
  const proceedRegistration = async (
    steps: Steps,
    storedPreAuthorization: StoredPreAuthorization,
  ): CardAnswer<CardFinishAnswer> => {
    const preAuthorization = await preAuthorizations.proceed(steps, storedPreAuthorization);
    return preAuthorization.isRemoved
      ? answerForRemovedCard(steps, preAuthorization)
      : registrationAnswerOf(preAuthorization);
  };

  /**
   * Binds the request to a pre-authorisation and continues the pre-authorisation. Repeats of the request continue the
   * same pre-authorisation.
   */
  const bindAndProceed = async (
    steps: Steps,
    storedPreAuthorization: StoredPreAuthorization,
  ): CardAnswer<CardFinishAnswer> => {
    if (steps.reference === null) await steps.write((tx) => tx.bind(storedPreAuthorization.key));
    return proceedRegistration(steps, storedPreAuthorization);
  };

  /** Finishes a card's registration after its owner has come back from the bank's page. */
  const finishAfterBank = async (
    steps: Steps,
    uid: string,
    preAuthorizationId: string,
  ): CardAnswer<CardFinishAnswer> => {
    const storedPreAuthorization = await preAuthorizationRows().findByProviderId(preAuthorizationId);
    if (storedPreAuthorization === null || storedPreAuthorization.uid !== uid) return err('NoCard');
    const payerAdmission = await admit(uid);
    return payerAdmission.ok ? bindAndProceed(steps, storedPreAuthorization) : payerAdmission;
  };

  /** Stores the pre-authorisation of a card, unless another request has stored it in the meantime. */
  const insertPreAuthorization = (
    steps: Steps,
    { uid, address, userAgent }: CardOwner,
    { ownCard: { card, payerId, cardType }, body }: { readonly ownCard: OwnedCard; readonly body: CardFinish },
  ): Promise<StoredPreAuthorization> =>
    steps.write(async (tx) => {
      const cardId = card.mangoPayData.Id;
      const preAuthorizationRepository = createPreAuthorizationRepository(tx.knex);
      const existingRow = await preAuthorizationRepository.findOfCard(cardId);
      // Forces a confirmation by the bank if any card of the user was refused: a refused card that is registered again
      // gets another id.
      const isReleaseForced = await preAuthorizationRepository.isAnyRefused(uid, {
        codes: vault?.releaseCodes ?? [],
        since: clock.realNow() - RELEASE_FORCED_MS,
      });
      const storedPreAuthorization: StoredPreAuthorization = existingRow ?? {
        key: randomUUID(),
        uid,
        cardId,
        brand: card.data.typeAlias === null ? (body.cardTypeAlias ?? null) : null,
        state: 'REQUESTED',
        providerId: null,
        redirectUrl: null,
        returnUrl: null,
        code: null,
        request: {
          payerId,
          cardType: CardType.safeParse(cardType).data ?? 'CB_VISA_MASTERCARD',
          returnUrl: `${publicUrl}/payment/return`,
          browserInfo: body.browserInfo ?? null,
          userAgent,
          ipAddress: address,
          isReleaseForced,
        },
        isRemoved: false,
        begunAt: clock.realNow(),
      };
      if (existingRow === null) await preAuthorizations.insert(tx, storedPreAuthorization);
      await tx.bind(storedPreAuthorization.key);
      return storedPreAuthorization;
    });

  /**
   * If the owner has registered the same card before, keeps that card and deactivates the new one, so that no list
   * shows a card twice. Returns null if the card is new.
   */
  const dropDuplicateCard = async (
    steps: Steps,
    uid: string,
    cardVault: CardVault,
    card: OwnedCard,
  ): Promise<Awaited<CardAnswer<CardFinishAnswer>> | null> => {
    const sameCardAnswer = await findSameCardAnswer(steps, cardVault, { uid, card });
    if (sameCardAnswer === null || !sameCardAnswer.ok) return sameCardAnswer;
    const { Id, Active } = card.card.mangoPayData;
    if (Active) {
      const deactivationResult = await steps.ask((signal) => cardVault.deactivateCard(Id, signal));
      if (!deactivationResult.ok) return err(cardErrorOf(deactivationResult.error));
    }
    return sameCardAnswer;
  };

  /**
   * Begins the check of a card by a bank. The card's data are read from the provider, because the browser could send
   * wrong data.
   */
  const finishCard = async (
    steps: Steps,
    owner: CardOwner,
    cardId: string,
    body: CardFinish,
  ): CardAnswer<CardFinishAnswer> => {
    const admittedPayer = await admitPayer(owner.uid, 'NoPaymentUser');
    if (!admittedPayer.ok) return admittedPayer;
    const ownCard = await findOwn(steps, admittedPayer.value, cardId);
    if (!ownCard.ok) return ownCard;
    const { mangoPayData } = ownCard.value.card;
    const existingRow = await preAuthorizationRows().findOfCard(cardId);
    if (existingRow !== null) return bindAndProceed(steps, existingRow);
    const sameCardAnswer = await dropDuplicateCard(steps, owner.uid, admittedPayer.value.vault, ownCard.value);
    if (sameCardAnswer !== null) return sameCardAnswer;
    if (!mangoPayData.Active) return err('NoCard');
    if (mangoPayData.Validity === 'VALID') {
      // Makes the card the default without a new confirmation (null), because the bank has confirmed it at an earlier
      // payment.
      await steps.write((tx) => createPaymentUserRepository(tx.knex).changeDefaultCard(owner.uid, cardId, null));
      return ok(successAnswer);
    }
    const checkAdmission = await consumeAttempt(checkedCards, owner.uid);
    if (!checkAdmission.ok) return err({ ...checkAdmission.error, details: { nothingBegun: true } });
    return proceedRegistration(steps, await insertPreAuthorization(steps, owner, { ownCard: ownCard.value, body }));
  };

  /**
   * Finishes a card's registration, either by the key of the card or by the key of the pre-authorisation with which the
   * bank has checked it.
   */
  return async (steps: Steps, owner: CardOwner, body: CardFinish): CardAnswer<CardFinishAnswer> => {
    if (steps.reference !== null) {
      const boundRow = await preAuthorizationRows().find(steps.reference);
      return boundRow === null ? err('NoCard') : bindAndProceed(steps, boundRow);
    }
    const { cardId = '', preAuthorizationId } = body;
    if (preAuthorizationId !== undefined)
      return preAuthorizationId.trim() === ''
        ? err('NoPreauthorizationId')
        : finishAfterBank(steps, owner.uid, preAuthorizationId);
    if (cardId.trim() === '') return err('NoCardId');
    return body.cardTypeAlias === undefined ? err('NoCardType') : finishCard(steps, owner, cardId, body);
  };
};
