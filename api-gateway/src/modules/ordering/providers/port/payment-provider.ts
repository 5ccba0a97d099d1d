import type { BrowserInfo, Card, CardRegistration, CardType, Cents, Result } from '@mahlzeit/contract';
import type { ProviderWebhooks } from './provider-webhooks';

/** Status of a payment at its provider. */
export interface ProviderPayment {
  /** The provider's own id. */
  readonly id: string;
  /** PENDING: the diner or their bank has yet to act. */
  readonly state: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  readonly amount: Cents;
  /** Key of the order, as the provider got it. */
  readonly reference: string;
  /** Provider's code of the failure; null: it hasn't failed. */
  readonly code: string | null;
  /** Page on which the diner approves the payment; null: none is needed. */
  readonly redirectUrl: string | null;
  /** Id that refunds are made from: the payment, or PayPal's capture. null until money was taken. */
  readonly refundableId: string | null;
}

/** Status of a refund at its provider. */
export interface ProviderRefund {
  readonly id: string;
  readonly state: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  readonly code: string | null;
}

/** Refusal of a provider: it has done nothing. */
export interface ProviderRefusedError {
  readonly kind: 'refused';
  readonly status: number;
  readonly code: string;
}

/** Error of a provider. */
export type ProviderError =
  /** No proper answer: nobody knows whether the provider has done it. */
  { readonly kind: 'unreachable'; readonly reason: string } | ProviderRefusedError;

/** Answer of a provider. */
export type Answered<T> = Promise<Result<T, ProviderError>>;

/** Payment to begin. */
export interface NewPayment {
  /** Key of this attempt: a provider begins nothing twice under the same key. */
  readonly key: string;
  readonly orderKey: string;
  readonly amount: Cents;
  /** Page to which the diner's browser comes back. */
  readonly returnUrl: string;
  /** null where the option needs no card. */
  readonly card: CardPayment | null;
}

/** Card part of a payment. */
export interface CardPayment {
  readonly cardId: string;
  /** Provider's id of the diner. */
  readonly payerId: string;
  /** Provider's id of the wallet that gets the money. */
  readonly walletId: string;
  /** Facts for the bank. */
  readonly browserInfo: BrowserInfo | null;
  readonly ipAddress: string;
  /** Whether the bank has to ask the diner: it has refused this card unasked before. */
  readonly isReleaseForced: boolean;
}

/** Time after a refusal of `CardVault.releaseCodes` in which the bank has to ask the diner. */
export const RELEASE_FORCED_MS = 60 * 60_000;

/** Refund to make. */
export interface NewRefund {
  /** Key of this try: a provider refunds nothing twice under the same key. */
  readonly key: string;
  /** The provider's id of the payment. */
  readonly paymentId: string;
  /** `refundableId` of the payment. */
  readonly refundableId: string;
  readonly amount: Cents;
  /** Provider's id of the diner; null where the option needs no card, and where the diner is forgotten. */
  readonly payerId: string | null;
}

/** Card with its owner. */
export interface OwnedCard {
  readonly card: Card;
  /** Provider's id of the owner. */
  readonly payerId: string;
  /** Type by which the card was registered. */
  readonly cardType: string;
  /** Hash that identifies the card's number; empty where the provider has none. */
  readonly fingerprint: string;
}

