import type { BrowserInfo, Card, CardRegistration, CardType, Cents, Result } from '@mahlzeit/contract';
import type { ProviderWebhooks } from './provider-webhooks';

/** Status of a payment as its provider returns it. */
export interface ProviderPayment {
  /** Id of the payment at its provider. */
  readonly id: string;
  /** State of the payment; PENDING while the diner or their bank still has to act. */
  readonly state: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  /** Whether the diner has approved a pending payment that only waits to be captured. Absent for false. */
  readonly isApproved?: boolean;
  readonly amount: Cents;
  /** Key of the product's order, as the provider received it. */
  readonly reference: string;
  /** Provider's code of the failed payment; null if the payment hasn't failed. */
  readonly code: string | null;
  /** URL of the page on which the diner approves the payment; null if no approval is needed. */
  readonly redirectUrl: string | null;
  /** Id from which refunds are made: the id of the payment, or that of PayPal's capture. Null until money was taken. */
  readonly refundableId: string | null;
}

/** Status of a refund as its provider returns it. */
export interface ProviderRefund {
  readonly id: string;
  readonly state: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  readonly code: string | null;
}

/** A completed refund in the record of its provider, whether or not the gateway made it. */
export interface ListedRefund {
  readonly id: string;
  /** Key with which the refund was made; null if the provider lists none. */
  readonly key: string | null;
  /** Id of the refunded payment at the provider. */
  readonly paymentId: string;
  readonly amount: Cents;
}

/** Refusal of a request by a provider, which has then done nothing. */
export interface ProviderRefusedError {
  readonly kind: 'refused';
  readonly status: number;
  readonly code: string;
}

/** Error of a provider request: a refusal, or no usable response. */
export type ProviderError =
  /** The provider returned no usable response, so it is unknown whether it has done what was requested. */
  { readonly kind: 'unreachable'; readonly reason: string } | ProviderRefusedError;

/** Result of a provider request. A failure is returned as a `ProviderError` and not thrown. */
export type ProviderResult<T> = Promise<Result<T, ProviderError>>;

/** Data of a payment that the provider should begin. */
export interface NewPayment {
  /** Key of the payment attempt: the provider begins only one payment for a key. */
  readonly key: string;
  readonly orderKey: string;
  readonly amount: Cents;
  /** URL of the product's page to which the provider redirects the diner's browser. */
  readonly returnUrl: string;
  /** Card data; null for a payment option without a card. */
  readonly card: CardPayment | null;
}

/** Data that a payment by card needs in addition: the payer, the card and the browser for the bank. */
export interface CardPayment {
  readonly cardId: string;
  /** Id of the diner at the provider. */
  readonly payerId: string;
  /** Id of the wallet at the provider that receives the money. */
  readonly walletId: string;
  /** Browser data for the bank; null if the browser sent none. */
  readonly browserInfo: BrowserInfo | null;
  readonly ipAddress: string;
  /**
   * Whether the bank must request a confirmation from the diner, because it has refused this card before without one.
   */
  readonly isReleaseForced: boolean;
}

/**
 * Time in milliseconds after a refusal with one of `CardVault.releaseCodes` during which the bank must request a
 * confirmation from the diner.
 */
export const RELEASE_FORCED_MS = 60 * 60_000;

/** Data of a refund that the provider should make. */
export interface NewRefund {
  /** Key of this attempt to refund: the provider makes only one refund for a key. */
  readonly key: string;
  /** Id of the refunded payment at the provider. */
  readonly paymentId: string;
  /** Id from which the refund is made: the `refundableId` of the payment. */
  readonly refundableId: string;
  readonly amount: Cents;
  /** Id of the diner at the provider; null for a payment option without a card, and after the diner was erased. */
  readonly payerId: string | null;
}

/** A card with its owner at the provider, and the data by which two registrations of the same card are recognized. */
export interface OwnedCard {
  readonly card: Card;
  /** Id of the card's owner at the provider. */
  readonly payerId: string;
  /** Card type with which the card was registered. */
  readonly cardType: string;
  /** Hash that identifies the card's number; empty if the provider returns none. */
  readonly fingerprint: string;
}

