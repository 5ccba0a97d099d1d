import type { CardBrand } from '@mahlzeit/contract';

/** Texts about the page of a payment provider on which the diner approves a payment. */
export interface RedirectTexts {
  readonly leavingTitle: () => string;
  readonly leavingText: () => string;
  /** Text shown after the diner has returned from the provider's page without an approval. */
  readonly unapprovedText: () => string;
  /** Label of the button that opens the provider's page again. */
  readonly goOnLabel: () => string;
}

/** Brand and texts of a payment option. The facts about the option are in the contract (`paymentOptionFacts`). */
export interface PaymentOptionView {
  /** Brand of the payment option itself; null if each registered card has its own brand. */
  readonly brand: CardBrand | null;
  readonly name: () => string;
  /** Text below the name of the payment option in the list of all options. */
  readonly hint: () => string;
  readonly waitingTitle: () => string;
  readonly waitingText: () => string;
  /** Line at the lower edge while the page waits for the provider's response. */
  readonly runningText: () => string;
  /** Text shown while the status of the payment is unclear, because the provider hasn't responded yet. */
  readonly unclearText: () => string;
  /** Account to which a refund goes, in the German accusative: `dein PayPal-Konto`. */
  readonly refundTarget: () => string;
  /** Texts about the page of the payment provider; null if the diner approves payments inside the app. */
  readonly redirectTexts: RedirectTexts | null;
  /** Returns the gateway's error message for a payment that the provider refuses with the given reason (S2§8). */
  readonly refusalMessage: (reason: string) => string;
  /**
   * Extracts the provider's reason from the message of a gateway's error. Returns an empty text if the provider names
   * no reason, and null if the message belongs to another error.
   */
  readonly refusalReason: (message: string) => string | null;
}
