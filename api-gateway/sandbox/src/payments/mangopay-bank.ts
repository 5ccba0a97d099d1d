import express, { Router } from 'express';
import * as z from 'zod/mini';
import texts from '../../locales/de.json';
import { html, sendPage } from '../platform';
import type { Page } from '../platform';
import { MangopayCard, SUCCESS } from './mangopay-objects';
import type { Money } from './mangopay-objects';
import { mangopayError } from './mangopay-wire';
import type { MangopayDeps } from './mangopay-wire';

/** Subject of a bank's question to its customer: a payment or a pre-authorisation. */
export interface BankCase {
  readonly amount: Money;
  readonly cardId: string;
  /** Address to which the browser goes next. */
  readonly returnUrl: string;
  /** Whether the question is open. */
  readonly isOpen: boolean;
  /** Answers the question with this code. */
  decide(code: string): void;
}

/** Time that the bank waits for its customer. */
export const BANK_WAITS_MS = 15 * 60_000;

/** Returns the address to which the browser comes back: the id goes before any hash. */
export const returnUrlOf = (address: string, name: 'transactionId' | 'preAuthorizationId', id: string): string => {
  const url = new URL(address);
  url.searchParams.set(name, id);
  return url.href;
};

const Decision = z.object({ result: z.enum(['success', 'fail', 'cancel']) });

const CODE_BY_DECISION = { success: SUCCESS, fail: '101301', cancel: '101002' } as const;

const price = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

/** Writes the bank's page, which the product shows in a frame. */
const bankPage = (
  { amount, returnUrl }: BankCase,
  { card, action, framedBy }: { readonly card: string; readonly action: string; readonly framedBy: string },
): Page => ({
  title: texts.bankTitle,
  formsTo: [new URL(returnUrl).origin],
  framedBy,
  body: html`<main class="narrow">
    <section>
      <h1>${texts.bankTitle}</h1>
      <p class="note">${texts.bankNote}</p>
      <dl>
        <dt>${texts.bankAmount}</dt>
        <dd>${price.format(amount.Amount / 100)}</dd>
        <dt>${texts.bankCard}</dt>
        <dd>${card}</dd>
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

/** Answers the page on which a bank asks its customer (3-D Secure). */
export const createBankRouter = (
  { store, gatewayUrl }: MangopayDeps,
  find: (id: string) => BankCase | null,
): Router => {
  const router = Router();
  router
    .route('/psp/3ds/:id')
    .get(({ params: { id }, originalUrl }, response) => {
      const question = find(id);
      if (question === null)
        return sendPage(response.status(404), {
          title: texts.bankGone,
          body: html`<main class="narrow">
            <section><h1>${texts.bankGone}</h1></section>
          </main>`,
          framedBy: gatewayUrl,
        });
      if (!question.isOpen) return response.redirect(303, question.returnUrl);
      const card = store.find(MangopayCard, 'card', question.cardId)?.Alias ?? '';
      sendPage(response, bankPage(question, { card, action: originalUrl, framedBy: gatewayUrl }));
    })
    .post(express.urlencoded({ extended: false }), express.json(), ({ params: { id }, body }, response) => {
      const question = find(id);
      const decision = Decision.safeParse(body);
      if (question === null || !decision.success)
        return void response.status(400).json(mangopayError(400, 'param_error').body);
      if (question.isOpen) question.decide(CODE_BY_DECISION[decision.data.result]);
      response.redirect(303, question.returnUrl);
    });
  return router;
};
