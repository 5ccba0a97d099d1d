import { err, ok } from '@mahlzeit/contract';
import { json, Router } from 'express';
import * as z from 'zod/mini';
import type {
  NewPayment,
  NewRefund,
  PaymentOptionDescriptor,
  PaymentProvider,
  ProviderPayment,
  ProviderRefund,
  ProviderWebhooks,
} from '../../providers';

/** A payment or refund that the invented provider of a test has stored. */
interface BookedObject<T> {
  readonly key: string;
  value: T;
}

const paymentByKey = new Map<string, BookedObject<ProviderPayment>>();
const refundByKey = new Map<
  string,
  BookedObject<ProviderRefund> & { readonly amount: number; readonly paymentId: string }
>();
const approvedKeys = new Set<string>();
let registeredUrl: string | null = null;

const APPROVAL_PAGE_URL = 'https://mealcard.example/approve/';

/** Functions by which a test acts as the invented provider: on its approval page and in its store of payments. */
export const inventedBooks = {
  /** Approves a payment, as the diner does on the page with the link `approve`. */
  approve(approvalPageUrl: string): void {
    const payment = paymentByKey.get(approvalPageUrl.slice(APPROVAL_PAGE_URL.length));
    if (payment !== undefined) approvedKeys.add(payment.value.id);
  },
  /** Takes the money of a payment without a request of the gateway, which learns about it only from an event. */
  settle(paymentId: string): void {
    const payment = paymentByKey.get(paymentId);
    if (payment !== undefined) payment.value = { ...payment.value, state: 'SUCCEEDED', refundableId: paymentId };
  },
  /** Computes the paid minus the refunded money at the invented provider, in cents. */
  balance: (): number =>
    [...paymentByKey.values()].reduce(
      (paidSum, { value }) => paidSum + (value.state === 'SUCCEEDED' ? value.amount : 0),
      0,
    ) - [...refundByKey.values()].reduce((refundedSum, { amount }) => refundedSum + amount, 0),
  /** Returns the URL to which the invented provider sends its events; null before the registration. */
  webhookUrl: (): string | null => registeredUrl,
};

const PaymentEventBody = z.object({ payment: z.string() });

const inventedWebhooks: ProviderWebhooks = {
  async ensure(url) {
    registeredUrl = url;
    return ok(null);
  },
  createRouter(path, actions) {
    const router = Router();
    router.post(path, json(), ({ body }, response) => {
      response.json({});
      const event = PaymentEventBody.safeParse(body);
      if (event.success) actions.run(() => actions.applyPaymentStatus(event.data.payment));
    });
    return router;
  },
};

const findByKey = <T>(bookedObjects: Iterable<BookedObject<T>>, bookedKey: string): T | null =>
  [...bookedObjects].find((bookedObject) => bookedObject.key === bookedKey)?.value ?? null;

const beginPayment = ({ key, orderKey, amount }: NewPayment): ProviderPayment => {
  const existingPayment = findByKey(paymentByKey.values(), key);
  if (existingPayment !== null) return existingPayment;
  const id = `meal-${paymentByKey.size + 1}`;
  const value: ProviderPayment = {
    id,
    state: 'PENDING',
    amount,
    reference: orderKey,
    code: null,
    redirectUrl: `${APPROVAL_PAGE_URL}${id}`,
    refundableId: null,
  };
  paymentByKey.set(id, { key, value });
  return value;
};

const refund = ({ key, amount, paymentId }: NewRefund): ProviderRefund => {
  const existingRefund = findByKey(refundByKey.values(), key);
  if (existingRefund !== null) return existingRefund;
  const value: ProviderRefund = { id: `back-${refundByKey.size + 1}`, state: 'SUCCEEDED', code: null };
  refundByKey.set(value.id, { key, amount, paymentId, value });
  return value;
};

const provider: PaymentProvider = {
  name: 'mealcard',
  cards: null,
  webhooks: inventedWebhooks,
  begin: async (payment) => ok(beginPayment(payment)),
  findBegun: async ({ key }) => ok(findByKey(paymentByKey.values(), key)),
  read: async (id) => ok(paymentByKey.get(id)?.value ?? null),
  async capture(id) {
    const payment = paymentByKey.get(id);
    if (payment === undefined) return err({ kind: 'refused', status: 404, code: 'NO_PAYMENT' });
    if (!approvedKeys.has(id)) return err({ kind: 'refused', status: 422, code: 'NOT_YET' });
    payment.value = { ...payment.value, state: 'SUCCEEDED', refundableId: id };
    return ok(payment.value);
  },
  async refund(request) {
    return request.amount === 13 ? err({ kind: 'refused', status: 422, code: 'UNLUCKY' }) : ok(refund(request));
  },
  findRefund: async ({ key }) => ok(findByKey(refundByKey.values(), key)),
  readRefund: async (id) => ok(refundByKey.get(id)?.value ?? null),
  recordLifeMs: Infinity,
  listPayments: async () =>
    ok([...paymentByKey.values()].filter(({ value }) => value.state === 'SUCCEEDED').map(({ value }) => value.id)),
  listRefunds: async () =>
    ok([...refundByKey.values()].map(({ key, paymentId, amount, value: { id } }) => ({ id, key, paymentId, amount }))),
};

/** Invented payment option for tests: a meal card whose owner approves each payment on a page of its provider. */
export const inventedOption: PaymentOptionDescriptor = {
  provider: 'mealcard',
  webhookMethod: 'post',
  returnPath: '/restaurants',
  codes: {
    userReason: (providerReason) => providerReason,
    errorMessage: (errorCode) => `mealcard-error/${errorCode}`,
    notApprovedCode: 'NOT_YET',
    fullyRefunded: [],
    finalRefundRefusals: ['UNLUCKY'],
  },
  moneyOf: () => 'test',
  connect: () => provider,
};
