import http from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import {
  ApiError,
  CheckoutPaymentIntent,
  Client,
  Environment,
  OrderApplicationContextShippingPreference,
  OrderApplicationContextUserAction,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk';
import { PRODUCT_ORIGIN, sandboxHarnesses } from '../testing/sandbox-harness';
import type { ServedSandbox } from '../testing/sandbox-harness';

const { serve } = sandboxHarnesses();

/**
 * Creates PayPal's own client library, connected to the sandbox. The library can call only PayPal's two hosts, so the
 * test redirects its requests.
 */
const createSdkClient = ({
  sandbox: {
    payments: { paypal },
  },
  url,
}: ServedSandbox): Client => {
  const { hostname, port } = new URL(url);
  const transport = {
    request: (
      { hostname: requestedHost, path, method, headers }: RequestOptions,
      handleResponse: (response: IncomingMessage) => void,
    ) => {
      expect(requestedHost).toBe('api-m.sandbox.paypal.com');
      return http.request({ hostname, port, path: `/paypal${path}`, method, headers }, handleResponse);
    },
  };
  return new Client({
    clientCredentialsAuthCredentials: { oAuthClientId: paypal.clientId, oAuthClientSecret: paypal.clientSecret },
    environment: Environment.Sandbox,
    httpClientOptions: { retryConfig: { maxNumberOfRetries: 0 } },
    unstable_httpClientOptions: { transport, proxy: false },
  });
};

const issueNameOf = async (apiCall: Promise<unknown>): Promise<unknown> => {
  const error = await apiCall.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError) || typeof error.body !== 'string') throw new Error(`not refused: ${String(error)}`);
  const { name, details } = JSON.parse(error.body);
  return [error.statusCode, name, details[0].issue];
};

const submitDecision = async (pageUrl: string, decision: string): Promise<URL> =>
  new URL(
    (
      await fetch(pageUrl, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ result: decision }) })
    ).headers.get('Location') ?? '',
  );

it('PayPal’s own server SDK walks an order’s whole life against the sandbox: token, order, approval, capture, refunds', async () => {
  const sdkClient = createSdkClient(await serve());
  const [ordersController, paymentsController] = [new OrdersController(sdkClient), new PaymentsController(sdkClient)];
  const body = {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      { customId: 'bestellung-1', invoiceId: 'bestellung-1', amount: { currencyCode: 'EUR', value: '11.90' } },
    ],
    applicationContext: {
      returnUrl: `${PRODUCT_ORIGIN}/restaurants`,
      cancelUrl: `${PRODUCT_ORIGIN}/restaurants`,
      userAction: OrderApplicationContextUserAction.PayNow,
      shippingPreference: OrderApplicationContextShippingPreference.NoShipping,
    },
  };

  const createResponse = await ordersController.createOrder({
    body,
    paypalRequestId: 'a1',
    prefer: 'return=representation',
  });
  const { id = '', status, links = [] } = createResponse.result;
  expect([createResponse.statusCode, status]).toEqual([201, 'CREATED']);
  const repeatedResponse = await ordersController.createOrder({ body, paypalRequestId: 'a1' });
  expect([repeatedResponse.statusCode, repeatedResponse.result.id]).toEqual([200, id]);
  expect(await issueNameOf(ordersController.captureOrder({ id }))).toEqual([
    422,
    'UNPROCESSABLE_ENTITY',
    'ORDER_NOT_APPROVED',
  ]);

  const returnUrl = await submitDecision(links.find(({ rel }) => rel === 'approve')?.href ?? '', 'approve');
  expect([returnUrl.searchParams.get('token'), returnUrl.searchParams.has('PayerID')]).toEqual([id, true]);
  expect((await ordersController.getOrder({ id })).result).toMatchObject({
    status: 'APPROVED',
    payer: { payerId: returnUrl.searchParams.get('PayerID') },
  });

  const response = await ordersController.captureOrder({ id, paypalRequestId: 'c1' });
  const [capture] = response.result.purchaseUnits?.[0]?.payments?.captures ?? [];
  expect([response.statusCode, response.result.status, capture?.status, capture?.amount]).toEqual([
    201,
    'COMPLETED',
    'COMPLETED',
    { currencyCode: 'EUR', value: '11.90' },
  ]);
  expect((await ordersController.captureOrder({ id, paypalRequestId: 'c1' })).statusCode).toBe(200);
  expect(await issueNameOf(ordersController.captureOrder({ id, paypalRequestId: 'c2' }))).toEqual([
    422,
    'UNPROCESSABLE_ENTITY',
    'ORDER_ALREADY_CAPTURED',
  ]);

  const captureId = capture?.id ?? '';
  const partialRefund = await paymentsController.refundCapturedPayment({
    captureId,
    paypalRequestId: 'r1',
    body: { amount: { currencyCode: 'EUR', value: '1.90' } },
  });
  expect([partialRefund.statusCode, partialRefund.result.status]).toEqual([201, 'COMPLETED']);
  expect((await paymentsController.getCapturedPayment({ captureId })).result).toMatchObject({
    status: 'PARTIALLY_REFUNDED',
    customId: 'bestellung-1',
  });
  expect(
    await issueNameOf(
      paymentsController.refundCapturedPayment({
        captureId,
        body: { amount: { currencyCode: 'EUR', value: '10.01' } },
      }),
    ),
  ).toEqual([422, 'UNPROCESSABLE_ENTITY', 'REFUND_AMOUNT_EXCEEDED']);
  const refund = await paymentsController.refundCapturedPayment({ captureId, paypalRequestId: 'r2' });
  expect((await paymentsController.getRefund({ refundId: refund.result.id ?? '' })).result).toMatchObject({
    status: 'COMPLETED',
    amount: { value: '10.00' },
  });
  expect((await paymentsController.getCapturedPayment({ captureId })).result.status).toBe('REFUNDED');
});

it('PayPal’s own server SDK gets an issue that it requests from the sandbox, as from the real one', async () => {
  const ordersController = new OrdersController(createSdkClient(await serve()));
  const orderRequest = {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [{ amount: { currencyCode: 'EUR', value: '1.00' } }],
  };
  expect(
    await issueNameOf(
      ordersController.createOrder({
        body: orderRequest,
        paypalMockResponse: '{"mock_application_codes":"PAYER_CANNOT_PAY"}',
      }),
    ),
  ).toEqual([422, 'UNPROCESSABLE_ENTITY', 'PAYER_CANNOT_PAY']);
});
