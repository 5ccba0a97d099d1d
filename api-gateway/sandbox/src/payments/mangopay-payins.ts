import { isIP } from 'node:net';
import { Router } from 'express';
import express from 'express';
import * as z from 'zod/mini';
import texts from '../../locales/de.json';
import { html, sendPage } from '../page';
import type { Page } from '../page';
import { createFinder, HookObject, MangopayCard, Money, outcome, PayInObject, refusalOf, RefundObject, seconds, Wallet } from './mangopay-objects';
import { mangopayError, paramError } from './mangopay-wire';
import type { DefineCall, MangopayDeps } from './mangopay-wire';

const NewPayIn = z.object({
  AuthorId: z.string(),
  CreditedWalletId: z.string(),
  DebitedFunds: Money,
  Fees: Money,
  CardId: z.string(),
  SecureModeReturnURL: z.url().check(z.maxLength(255)),
  SecureMode: z._default(z.enum(['DEFAULT', 'FORCE', 'NO_CHOICE']), 'DEFAULT'),
  CreditedUserId: z.optional(z.string()),
  StatementDescriptor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9 ]{1,10}$/))),
  Tag: z.optional(z.string().check(z.maxLength(255))),
  IpAddress: z.optional(z.string().check(z.refine((address) => isIP(address) !== 0, 'no IP address'))),
  BrowserInfo: z.optional(z.record(z.string(), z.unknown())),
});

const NewRefund = z.object({ AuthorId: z.string(), Tag: z.optional(z.string().check(z.maxLength(255))), DebitedFunds: z.optional(Money), Fees: z.optional(z.object({ Currency: z.literal('EUR'), Amount: z.int() })) });

const Decision = z.object({ result: z.enum(['success', 'fail', 'cancel']) });

/** How long the bank waits for its customer. */
const BANK_WAITS_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

const CODE_BY_DECISION = { success: '000000', fail: '101301', cancel: '101002' } as const;

const withTransaction = (address: string, id: string): string => {
  const url = new URL(address);
  url.searchParams.set('transactionId', id);
  return url.href;
};

const price = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

/** The bank's page, which the product shows in a frame. */
const bankPage = ({ DebitedFunds, SecureModeReturnURL }: PayInObject, { card, action, framedBy }: { readonly card: string; readonly action: string; readonly framedBy: string }): Page => ({
  title: texts.bankTitle,
  formsTo: [new URL(SecureModeReturnURL).origin],
  framedBy,
  body: html`<main class="narrow"><section><h1>${texts.bankTitle}</h1><p class="note">${texts.bankNote}</p>
<dl><dt>${texts.bankAmount}</dt><dd>${price.format(DebitedFunds.Amount / 100)}</dd><dt>${texts.bankCard}</dt><dd>${card}</dd><dt>${texts.bankTo}</dt><dd>Mahlzeit</dd></dl>
<form method="post" action="${action}"><div class="row"><button class="main" name="result" value="success">${texts.bankConfirm}</button><button name="result" value="fail">${texts.bankRefuse}</button><button name="result" value="cancel">${texts.bankCancel}</button></div></form></section></main>`,
});

