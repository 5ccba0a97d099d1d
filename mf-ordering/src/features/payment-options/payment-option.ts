import type { CardBrand } from '@mahlzeit/contract';

/** Texts about a provider's own page, on which the diner approves a payment. */
export interface RedirectTexts {
  readonly leavingTitle: () => string;
  readonly leavingText: () => string;
  /** Shown when the diner has returned from the page without an approval. */
  readonly unapprovedText: () => string;
  /** Label of the button that opens the page again. */
  readonly goOnLabel: () => string;
}

/** Brand and texts of a payment option. The facts about the option are in the contract (`paymentOptionFacts`). */
export interface PaymentOptionView {
  /** Brand of the option itself; null when each registered card has its own brand. */
  readonly brand: CardBrand | null;
  readonly name: () => string;
  /** Text below the name of the option in the list of all options. */
  readonly hint: () => string;
  readonly waitingTitle: () => string;
  readonly waitingText: () => string;
  /** Line at the lower edge while the page waits for the provider's response. */
  readonly runningText: () => string;
  /** Shown while the status is unclear, because the provider hasn't responded yet. */
  readonly unclearText: () => string;
  /** Account to which a refund goes, in the German accusative: `dein PayPal-Konto`. */
  readonly refundTarget: () => string;
  /** Texts about the provider's own page; null when the diner approves payments inside the app. */
  readonly redirectTexts: RedirectTexts | null;
  /** Returns the message of the gateway's error when the provider refuses for the given reason (S2§8). */
  readonly refusalMessage: (reason: string) => string;
  /**
   * Parses the provider's reason in the message of a gateway's error. Returns an empty text when the provider names no
   * reason, and null when the message belongs to another error.
   */
  readonly refusalReason: (message: string) => string | null;
}