/** Payer to make known to the provider. */
export interface NewPayer {
  /** Key of the request: a provider creates one payer under the same key. */
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** Payer as the provider knows them. */
export interface Payer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Pre-authorisation of a small amount, which shows that a card can pay. */
export interface NewPreAuthorization {
  /** Key of the request: a provider holds nothing twice under the same key. */
  readonly key: string;
  readonly payerId: string;
  readonly cardId: string;
  readonly cardType: CardType;
  /** Page to which the bank's page comes back. */
  readonly returnUrl: string;
  /** Facts for the bank; null: the browser sent none. */
  readonly browserInfo: BrowserInfo | null;
  readonly userAgent: string;
  readonly ipAddress: string;
  /** Whether the bank has to ask the owner: it has refused a card of theirs unasked before. */
  readonly isReleaseForced: boolean;
}

/** Status of a pre-authorisation at the provider. */
export interface PreAuthorization {
  /** The provider's own id. */
  readonly id: string;
  readonly state: ProviderPayment['state'];
  /** Provider's code of the failure; null: it hasn't failed. */
  readonly code: string | null;
  /** Page of the bank; null: the bank doesn't ask. */
  readonly redirectUrl: string | null;
  /** Page to which the bank's page comes back, with the id. */
  readonly returnUrl: string | null;
  /** Whether money is held now. */
  readonly isHeld: boolean;
}

/** Payers and their cards at a provider. Browsers send card numbers straight to the provider. */
export interface CardVault {
  /** Codes of banks that refuse a card unasked, and may accept it after asking its owner (A.12). */
  readonly releaseCodes: readonly string[];
  /** Makes a payer known, or finds the one that was made known under this key. */
  createPayer(payer: NewPayer, signal: AbortSignal): Answered<Payer>;
  /** Begins the registration of a card. */
  registerCard(
    registration: { readonly key: string; readonly payerId: string; readonly cardType: CardType },
    signal: AbortSignal,
  ): Answered<CardRegistration>;
  /** Finds a card; null: it doesn't exist. */
  findCard(id: string, signal: AbortSignal): Answered<OwnedCard | null>;
  /** Lists the active cards of a payer. */
  listCards(payerId: string, signal: AbortSignal): Answered<Card[]>;
  /** Lists the owner's other active cards with the same number and expiration. */
  findSameCards(card: OwnedCard, signal: AbortSignal): Answered<Card[]>;
  /** Deactivates a card for good. */
  deactivateCard(id: string, signal: AbortSignal): Answered<void>;
  /** Holds a small amount on a card, or finds the pre-authorisation that was made under this key. */
  preAuthorize(preAuthorization: NewPreAuthorization, signal: AbortSignal): Answered<PreAuthorization>;
  /** Finds the pre-authorisation that was made under a key; null: there is none. */
  findPreAuthorization(key: string, signal: AbortSignal): Answered<PreAuthorization | null>;
  /** Reads a pre-authorisation; null: the id is unknown. */
  readPreAuthorization(id: string, signal: AbortSignal): Answered<PreAuthorization | null>;
  /** Releases the held money. */
  releasePreAuthorization(id: string, signal: AbortSignal): Answered<void>;
}

/**
 * Provider of payments that is set up. Every call may be repeated: a provider does nothing twice under the same key.
 */
export interface PaymentProvider {
  /** Name of the provider in stored attempts, webhooks and logs. */
  readonly name: string;
  /** Diners and their registered cards; null where the provider keeps none. */
  readonly cards: CardVault | null;
  readonly webhooks: ProviderWebhooks;
  /** Begins a payment, or finds the payment that was begun under this key. */
  begin(payment: NewPayment, signal: AbortSignal): Answered<ProviderPayment>;
  /** Finds the payment that was begun under a key, without beginning it; null: there is none. */
  findBegun(payment: Pick<NewPayment, 'key'>, signal: AbortSignal): Answered<ProviderPayment | null>;
  /** Reads the status of a payment; null: the id is unknown. */
  read(id: string, signal: AbortSignal): Answered<ProviderPayment | null>;
  /** Takes the money of an approved payment; a provider that takes the money by itself only reads. */
  capture(id: string, key: string, signal: AbortSignal): Answered<ProviderPayment>;
  /** Refunds money of a payment. */
  refund(refund: NewRefund, signal: AbortSignal): Answered<ProviderRefund>;
  /** Finds the refund that was made under a key, however long ago, without making it; null: there is none. */
  findRefund(refund: NewRefund, signal: AbortSignal): Answered<ProviderRefund | null>;
  /** Reads the status of a refund; null: the id is unknown. */
  readRefund(id: string, signal: AbortSignal): Answered<ProviderRefund | null>;
}