/** Payments by card, the bank's page, and refunds. */
export const createPayInRoutes = (define: DefineCall, deps: MangopayDeps): { readonly bankRouter: Router } => {
  const { store, clock, access, deliveries, gatewayUrl } = deps;
  const find = createFinder({ store, now: clock.realNow });

  const tell = (event: string, id: string): void => {
    const hook = store.list(HookObject, 'hook').find(({ EventType, Status }) => EventType === event && Status === 'ENABLED');
    if (hook === undefined) return;
    const url = new URL(hook.Url);
    for (const [name, value] of [['EventType', event], ['RessourceId', id], ['Date', String(seconds(clock.realNow()))]] as const) url.searchParams.set(name, value);
    deliveries.send({ url: url.href, body: null, headers: {} });
  };

  const put = (payIn: PayInObject): PayInObject => {
    store.put({ kind: 'payin', id: payIn.Id, owner: payIn.AuthorId }, payIn);
    tell(`PAYIN_NORMAL_${payIn.Status}`, payIn.Id);
    return payIn;
  };

  /** A payment as it stands: one whose customer never came back to the bank has failed meanwhile. */
  const current = (id: string): PayInObject | null => {
    const payIn = find(PayInObject, 'payin', id);
    if (payIn?.Status !== 'CREATED' || clock.realNow() - payIn.CreationDate * 1000 <= BANK_WAITS_MS) return payIn;
    return put({ ...payIn, ...outcome('FAILED', { code: '101304', at: clock.realNow() }) });
  };

  const month = (): string => new Date(clock.realNow()).toISOString().slice(2, 7).replace('-', '');

  define('post', '/payins/card/direct', {
    operation: 'payin',
    work({ request, resultCode }) {
      const given = NewPayIn.safeParse(request.body);
      if (!given.success) return paramError(given.error);
      const asked = given.data;
      const card = find(MangopayCard, 'card', asked.CardId);
      const wallet = find(Wallet, 'wallet', asked.CreditedWalletId);
      if (card === null || card.UserId !== asked.AuthorId) return mangopayError(400, 'param_error', { CardId: 'unknown' });
      if (wallet === null) return mangopayError(400, 'param_error', { CreditedWalletId: 'unknown' });
      if (asked.DebitedFunds.Amount <= asked.Fees.Amount) return mangopayError(400, 'param_error', { DebitedFunds: 'must be more than the fees' });
      const id = store.newId('payin_m');
      const refused = resultCode ?? refusalOf(card, asked.DebitedFunds.Amount, month());
      const isAsked = refused === null && (card.behaviour === 'challenge' || asked.SecureMode === 'FORCE');
      const settled = refused === null ? outcome('SUCCEEDED', { code: '000000', at: clock.realNow() }) : outcome('FAILED', { code: refused, at: clock.realNow() });
      return {
        status: 200,
        body: put({
          Id: id, Tag: asked.Tag ?? null, CreationDate: seconds(clock.realNow()), Type: 'PAYIN', Nature: 'REGULAR', PaymentType: 'CARD', ExecutionType: 'DIRECT',
          ...(isAsked ? outcome('CREATED', { code: null, at: clock.realNow() }) : settled),
          AuthorId: asked.AuthorId, CreditedUserId: asked.CreditedUserId ?? wallet.Owners[0] ?? null, CreditedWalletId: wallet.Id, DebitedWalletId: null, DebitedFunds: asked.DebitedFunds,
          CreditedFunds: { Currency: 'EUR', Amount: asked.DebitedFunds.Amount - asked.Fees.Amount }, Fees: asked.Fees, SecureMode: asked.SecureMode, SecureModeNeeded: isAsked,
          SecureModeRedirectURL: isAsked ? `${access.baseUrl}/3ds/${id}` : null, SecureModeReturnURL: withTransaction(asked.SecureModeReturnURL, id), CardId: card.Id, StatementDescriptor: asked.StatementDescriptor ?? null,
        }),
      };
    },
  });
  define('get', '/payins/:id', {
    operation: 'read',
    work({ request }) {
      const payIn = current(String(request.params['id']));
      return payIn === null ? mangopayError(404, 'ressource_not_found') : { status: 200, body: payIn };
    },
  });

  /** Why a payment gives nothing back; null: it does. */
  const refundRefusal = (payIn: PayInObject, amount: number): string | null => {
    const before = store.list(RefundObject, 'refund', payIn.AuthorId).filter(({ InitialTransactionId, Status }) => InitialTransactionId === payIn.Id && Status !== 'FAILED');
    const given = before.reduce((sum, { DebitedFunds }) => sum + DebitedFunds.Amount, 0);
    if (given >= payIn.DebitedFunds.Amount) return '001401';
    if (amount + given > payIn.DebitedFunds.Amount || amount < 1) return '005403';
    const isRepeated = before.some(({ DebitedFunds, CreationDate }) => DebitedFunds.Amount === amount && clock.now() - CreationDate * 1000 < DAY_MS && Math.floor(clock.now() / DAY_MS) === Math.floor((CreationDate * 1000) / DAY_MS));
    return isRepeated ? '005407' : null;
  };

  define('post', '/payins/:id/refunds', {
    operation: 'refund',
    work({ request, resultCode }) {
      const payIn = current(String(request.params['id']));
      if (payIn === null) return mangopayError(404, 'ressource_not_found');
      const given = NewRefund.safeParse(request.body);
      if (!given.success) return paramError(given.error);
      const { DebitedFunds, Fees, AuthorId, Tag } = given.data;
      if ((DebitedFunds === undefined) !== (Fees === undefined)) return mangopayError(400, 'param_error', { DebitedFunds: 'together with Fees' });
      if (payIn.Status !== 'SUCCEEDED') return mangopayError(400, 'param_error', { PayInId: 'not succeeded' });
      const funds: Money = DebitedFunds ?? payIn.DebitedFunds;
      const refused = resultCode ?? refundRefusal(payIn, funds.Amount);
      const refund: RefundObject = {
        Id: store.newId('refund_m'), Tag: Tag ?? null, CreationDate: seconds(clock.now()), ...outcome(refused === null ? 'SUCCEEDED' : 'FAILED', { code: refused ?? '000000', at: clock.now() }), Type: 'PAYOUT', Nature: 'REFUND',
        InitialTransactionId: payIn.Id, InitialTransactionType: 'PAYIN', AuthorId, DebitedFunds: funds, CreditedFunds: funds, Fees: { Currency: 'EUR', Amount: Math.max(0, Fees?.Amount ?? 0) },
        RefundReason: { RefundReasonType: 'INITIALIZED_BY_CLIENT', RefundReasonMessage: null },
      };
      store.put({ kind: 'refund', id: refund.Id, owner: payIn.AuthorId }, refund);
      tell(`PAYIN_REFUND_${refund.Status}`, refund.Id);
      return { status: 200, body: refund };
    },
  });
  define('get', '/payins/:id/refunds', {
    operation: 'read',
    work: ({ request }) => ({ status: 200, body: store.list(RefundObject, 'refund').filter(({ InitialTransactionId }) => InitialTransactionId === request.params['id']) }),
  });
  define('get', '/refunds/:id', {
    operation: 'read',
    work({ request }) {
      const refund = store.find(RefundObject, 'refund', String(request.params['id']));
      return refund === null ? mangopayError(404, 'ressource_not_found') : { status: 200, body: refund };
    },
  });

  const bankRouter = Router();
  bankRouter.route('/psp/3ds/:id')
    .get(({ params: { id }, originalUrl }, response) => {
      const payIn = current(id);
      if (payIn === null) return sendPage(response.status(404), { title: texts.bankGone, body: html`<main class="narrow"><section><h1>${texts.bankGone}</h1></section></main>`, framedBy: gatewayUrl });
      if (payIn.Status !== 'CREATED') return response.redirect(303, payIn.SecureModeReturnURL);
      const card = store.find(MangopayCard, 'card', payIn.CardId)?.Alias ?? '';
      sendPage(response, bankPage(payIn, { card, action: originalUrl, framedBy: gatewayUrl }));
    })
    .post(express.urlencoded({ extended: false }), express.json(), ({ params: { id }, body }, response) => {
      const payIn = current(id);
      const decision = Decision.safeParse(body);
      if (payIn === null || !decision.success) return void response.status(400).json(mangopayError(400, 'param_error').body);
      if (payIn.Status === 'CREATED') {
        const { result } = decision.data;
        put({ ...payIn, ...outcome(result === 'success' ? 'SUCCEEDED' : 'FAILED', { code: CODE_BY_DECISION[result], at: clock.realNow() }) });
      }
      response.redirect(303, payIn.SecureModeReturnURL);
    });
  return { bankRouter };
};
