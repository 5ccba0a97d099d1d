import { CardBrand, err, ok } from '@mahlzeit/contract';
import type { Card } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { failureCodeOf, mangopayMoneyOf, refusalErrorOf, STATE_BY_STATUS, MangopayStatus } from './mangopay-wire';
import type { MangopayWire } from './mangopay-wire';
import type { ProviderResult, CardVault, NewPreAuthorization, PreAuthorization } from '../port';

const MangopayUser = z.object({ Id: z.string(), FirstName: z.string(), LastName: z.string() });
const MangopayCard = z.object({
  Id: z.string(),
  UserId: z.string(),
  CardType: z.string(),
  CardProvider: z.string(),
  Alias: z.string(),
  ExpirationDate: z.string(),
  Active: z.boolean(),
  Validity: z.string(),
  Fingerprint: z.optional(z.nullable(z.string())),
});
const CardRegistrationObject = z.object({
  Id: z.string(),
  CardRegistrationURL: z.string(),
  PreregistrationData: z.string(),
  AccessKey: z.string(),
});
const PreAuthorizationObject = z.object({
  Id: z.string(),
  Status: MangopayStatus,
  PaymentStatus: z.string(),
  ResultCode: z.nullable(z.string()),
  SecureModeRedirectURL: z.nullable(z.string()),
  SecureModeReturnURL: z.nullable(z.string()),
});
type PreAuthorizationObject = z.infer<typeof PreAuthorizationObject>;

/** Converts a card to the contract's form, with only the last four digits of its number. */
const presentedCardOf = ({
  Id,
  CardProvider: providerBrand,
  Alias,
  ExpirationDate,
  Active,
  Validity,
}: z.infer<typeof MangopayCard>): Card => {
  const brandName = CardBrand.safeParse(providerBrand);
  return {
    mangoPayData: { Id, Alias: `**** ${Alias.slice(-4)}`, ExpirationDate, Active, Validity },
    data: { typeAlias: brandName.success ? brandName.data : null },
  };
};

const preAuthorizationOf = ({
  Id,
  Status: status,
  PaymentStatus,
  ResultCode,
  SecureModeRedirectURL,
  SecureModeReturnURL,
}: PreAuthorizationObject): PreAuthorization => ({
  id: Id,
  state: STATE_BY_STATUS[status],
  code: failureCodeOf(ResultCode),
  redirectUrl: status === 'CREATED' ? SecureModeRedirectURL : null,
  returnUrl: status === 'CREATED' ? SecureModeReturnURL : null,
  isHeld: status === 'SUCCEEDED' && PaymentStatus === 'WAITING',
});

// Amount of a pre-authorisation in cents: the smallest one that banks don't refuse (A.12, 001012). It is held, but
// never charged.
const PRE_AUTHORIZED_CENTS = 100;

/** Returns browser data for a diner whose browser sent none: the data of a browser without scripts. */
const scriptlessBrowserInfo = (userAgent: string) => ({
  JavaEnabled: false,
  JavascriptEnabled: false,
  Language: 'de-DE',
  UserAgent: userAgent,
});

// Builds the request for a pre-authorisation. With `NO_CHOICE` the bank decides whether it requests a confirmation from
// its customer. `FORCE` requires the confirmation: for a Maestro card (A.11), and after the bank has refused a card
// without it (A.12).
const preAuthorizationBodyOf = ({
  payerId,
  cardId,
  cardType,
  returnUrl,
  browserInfo,
  userAgent,
  ipAddress,
  isReleaseForced,
}: NewPreAuthorization): object => ({
  AuthorId: payerId,
  DebitedFunds: mangopayMoneyOf(PRE_AUTHORIZED_CENTS),
  CardId: cardId,
  SecureMode: cardType === 'MAESTRO' || isReleaseForced ? 'FORCE' : 'NO_CHOICE',
  SecureModeReturnURL: returnUrl,
  Culture: 'DE',
  StatementDescriptor: 'MAHLZEIT',
  IpAddress: ipAddress,
  BrowserInfo: {
    AcceptHeader: 'text/html,application/xhtml+xml',
    ...(browserInfo ?? scriptlessBrowserInfo(userAgent)),
  },
});

