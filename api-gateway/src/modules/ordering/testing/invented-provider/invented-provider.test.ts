import type { OrderAnswer } from '@mahlzeit/contract';
import { ErrorBody, Order } from '@mahlzeit/contract';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { testGateways } from '../../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../../platform/testing/test-gateway';
import { testPaymentOptions } from '../../providers';
import { insertPayingRestaurant, createOrderingDiner, runDueJobs } from '../counter';
import type { OrderingDiner } from '../counter';
import { readPdfPages } from '../pdf-text';
import { waitUntil } from '../../../../platform/testing/until';
import { inventedBooks } from './invented-provider';

// These mocks prove that a third payment option needs only a row in each of the two tables, its texts, and the folder
// of its provider.
jest.mock('../../../../../contract/src/payment-option-table', () => {
  const optionTableModule = jest.requireActual<Record<'paymentOptionTable' | 'paymentErrorStatus', object>>(
    '../../../../../contract/src/payment-option-table',
  );
  return {
    paymentOptionNames: ['card', 'paypal', 'mealcard'],
    paymentErrorStatus: { ...optionTableModule.paymentErrorStatus, 'mealcard-error': 402 },
    paymentOptionTable: {
      ...optionTableModule.paymentOptionTable,
      mealcard: {
        approval: 'redirect',
        capturedBy: 'gateway',
        needsCard: false,
        refusal: { code: 'mealcard-error', reasonField: 'issue' },
      },
    },
  };
});
jest.mock('../../providers/payment-option-table', () => ({
  paymentOptionTable: {
    ...jest.requireActual<Record<'paymentOptionTable', object>>('../../providers/payment-option-table')
      .paymentOptionTable,
    mealcard: jest.requireActual<Record<'inventedOption', object>>('./invented-provider').inventedOption,
  },
}));
jest.mock('../../../../../locales/de.json', () => ({
  ...jest.requireActual<object>('../../../../../locales/de.json'),
  paymentOption_mealcard: 'Essenskarte',
  mailRefundedBy_mealcard: 'Das Geld geht auf deine Essenskarte.',
}));

const gateways = testGateways();
let gateway: TestGateway;
let diner: OrderingDiner;
beforeAll(async () => {
  gateway = await gateways.start();
  await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
  diner = await createOrderingDiner(gateway);
});

/** Places an order that is paid by meal card. */
const placeOrder = (): Promise<OrderAnswer> =>
  diner.placeOrder(diner.form({ paymentOption: 'mealcard', debitedCardId: null }));

const approvalUrlOf = ({ links }: OrderAnswer): string => links[0]?.href ?? '';
const captureOrder = ({ Id }: OrderAnswer) => diner.call('POST', `/api/payment/orders/${Id}/capture`, {});

const placePaidOrder = async (): Promise<OrderAnswer> => {
  const orderAnswer = await placeOrder();
  inventedBooks.approve(approvalUrlOf(orderAnswer));
  await captureOrder(orderAnswer);
  return orderAnswer;
};

const requestRefund = async ({ orderKey }: OrderAnswer, amount: number): Promise<[number, unknown]> => {
  const refundResponse = await fetch(`${gateway.url}/api/partner/orders/${orderKey}/refund`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${gateway.partnerToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ reason: 'mistake', amount }),
  });
  return [refundResponse.status, await refundResponse.json()];
};

const mailsOf = async (email: string): Promise<string> =>
  z
    .array(z.object({ text: z.string() }))
    .parse(await (await fetch(`${gateway.sandboxUrl}/mail?to=${email}`)).json())
    .map(({ text }) => text)
    .join('\n');

it('an order is approved at the page of a third provider, captured, and has a receipt and a refund', async () => {
  const orderAnswer = await placeOrder();
  expect(orderAnswer).toMatchObject({ Status: 'CREATED', SecureModeRedirectURL: null });
  const earlyCapture = await captureOrder(orderAnswer);
  expect([earlyCapture.status, ErrorBody.parse(earlyCapture.body)]).toMatchObject([
    402,
    { code: 'mealcard-error', details: { issue: 'NOT_YET' } },
  ]);
  inventedBooks.approve(approvalUrlOf(orderAnswer));
  const order = Order.parse((await captureOrder(orderAnswer)).body);
  expect([order.paymentOption, order.paymentStatus, inventedBooks.balance()]).toEqual(['mealcard', 'SUCCEEDED', 890]);

  const receiptResponse = await fetch(`${gateway.url}/api/payment/orders/${orderAnswer.orderKey}/receipt.pdf`, {
    headers: { Authorization: `Bearer ${diner.idToken}` },
  });
  expect(readPdfPages(new Uint8Array(await receiptResponse.arrayBuffer())).flat()).toEqual(
    expect.arrayContaining(['Essenskarte', 'Testbeleg: Es ist kein echtes Geld geflossen.']),
  );

  expect((await requestRefund(orderAnswer, 300))[0]).toBe(200);
  await runDueJobs(gateway);
  expect([(await diner.order(orderAnswer.orderKey)).refunded, inventedBooks.balance()]).toMatchObject([
    [{ amount: 300, reason: 'mistake' }],
    590,
  ]);
  expect(await mailsOf(diner.email)).toContain('Das Geld geht auf deine Essenskarte.');
});

it('the provider’s refusal of a refund goes over the wire under its own code', async () => {
  expect(await requestRefund(await placePaidOrder(), 13)).toMatchObject([
    402,
    { code: 'mealcard-error', message: 'mealcard-error/UNLUCKY', details: { issue: 'UNLUCKY' } },
  ]);
});

it('an abandoned payment is never captured', async () => {
  const orderAnswer = await placeOrder();
  const { body } = await diner.call('POST', `/api/payment/orders/${orderAnswer.Id}/abandon`, {});
  inventedBooks.approve(approvalUrlOf(orderAnswer));
  expect([Order.parse(body).paymentStatus, (await captureOrder(orderAnswer)).status]).toEqual(['FAILED', 402]);
});

it('the provider’s events reach the gateway at the address that it registers', async () => {
  expect(inventedBooks.webhookUrl()).toBe(`${gateway.url}/api/payment/hooks/mealcard`);
  const orderAnswer = await placeOrder();
  inventedBooks.settle(orderAnswer.Id);
  await fetch(inventedBooks.webhookUrl() ?? '', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ payment: orderAnswer.Id }),
  });
  await waitUntil(async () => (await diner.order(orderAnswer.orderKey)).paymentStatus === 'SUCCEEDED');
});

it('the deployment counts the option among those that move no real money', async () => {
  expect(testPaymentOptions(gateway.payment)).toEqual(['card', 'paypal', 'mealcard']);
});
