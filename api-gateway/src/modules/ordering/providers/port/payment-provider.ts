import type { BrowserInfo, Card, CardRegistration, CardType, Cents, Result } from '@mahlzeit/contract';
import type { ProviderWebhooks } from './provider-webhooks';

/** How a payment stands with its provider. */
export interface ProviderPayment {
  /** The provider's own id. */
  readonly id: string;
  /** PENDING: somebody has to do something yet, the diner or their bank. */
  readonly state: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  readonly amount: Cents;
  /** Key of the order, as the provider was told. */
  readonly reference: string;
  /** Why it failed, in the provider's own code; null where it hasn't. */
  readonly code: string | null;
  /** Where the diner goes; null where they needn't. */
  readonly redirectUrl: string | null;
  /** What money can be given back from; the payment itself, or PayPal's capture. null before there is any. */
  readonly refundableId: string | null;
}

/** What came of giving money back. */
export interface ProviderRefund {
  readonly id: string;
  readonly state: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  readonly code: string | null;
}

/** A provider has said no, and nothing was done. */
export interface ProviderRefusedError {
  readonly kind: 'refused';
  readonly status: number;
  readonly code: string;
}

/** Why a provider gave no proper answer. */
export type ProviderError =
  /** It didn't answer, or not in its right mind: nobody knows whether it has done it. */
  { readonly kind: 'unreachable'; readonly reason: string } | ProviderRefusedError;

/** What a provider answers. */
export type Answered<T> = Promise<Result<T, ProviderError>>;

/** A payment that is to begin. */
export interface NewPayment {
  /** Names this very attempt: under the same key a provider begins nothing twice. */
  readonly key: string;
  readonly orderKey: string;
  readonly amount: Cents;
  /** Where the diner's browser comes back to. */
  readonly returnUrl: string;
  /** Null with PayPal. */
  readonly card: CardPayment | null;
}

/** What a payment by card needs beside. */
export interface CardPayment {
  readonly cardId: string;
  /** The diner with the provider. */
  readonly payerId: string;
  /** Who gets the money. */
  readonly walletId: string;
  /** For the bank. */
  readonly browserInfo: BrowserInfo | null;
  readonly ipAddress: string;
  /** Whether its diner is asked by their bank in any case: it has refused to take it unasked. */
  readonly isReleaseForced: boolean;
}

/** Time after a refusal of `CardVault.releaseCodes` in which the bank has to ask the diner. */
export const RELEASE_FORCED_MS = 60 * 60_000;

/** One payment's money on its way back. */
export interface NewRefund {
  /** Names this very try: under the same key a provider gives nothing twice. */
  readonly key: string;
  /** The provider's id of the payment. */
  readonly paymentId: string;
  /** `refundableId` of the payment. */
  readonly refundableId: string;
  readonly amount: Cents;
  /** The diner with the provider; null with PayPal, and where we have forgotten them. */
  readonly payerId: string | null;
}

/** A card with whom it belongs to. */
export interface OwnedCard {
  readonly card: Card;
  /** The diner with the provider. */
  readonly payerId: string;
  /** As what it was registered. */
  readonly cardType: string;
  /** Tells its number from others without telling it; empty where the provider has none. */
  readonly fingerprint: string;
}

/** Somebody whom the provider gets to know. */
export interface NewPayer {
  /** Under the same key they are made known once. */
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** Somebody as the provider knows them. */
export interface Payer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** A little money that is to be held on a card, to see that it can pay. */
export interface NewPreAuthorization {
  /** Under the same key it is held once. */
  readonly key: string;
  readonly payerId: string;
  readonly cardId: string;
  readonly cardType: CardType;
  /** Where the bank's page comes back to. */
  readonly returnUrl: string;
  /** For the bank; null: only what the request itself tells is known. */
  readonly browserInfo: BrowserInfo | null;
  /** What the browser calls itself in each request. */
  readonly userAgent: string;
  readonly ipAddress: string;
  /** Whether its diner is asked by their bank in any case: it has refused a card of theirs unasked. */
  readonly isReleaseForced: boolean;
}

/** How a pre-authorisation stands. */
export interface PreAuthorization {
  /** The provider's own id. */
  readonly id: string;
  readonly state: ProviderPayment['state'];
  /** Why it failed, in the provider's own code; null where it hasn't. */
  readonly code: string | null;
  /** The bank's page; null where nobody is asked. */
  readonly redirectUrl: string | null;
  /** Where that page comes back to, with the id. */
  readonly returnUrl: string | null;
  /** Whether money is held at this moment. */
  readonly isHeld: boolean;
}

/** People and their cards. Card numbers are none of it: they go from browsers straight to the provider. */
export interface CardVault {
  /** Codes of banks that refuse a card because its owner wasn't asked; the bank may accept the card after asking (A.12). */
  readonly releaseCodes: readonly string[];
  /** Makes somebody known, or finds who was made known under this key. */
  createPayer(payer: NewPayer, signal: AbortSignal): Answered<Payer>;
  /** Begins the registration of a card. */
  registerCard(
    registration: { readonly key: string; readonly payerId: string; readonly cardType: CardType },
    signal: AbortSignal,
  ): Answered<CardRegistration>;
  /** null: no such card. */
  findCard(id: string, signal: AbortSignal): Answered<OwnedCard | null>;
  /** Those that can be charged. */
  listCards(payerId: string, signal: AbortSignal): Answered<Card[]>;
  /** Their owner's others that can be charged and have the same number and the same end. */
  findSameCards(card: OwnedCard, signal: AbortSignal): Answered<Card[]>;
  /** For good: a card never comes back. */
  deactivateCard(id: string, signal: AbortSignal): Answered<void>;
  /** Holds a little money on a card, or finds what was held under this key. */
  preAuthorize(wanted: NewPreAuthorization, signal: AbortSignal): Answered<PreAuthorization>;
  /** What was held under a key; null: nothing was. */
  findPreAuthorization(key: string, signal: AbortSignal): Answered<PreAuthorization | null>;
  /** null: there is none of this id. */
  readPreAuthorization(id: string, signal: AbortSignal): Answered<PreAuthorization | null>;
  /** Lets go of what is held. */
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