/** Creates the client for cards at Mangopay (A.3 to A.6). */
export const createMangopayCards = ({ base, call, read, recall, create }: MangopayWire): CardVault => {
  const putCardChange = async (path: string, body: object, signal: AbortSignal): ProviderResult<void> => {
    const response = await call({ method: 'PUT', path, body, signal });
    if (!response.ok) return response;
    return response.value.status === 200 ? ok(undefined) : err(refusalErrorOf(response.value));
  };

  /** Reads the active cards of a payment user at Mangopay, at most a hundred. */
  const readCards = async (payerId: string, signal: AbortSignal): ProviderResult<z.infer<typeof MangopayCard>[]> => {
    const cardsResult = await read(
      z.array(MangopayCard),
      `/users/${encodeURIComponent(payerId)}/cards?Active=true&per_page=100`,
      signal,
    );
    return cardsResult.ok ? ok((cardsResult.value ?? []).filter(({ Active }) => Active)) : cardsResult;
  };

  const readPreAuthorization: CardVault['readPreAuthorization'] = async (id, signal) => {
    const preAuthorizationResult = await read(
      PreAuthorizationObject,
      `/preauthorizations/${encodeURIComponent(id)}`,
      signal,
    );
    return preAuthorizationResult.ok
      ? ok(preAuthorizationResult.value === null ? null : preAuthorizationOf(preAuthorizationResult.value))
      : preAuthorizationResult;
  };

  return {
    releaseCodes: ['101305', '101306'],

    async createPayer({ key, firstName, lastName, email }, signal) {
      const body = {
        FirstName: firstName,
        LastName: lastName,
        Email: email,
        TermsAndConditionsAccepted: true,
        UserCategory: 'PAYER',
      };
      const user = await create(MangopayUser, { path: '/users/natural', key, body, signal });
      return user.ok ? ok({ id: user.value.Id, firstName: user.value.FirstName, lastName: user.value.LastName }) : user;
    },

    async registerCard({ key, payerId, cardType }, signal) {
      const registrationResult = await create(CardRegistrationObject, {
        path: '/cardregistrations',
        key,
        body: { UserId: payerId, Currency: 'EUR', CardType: cardType },
        signal,
      });
      return registrationResult.ok
        ? ok({
            ...registrationResult.value,
            finishUrl: `${base}/CardRegistrations/${encodeURIComponent(registrationResult.value.Id)}`,
          })
        : registrationResult;
    },

    async findCard(id, signal) {
      const card = await read(MangopayCard, `/cards/${encodeURIComponent(id)}`, signal);
      if (!card.ok || card.value === null) return card.ok ? ok(null) : card;
      return ok({
        card: presentedCardOf(card.value),
        payerId: card.value.UserId,
        cardType: card.value.CardType,
        fingerprint: card.value.Fingerprint ?? '',
      });
    },

    async listCards(payerId, signal) {
      const cards = await readCards(payerId, signal);
      return cards.ok ? ok(cards.value.map(presentedCardOf)) : cards;
    },

    async findSameCards({ card: { mangoPayData: comparedCard }, payerId, fingerprint }, signal) {
      if (fingerprint === '') return ok([]);
      const cards = await readCards(payerId, signal);
      if (!cards.ok) return cards;
      return ok(
        cards.value
          .filter(
            ({ Id, Fingerprint, ExpirationDate }) =>
              Id !== comparedCard.Id && Fingerprint === fingerprint && ExpirationDate === comparedCard.ExpirationDate,
          )
          .map(presentedCardOf),
      );
    },

    deactivateCard: (id, signal) => putCardChange(`/cards/${encodeURIComponent(id)}`, { Active: false }, signal),

    async preAuthorize(newPreAuthorization, signal) {
      const preAuthorizationResult = await create(PreAuthorizationObject, {
        path: '/preauthorizations/card/direct',
        key: newPreAuthorization.key,
        body: preAuthorizationBodyOf(newPreAuthorization),
        signal,
      });
      return preAuthorizationResult.ok ? ok(preAuthorizationOf(preAuthorizationResult.value)) : preAuthorizationResult;
    },

    async findPreAuthorization(preAuthorizationKey, signal) {
      const storedPreAuthorization = await recall(PreAuthorizationObject, preAuthorizationKey, signal);
      if (!storedPreAuthorization.ok || storedPreAuthorization.value === null)
        return storedPreAuthorization.ok ? ok(null) : storedPreAuthorization;
      // Reads the pre-authorisation again, because the stored response may be outdated.
      return readPreAuthorization(storedPreAuthorization.value.Id, signal);
    },

    readPreAuthorization,

    releasePreAuthorization: (id, signal) =>
      putCardChange(`/preauthorizations/${encodeURIComponent(id)}`, { PaymentStatus: 'CANCELED' }, signal),
  };
};
