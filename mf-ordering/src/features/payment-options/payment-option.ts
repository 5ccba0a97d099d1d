import type { CardBrand } from '@mahlzeit/contract';

/** Texts about a provider's own page, on which the diner approves a payment. */
export interface RedirectTexts {
  readonly leavingTitle: () => string;
  readonly leavingText: () => string;
  /** The diner is back without an approval. */
  readonly unapprovedText: () => string;
  /** Button that leads to the page once more. */
  readonly goOn: () => string;
}

/** Looks and texts of a way to pay; the contract has the facts about it (`paymentOptionFacts`). */
export interface PaymentOptionView {
  /** Brand of the option itself; null: each registered card has a brand of its own. */
  readonly brand: CardBrand | null;
  readonly name: () => string;
  /** Text below the option's line in the list of all ways to pay. */
  readonly hint: () => string;
  readonly waitingTitle: () => string;
  readonly waitingText: () => string;
  /** Line at the lower edge while the provider is asked. */
  readonly running: () => string;
  /** The provider hasn't answered yet. */
  readonly unclearText: () => string;
  /** Account that a refund goes back to, in the accusative: `dein PayPal-Konto`. */
  readonly refundTarget: () => string;
  /** Texts about the provider's own page; null where the diner approves inside the app. */
  readonly redirect: RedirectTexts | null;
  /** Returns the message that the gateway's error has when the provider refuses for that reason (S2§8). */
  readonly refusalMessage: (reason: string) => string;
  /** Reads the provider's reason out of such a message; empty: it names none; null: another error's message. */
  readonly refusalReason: (message: string) => string | null;
}