/** Data of a diner whom the provider should register. */
export interface NewPayer {
  /** Idempotency key of the registration: the provider registers only one payer for a key. */
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** A diner who is registered at the provider. */
export interface ProviderPayer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Data of a pre-authorisation of a small amount, which checks that a card can pay. */
export interface NewPreAuthorization {
  /** Idempotency key of the pre-authorisation: the provider holds the amount only once for a key. */
  readonly key: string;
  readonly payerId: string;
  readonly cardId: string;
  readonly cardType: CardType;
  /** URL of the product's page to which the bank's page redirects the browser. */
  readonly returnUrl: string;
  /** Browser data for the bank; null if the browser sent none. */
  readonly browserInfo: BrowserInfo | null;
  readonly userAgent: string;
  readonly ipAddress: string;
  /**
   * Whether the bank must request a confirmation from the card's owner, because it has refused one of the owner's cards
   * before without one.
   */
  readonly isReleaseForced: boolean;
}

/** Status of a pre-authorisation as its provider returns it. */
export interface PreAuthorization {
  /** Id of the pre-authorisation at its provider. */
  readonly id: string;
  readonly state: ProviderPayment['state'];
  /** Provider's code of the failed pre-authorisation; null if it hasn't failed. */
  readonly code: string | null;
  /** URL of the bank's page for the confirmation; null if the bank requests none. */
  readonly redirectUrl: string | null;
  /** URL of the product's page to which the bank's page redirects the browser, with the id of the pre-authorisation. */
  readonly returnUrl: string | null;
  /** Whether the pre-authorisation holds money on the card at the moment. */
  readonly isHeld: boolean;
}

/**
 * Client for payers and their cards at a payment provider. Browsers send card numbers directly to the provider, never
 * to the gateway.
 */
export interface CardVault {
  /**
   * Codes with which banks refuse a card without a confirmation by its owner. Such a bank may accept the card with a
   * confirmation (A.12).
   */
  readonly releaseCodes: readonly string[];
  /** Registers a payer, or returns the payer who was registered with this key. */
  createPayer(payer: NewPayer, signal: AbortSignal): ProviderResult<ProviderPayer>;
  /** Begins the registration of a card. The browser sends the card's number directly to the provider. */
  registerCard(
    registration: { readonly key: string; readonly payerId: string; readonly cardType: CardType },
    signal: AbortSignal,
  ): ProviderResult<CardRegistration>;
  /** Finds a card by id; null if the card doesn't exist. */
  findCard(id: string, signal: AbortSignal): ProviderResult<OwnedCard | null>;
  /** Lists the active cards of a payer. */
  listCards(payerId: string, signal: AbortSignal): ProviderResult<Card[]>;
  /** Lists the owner's other active cards with the same number and expiry date. */
  findSameCards(card: OwnedCard, signal: AbortSignal): ProviderResult<Card[]>;
  /** Deactivates a card; a deactivated card can't be activated again. */
  deactivateCard(id: string, signal: AbortSignal): ProviderResult<void>;
  /** Holds a small amount on a card, or returns the pre-authorisation that was made with this key. */
  preAuthorize(preAuthorization: NewPreAuthorization, signal: AbortSignal): ProviderResult<PreAuthorization>;
  /** Finds the pre-authorisation that was made with a key; null if there is none. */
  findPreAuthorization(key: string, signal: AbortSignal): ProviderResult<PreAuthorization | null>;
  /** Reads the status of a pre-authorisation; null for an unknown id. */
  readPreAuthorization(id: string, signal: AbortSignal): ProviderResult<PreAuthorization | null>;
  /** Releases the money that a pre-authorisation holds. */
  releasePreAuthorization(id: string, signal: AbortSignal): ProviderResult<void>;
}

/**
 * Client of a configured payment provider. Each call may be repeated, because a provider acts only once for an
 * idempotency key.
 */
export interface PaymentProvider {
  /** Name of the provider in stored attempts, webhooks and logs. */
  readonly name: string;
  /** Client for diners and their registered cards; null if the provider stores no cards. */
  readonly cards: CardVault | null;
  readonly webhooks: ProviderWebhooks;
  /** Begins a payment, or returns the payment that was begun with this key. */
  begin(payment: NewPayment, signal: AbortSignal): ProviderResult<ProviderPayment>;
  /** Finds the payment that was begun with a key, without beginning one; null if there is none. */
  findBegun(payment: Pick<NewPayment, 'key'>, signal: AbortSignal): ProviderResult<ProviderPayment | null>;
  /** Reads the status of a payment; null for an unknown id. */
  read(id: string, signal: AbortSignal): ProviderResult<ProviderPayment | null>;
  /** Takes the money of an approved payment. If the provider takes the money by itself, only the status is read. */
  capture(id: string, key: string, signal: AbortSignal): ProviderResult<ProviderPayment>;
  /** Refunds a part or all of a payment's money. */
  refund(refund: NewRefund, signal: AbortSignal): ProviderResult<ProviderRefund>;
  /**
   * Finds the refund that was made with the key of the given refund, however long ago; null if none was made. Makes no
   * refund.
   */
  findRefund(refund: NewRefund, signal: AbortSignal): ProviderResult<ProviderRefund | null>;
  /** Reads the status of a refund; null for an unknown id. */
  readRefund(id: string, signal: AbortSignal): ProviderResult<ProviderRefund | null>;
  /** Time in milliseconds for which `listPayments` and `listRefunds` can look back. */
  readonly recordLifeMs: number;
  /** Lists the ids of all payments that have taken money since a real instant, also of those unknown to the gateway. */
  listPayments(since: number, signal: AbortSignal): ProviderResult<readonly string[]>;
  /** Lists all refunds that have succeeded since a real instant, also those unknown to the gateway. */
  listRefunds(since: number, signal: AbortSignal): ProviderResult<readonly ListedRefund[]>;
}
