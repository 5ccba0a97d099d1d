import { randomBytes } from 'node:crypto';
import express, { Router } from 'express';
import type { Request, RequestHandler } from 'express';
import * as z from 'zod/mini';
import { sendPage } from '../platform';
import { approvalPage, ORDER_GONE_PAGE } from './paypal-approval';
import { PaypalCapture, centsOf, toPaypalMoney, PaypalMoney, PaypalOrder, PaypalRefund } from './paypal-objects';
import { createPaypalWebhooks } from './paypal-webhooks';
import { errorBody, isEqualInConstantTime, malformedAnswer, refusalAnswer, notFoundAnswer } from './paypal-wire';
import type { DefinePaypalCall, PaypalDeps } from './paypal-wire';
import { createCallHandler } from './provider-call';
import type { CallContext, ProviderAnswer } from './provider-call';

const MAX_ORDER_CENTS = 999_999_999;
const ACCESS_TOKEN_LIFE_S = 32_400;
/** Time in milliseconds for which a response is stored under its PayPal-Request-Id. */
const STORED_ANSWER_LIFE_MS = 6 * 3_600_000;
/** Period in milliseconds after a capture in which it can be refunded: 180 days. */
const REFUND_WINDOW_MS = 180 * 86_400_000;

const AccessToken = z.object({ client: z.string(), provider: z.literal('paypal') });

const ReturnUrls = z.object({ return_url: z.url(), cancel_url: z.url() });
const NewOrder = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.object({
        custom_id: z._default(z.string().check(z.maxLength(127)), ''),
        invoice_id: z.optional(z.string().check(z.maxLength(127))),
        amount: PaypalMoney,
      }),
    )
    .check(z.minLength(1), z.maxLength(1)),
  application_context: z.optional(ReturnUrls),
  payment_source: z.optional(z.object({ paypal: z.object({ experience_context: ReturnUrls }) })),
});
const NewRefund = z.object({
  amount: z.optional(PaypalMoney),
  invoice_id: z.optional(z.string()),
  custom_id: z.optional(z.string()),
  note_to_payer: z.optional(z.string()),
});
const ApprovalDecision = z.object({ result: z.enum(['approve', 'cancel', 'decline']) });
const MockResponse = z.object({ mock_application_codes: z.string() });

/** Captures and refunds of one PayPal order. */
interface OrderPayments {
  readonly captures: readonly PaypalCapture[];
  readonly refunds: readonly PaypalRefund[];
}

const NO_ORDER_PAYMENTS: OrderPayments = { captures: [], refunds: [] };

const orderJson = (order: PaypalOrder, { captures, refunds }: OrderPayments, baseUrl: string): object => ({
  id: order.id,
  status: order.status,
  intent: 'CAPTURE',
  ...(order.payerId === null ? {} : { payer: { payer_id: order.payerId, email_address: 'payer@mahlzeit.test' } }),
  purchase_units: [
    {
      reference_id: 'default',
      custom_id: order.customId,
      amount: order.amount,
      ...(order.invoiceId === null ? {} : { invoice_id: order.invoiceId }),
      ...(captures.length === 0
        ? {}
        : {
            payments: {
              captures: captures.map(captureJson),
              ...(refunds.length === 0 ? {} : { refunds: refunds.map(refundJson) }),
            },
          }),
    },
  ],
  links: [
    { href: `${baseUrl}/v2/checkout/orders/${order.id}`, rel: 'self', method: 'GET' },
    { href: `${baseUrl}/checkoutnow?token=${order.id}`, rel: 'approve', method: 'GET' },
    { href: `${baseUrl}/v2/checkout/orders/${order.id}/capture`, rel: 'capture', method: 'POST' },
  ],
});

const captureJson = ({ id, status, amount, customId, orderId, createdAt }: PaypalCapture): object => ({
  id,
  status,
  amount,
  custom_id: customId,
  final_capture: true,
  create_time: new Date(createdAt).toISOString(),
  supplementary_data: { related_ids: { order_id: orderId } },
});

const refundJson = ({ id, status, amount, customId, invoiceId }: PaypalRefund): object => ({
  id,
  status,
  amount,
  custom_id: customId,
  ...(invoiceId === null ? {} : { invoice_id: invoiceId }),
  links: [],
});

