import express, { Router } from 'express';
import * as z from 'zod/mini';
import texts from '../../locales/de.json';
import { html, sendPage } from '../platform';
import type { Page } from '../platform';
import { MangopayCard, SUCCESS_CODE } from './mangopay-objects';
import type { Money } from './mangopay-objects';
import { mangopayError } from './mangopay-wire';
import type { MangopayDeps } from './mangopay-wire';

/** A confirmation (3-D Secure) that the bank requests from the cardholder, for a payment or a pre-authorisation. */
export interface BankConfirmation {
  readonly amount: Money;
  readonly cardId: string;
  /** URL to which the browser returns after the cardholder's decision. */
  readonly returnUrl: string;
  /** Whether the cardholder still has to decide. */
  readonly isOpen: boolean;
  /** Stores the cardholder's decision; `code` is Mangopay's result code. */
  decide(code: string): void;
}

/** Time in milliseconds after which a bank's confirmation fails if the cardholder hasn't answered. */
export const CONFIRMATION_TIMEOUT_MS = 15 * 60_000;

/**
 * Returns the URL to which the browser comes back from the bank, with the id of the payment or pre-authorisation in its
 * query, before any `#`.
 */
export const returnUrlWithId = (
  returnAddress: string,
  parameterName: 'transactionId' | 'preAuthorizationId',
  id: string,
): string => {
  const url = new URL(returnAddress);
  url.searchParams.set(parameterName, id);
  return url.href;
};

const BankDecision = z.object({ result: z.enum(['success', 'fail', 'cancel']) });

const CODE_BY_DECISION = { success: SUCCESS_CODE, fail: '101301', cancel: '101002' } as const;

const priceFormat = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

/** Renders the bank's page for the confirmation of a payment, which the product shows in an iframe. */
const bankPage = (
  { amount, returnUrl }: BankConfirmation,
  { card: cardAlias, action, framedBy }: { readonly card: string; readonly action: string; readonly framedBy: string },
): Page => ({
  title: texts.bankTitle,
  allowedFormTargets: [new URL(returnUrl).origin],
  framedBy,
  body: html`<main class="narrow">
    <section>
      <h1>${texts.bankTitle}</h1>
      <p class="note">${texts.bankNote}</p>
      <dl>
        <dt>${texts.bankAmount}</dt>
        <dd>${priceFormat.format(amount.Amount / 100)}</dd>
        <dt>${texts.bankCard}</dt>
        <dd>${cardAlias}</dd>
        <dt>${texts.bankTo}</dt>
        <dd>Mahlzeit</dd>
      </dl>
      <form method="post" action="${action}">
        <div class="row">
          <button class="main" name="result" value="success">${texts.bankConfirm}</button
          ><button name="result" value="fail">${texts.bankRefuse}</button
          ><button name="result" value="cancel">${texts.bankCancel}</button>
        </div>
      </form>
    </section>
  </main>`,
});

/** Creates the routes of the page on which a bank asks the cardholder for confirmation (3-D Secure). */
export const createBankRouter = (
  { store, gatewayUrl }: MangopayDeps,
  findConfirmation: (id: string) => BankConfirmation | null,
): Router => {
  const router = Router();
  router
    .route('/psp/3ds/:id')
    .get(({ params: { id }, originalUrl }, response) => {
      const confirmation = findConfirmation(id);
      if (confirmation === null)
        return sendPage(response.status(404), {
          title: texts.bankGone,
          body: html`<main class="narrow">
            <section><h1>${texts.bankGone}</h1></section>
          </main>`,
          framedBy: gatewayUrl,
        });
      if (!confirmation.isOpen) return response.redirect(303, confirmation.returnUrl);
      const card = store.find(MangopayCard, 'card', confirmation.cardId)?.Alias ?? '';
      sendPage(response, bankPage(confirmation, { card, action: originalUrl, framedBy: gatewayUrl }));
    })
    .post(express.urlencoded({ extended: false }), express.json(), ({ params: { id }, body }, response) => {
      const confirmation = findConfirmation(id);
      const parsedDecision = BankDecision.safeParse(body);
      if (confirmation === null || !parsedDecision.success)
        return void response.status(400).json(mangopayError(400, 'param_error').body);
      if (confirmation.isOpen) confirmation.decide(CODE_BY_DECISION[parsedDecision.data.result]);
      response.redirect(303, confirmation.returnUrl);
    });
  return router;
};
