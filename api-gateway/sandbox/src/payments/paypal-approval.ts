import texts from '../../locales/de.json';
import { html } from '../platform';
import type { Page } from '../platform';
import { centsOf } from './paypal-objects';
import type { PaypalOrder } from './paypal-objects';

const priceFormat = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

/**
 * Renders the page on which a payer approves, declines or cancels an order. The form of the page is sent to
 * `actionUrl`.
 */
export const approvalPage = (order: PaypalOrder, actionUrl: string): Page => ({
  title: texts.paypalTitle,
  allowedFormTargets: [new URL(order.returnUrl).origin, new URL(order.cancelUrl).origin],
  body: html`<main class="narrow">
    <section>
      <h1>${texts.paypalTitle}</h1>
      <p class="note">${texts.paypalNote}</p>
      <dl>
        <dt>${texts.bankAmount}</dt>
        <dd>${priceFormat.format((centsOf(order.amount) ?? 0) / 100)}</dd>
        <dt>${texts.bankTo}</dt>
        <dd>Mahlzeit</dd>
      </dl>
      <form method="post" action="${actionUrl}">
        <div class="row">
          <button class="main" name="result" value="approve">${texts.paypalApprove}</button
          ><button name="result" value="decline">${texts.paypalDecline}</button
          ><button name="result" value="cancel">${texts.paypalCancel}</button>
        </div>
      </form>
    </section>
  </main>`,
});

/** Page that says that the order to approve doesn't exist. */
export const ORDER_GONE_PAGE: Page = {
  title: texts.bankGone,
  body: html`<main class="narrow">
    <section><h1>${texts.bankGone}</h1></section>
  </main>`,
};