const urlWithParameters = (address: string, parameterValues: Readonly<Record<string, string>>): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameterValues)) url.searchParams.set(name, value);
  return url.href;
};

const readMockIssue = (request: Request): string | null => {
  try {
    const parsedHeader = MockResponse.safeParse(JSON.parse(request.get('PayPal-Mock-Response') ?? 'null'));
    return parsedHeader.success ? parsedHeader.data.mock_application_codes : null;
  } catch {
    return null;
  }
};

/**
 * Creates an imitation of PayPal's orders API, v2, below `/paypal`, and the page on which the payer approves an order.
 */
export const createPaypalRouter = (deps: PaypalDeps): Router => {
  const { access, store, faults, deliveries, issuedTokens, clock } = deps;
  const apiRouter = Router();
  const failureBody = (status: number): unknown =>
    errorBody(status === 500 ? 'INTERNAL_SERVER_ERROR' : 'INVALID_REQUEST', null);
  const paypalWebhooks = createPaypalWebhooks({ access, store, deliveries, clock });
  const refundsOf = ({ id }: PaypalCapture): PaypalRefund[] => store.list(PaypalRefund, 'paypalRefund', id);
  const paymentsOf = ({ id }: PaypalOrder): OrderPayments => {
    const captures = store.list(PaypalCapture, 'capture', id);
    return { captures, refunds: captures.flatMap(refundsOf) };
  };

  const putOrder = (order: PaypalOrder): PaypalOrder => {
    store.put({ kind: 'paypalOrder', id: order.id, owner: null }, order);
    return order;
  };

  /**
   * Runs a POST once for each PayPal-Request-Id. A request with a repeated id gets the stored response, with status 200
   * instead of 201.
   */
  const withIdempotency =
    (handleCall: (context: CallContext) => ProviderAnswer) =>
    (context: CallContext): ProviderAnswer => {
      const { request } = context;
      const id = request.get('PayPal-Request-Id');
      const answerKey = `${request.baseUrl}${request.path} ${id ?? ''}`;
      const requestedIssue = readMockIssue(request);
      if (requestedIssue !== null) return refusalAnswer(requestedIssue);
      if (id === undefined || request.method !== 'POST') return handleCall(context);
      return store.inTransaction(() => {
        const storedAnswer = store.findAnswer('paypal', answerKey);
        if (storedAnswer !== null && clock.realNow() - storedAnswer.recordedAt <= STORED_ANSWER_LIFE_MS)
          return { status: 200, body: storedAnswer.body };
        const providerAnswer = handleCall(context);
        if (providerAnswer.status < 300)
          store.storeAnswer('paypal', answerKey, {
            ...providerAnswer,
            url: request.originalUrl,
            recordedAt: clock.realNow(),
          });
        return providerAnswer;
      });
    };

  const defineRoute: DefinePaypalCall = (method, path, { operation, handle }) => {
    apiRouter[method](
      path,
      createCallHandler({ faults, failureBody }, { provider: 'paypal', operation }, withIdempotency(handle)),
    );
  };

  defineRoute('post', '/v2/checkout/orders', {
    operation: 'payin',
    handle({ request, resultCode }) {
      if (resultCode !== undefined) return refusalAnswer(resultCode);
      const parsedForm = NewOrder.safeParse(request.body);
      if (!parsedForm.success) return malformedAnswer('INVALID_PARAMETER_SYNTAX');
      const [purchaseUnit] = parsedForm.data.purchase_units;
      const context = parsedForm.data.application_context ?? parsedForm.data.payment_source?.paypal.experience_context;
      if (purchaseUnit === undefined || context === undefined) return malformedAnswer('MISSING_REQUIRED_PARAMETER');
      if (purchaseUnit.amount.currency_code !== 'EUR') return refusalAnswer('INVALID_CURRENCY_CODE');
      const orderedCents = centsOf(purchaseUnit.amount);
      if (orderedCents === null) return refusalAnswer('DECIMAL_PRECISION');
      if (orderedCents === 0) return refusalAnswer('CANNOT_BE_ZERO_OR_NEGATIVE');
      if (orderedCents > MAX_ORDER_CENTS) return refusalAnswer('MAX_VALUE_EXCEEDED');
      const invoiceId = purchaseUnit.invoice_id ?? null;
      if (
        invoiceId !== null &&
        store
          .list(PaypalOrder, 'paypalOrder')
          .some((order) => order.invoiceId === invoiceId && order.status === 'COMPLETED')
      )
        return refusalAnswer('DUPLICATE_INVOICE_ID');
      const order = putOrder({
        id: randomBytes(9).toString('hex').toUpperCase().slice(0, 17),
        status: 'CREATED',
        customId: purchaseUnit.custom_id,
        invoiceId,
        amount: purchaseUnit.amount,
        returnUrl: context.return_url,
        cancelUrl: context.cancel_url,
        payerId: null,
        declines: false,
        captureId: null,
        createdAt: clock.now(),
      });
      return { status: 201, body: orderJson(order, NO_ORDER_PAYMENTS, access.baseUrl) };
    },
  });
  defineRoute('get', '/v2/checkout/orders/:id', {
    operation: 'read',
    handle({ request }) {
      const order = store.find(PaypalOrder, 'paypalOrder', String(request.params['id']));
      return order === null
        ? notFoundAnswer()
        : { status: 200, body: orderJson(order, paymentsOf(order), access.baseUrl) };
    },
  });
  defineRoute('post', '/v2/checkout/orders/:id/capture', {
    operation: 'capture',
    handle({ request, resultCode }) {
      const order = store.find(PaypalOrder, 'paypalOrder', String(request.params['id']));
      if (order === null) return notFoundAnswer();
      if (order.status === 'COMPLETED') return refusalAnswer('ORDER_ALREADY_CAPTURED');
      if (resultCode !== undefined) return refusalAnswer(resultCode);
      if (order.status !== 'APPROVED') return refusalAnswer('ORDER_NOT_APPROVED');
      if (order.declines) return refusalAnswer('INSTRUMENT_DECLINED');
      const capture: PaypalCapture = {
        id: store.newId('CAP'),
        orderId: order.id,
        customId: order.customId,
        status: 'COMPLETED',
        amount: order.amount,
        createdAt: clock.now(),
      };
      store.put({ kind: 'capture', id: capture.id, owner: order.id }, capture);
      const completedOrder = putOrder({ ...order, status: 'COMPLETED', captureId: capture.id });
      paypalWebhooks.sendEvent('PAYMENT.CAPTURE.COMPLETED', captureJson(capture));
      return { status: 201, body: orderJson(completedOrder, { captures: [capture], refunds: [] }, access.baseUrl) };
    },
  });
  defineRoute('get', '/v2/payments/captures/:id', {
    operation: 'read',
    handle({ request }) {
      const capture = store.find(PaypalCapture, 'capture', String(request.params['id']));
      return capture === null ? notFoundAnswer() : { status: 200, body: captureJson(capture) };
    },
  });
  defineRoute('post', '/v2/payments/captures/:id/refund', {
    operation: 'refund',
    handle({ request, resultCode }) {
      const capture = store.find(PaypalCapture, 'capture', String(request.params['id']));
      if (capture === null) return notFoundAnswer();
      if (resultCode !== undefined) return refusalAnswer(resultCode);
      const parsedForm = NewRefund.safeParse(request.body ?? {});
      if (!parsedForm.success) return malformedAnswer('INVALID_PARAMETER_SYNTAX');
      if (clock.now() - capture.createdAt > REFUND_WINDOW_MS) return refusalAnswer('REFUND_TIME_LIMIT_EXCEEDED');
      const capturedCents = centsOf(capture.amount) ?? 0;
      const refundedCents = refundsOf(capture).reduce(
        (refundedSum, { amount }) => refundedSum + (centsOf(amount) ?? 0),
        0,
      );
      if (refundedCents >= capturedCents) return refusalAnswer('CAPTURE_FULLY_REFUNDED');
      const refundCents =
        parsedForm.data.amount === undefined ? capturedCents - refundedCents : centsOf(parsedForm.data.amount);
      if (refundCents === null) return refusalAnswer('DECIMAL_PRECISION');
      if (refundCents === 0) return refusalAnswer('REFUND_AMOUNT_TOO_LOW');
      if (refundCents + refundedCents > capturedCents) return refusalAnswer('REFUND_AMOUNT_EXCEEDED');
      const invoiceId = parsedForm.data.invoice_id ?? null;
      if (
        invoiceId !== null &&
        store.list(PaypalRefund, 'paypalRefund').some((storedRefund) => storedRefund.invoiceId === invoiceId)
      )
        return refusalAnswer('DUPLICATE_INVOICE_ID');
      const refund: PaypalRefund = {
        id: store.newId('REF'),
        captureId: capture.id,
        customId: capture.customId,
        invoiceId,
        status: 'COMPLETED',
        amount: toPaypalMoney(refundCents),
        createdAt: clock.now(),
      };
      store.put({ kind: 'paypalRefund', id: refund.id, owner: capture.id }, refund);
      const changedCapture: PaypalCapture = {
        ...capture,
        status: refundCents + refundedCents === capturedCents ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
      };
      store.put({ kind: 'capture', id: capture.id, owner: capture.orderId }, changedCapture);
      paypalWebhooks.sendEvent('PAYMENT.CAPTURE.REFUNDED', {
        ...refundJson(refund),
        supplementary_data: { related_ids: { order_id: capture.orderId } },
      });
      return { status: 201, body: refundJson(refund) };
    },
  });
  defineRoute('get', '/v2/payments/refunds/:id', {
    operation: 'read',
    handle({ request }) {
      const refund = store.find(PaypalRefund, 'paypalRefund', String(request.params['id']));
      return refund === null ? notFoundAnswer() : { status: 200, body: refundJson(refund) };
    },
  });
  paypalWebhooks.defineOn(defineRoute);

  const authenticate: RequestHandler = (request, response, next) => {
    const accessToken = AccessToken.safeParse(
      issuedTokens.find('accessToken', /^Bearer (\S+)$/i.exec(request.get('Authorization') ?? '')?.[1] ?? ''),
    );
    if (accessToken.success) return next();
    response.status(401).json({ error: 'invalid_token', error_description: 'Token signature verification failed' });
  };

  const router = Router();
  router.post('/paypal/v1/oauth2/token', express.urlencoded({ extended: false }), (request, response) => {
    const [, encodedCredentials = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(request.get('Authorization') ?? '') ?? [];
    if (
      !isEqualInConstantTime(
        Buffer.from(encodedCredentials, 'base64').toString('utf8'),
        `${access.clientId}:${access.clientSecret}`,
      )
    )
      return void response
        .status(401)
        .json({ error: 'invalid_client', error_description: 'Client Authentication failed' });
    response.json({
      scope: 'payments',
      access_token: issuedTokens.issueToken(
        'accessToken',
        { client: access.clientId, provider: 'paypal' },
        ACCESS_TOKEN_LIFE_S * 1000,
      ),
      token_type: 'Bearer',
      app_id: 'APP-MAHLZEIT',
      expires_in: ACCESS_TOKEN_LIFE_S,
      nonce: randomBytes(8).toString('hex'),
    });
  });
  router
    .route('/paypal/checkoutnow')
    .get(({ query: { token }, originalUrl }, response) => {
      const order = store.find(PaypalOrder, 'paypalOrder', String(token));
      if (order === null) return sendPage(response.status(404), ORDER_GONE_PAGE);
      sendPage(response, approvalPage(order, originalUrl));
    })
    .post(express.urlencoded({ extended: false }), express.json(), ({ query: { token }, body }, response) => {
      const order = store.find(PaypalOrder, 'paypalOrder', String(token));
      const approvalDecision = ApprovalDecision.safeParse(body);
      if (order === null || !approvalDecision.success)
        return void response.status(400).json(errorBody('INVALID_REQUEST', null));
      if (approvalDecision.data.result === 'cancel')
        return response.redirect(303, urlWithParameters(order.cancelUrl, { token: order.id }));
      const payerId = order.payerId ?? randomBytes(7).toString('hex').toUpperCase().slice(0, 13);
      if (order.status !== 'COMPLETED') {
        const approvedOrder = putOrder({
          ...order,
          status: 'APPROVED',
          payerId,
          declines: approvalDecision.data.result === 'decline',
        });
        paypalWebhooks.sendEvent(
          'CHECKOUT.ORDER.APPROVED',
          orderJson(approvedOrder, NO_ORDER_PAYMENTS, access.baseUrl),
        );
      }
      response.redirect(303, urlWithParameters(order.returnUrl, { token: order.id, PayerID: payerId }));
    });
  router.use('/paypal', express.json(), authenticate, apiRouter);
  return router;
};
