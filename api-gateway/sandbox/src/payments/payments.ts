import { randomBytes } from 'node:crypto';
import express, { Router } from 'express';
import type { IssuedTokens, SandboxClock, SandboxDatabase, Secrets } from '../platform';
import { sendError } from '../platform';
import { createDeliveries } from './deliveries';
import { createFaultQueue, FaultForm } from './faults';
import { PayInObject, RefundObject } from './mangopay-objects';
import { createMangopayRouter } from './mangopay-router';
import type { MangopayApiAccess } from './mangopay-wire';
import { createPaymentStore } from './payment-store';
import type { LedgerEntry, PaymentStore } from './payment-store';
import { PaypalCapture, centsOf, PaypalRefund } from './paypal-objects';
import { createPaypalRouter } from './paypal-router';
import type { PaypalApiAccess } from './paypal-wire';

/** URLs and credentials with which the product calls the two payment providers. */
export interface SandboxPayments {
  readonly mangopay: MangopayApiAccess;
  readonly paypal: PaypalApiAccess;
}

interface PaymentsDeps {
  readonly database: SandboxDatabase;
  readonly secrets: Secrets;
  readonly issuedTokens: IssuedTokens;
  readonly clock: SandboxClock;
  /** Origin of the sandbox, at which browsers open its payment pages. */
  readonly url: string;
  /** Origin of the product, to which payment pages redirect and from which its pages send requests. */
  readonly gatewayUrl: string;
}

const mangopayLedgerEntries = (store: PaymentStore): LedgerEntry[] => {
  const payIns = store.list(PayInObject, 'payin');
  const referenceByPayInId = new Map(payIns.map(({ Id, Tag }) => [Id, Tag ?? '']));
  return [
    ...payIns.map(({ Id, Status, DebitedFunds, CreationDate }): LedgerEntry => ({
      id: Id,
      provider: 'mangopay',
      kind: 'payin',
      status: Status,
      amount: DebitedFunds.Amount,
      reference: referenceByPayInId.get(Id) ?? '',
      payInId: Id,
      createdAt: CreationDate * 1000,
    })),
    ...store
      .list(RefundObject, 'refund')
      .map(({ Id, Status, DebitedFunds, InitialTransactionId, CreationDate }): LedgerEntry => ({
        id: Id,
        provider: 'mangopay',
        kind: 'refund',
        status: Status,
        amount: DebitedFunds.Amount,
        reference: referenceByPayInId.get(InitialTransactionId) ?? '',
        payInId: InitialTransactionId,
        createdAt: CreationDate * 1000,
      })),
  ];
};

const paypalLedgerEntries = (store: PaymentStore): LedgerEntry[] => {
  const captures = store.list(PaypalCapture, 'capture');
  const orderIdByCaptureId = new Map(captures.map(({ id, orderId }) => [id, orderId]));
  return [
    ...captures.map(({ id, status, amount, customId, orderId, createdAt }): LedgerEntry => ({
      id,
      provider: 'paypal',
      kind: 'capture',
      status: status === 'DECLINED' ? 'FAILED' : 'SUCCEEDED',
      amount: centsOf(amount) ?? 0,
      reference: customId,
      payInId: orderId,
      createdAt,
    })),
    ...store
      .list(PaypalRefund, 'paypalRefund')
      .map(({ id, status, amount, customId, captureId, createdAt }): LedgerEntry => ({
        id,
        provider: 'paypal',
        kind: 'refund',
        status: status === 'COMPLETED' ? 'SUCCEEDED' : 'FAILED',
        amount: centsOf(amount) ?? 0,
        reference: customId,
        payInId: orderIdByCaptureId.get(captureId) ?? '',
        createdAt,
      })),
  ];
};

const createSecret = (): string => randomBytes(24).toString('base64url');

/**
 * Creates the two imitated payment providers, the list of their payments, and the routes that inject faults (contract
 * §8).
 */
export const createPayments = async ({ database, secrets, issuedTokens, clock, url, gatewayUrl }: PaymentsDeps) => {
  const store = createPaymentStore(database, clock.realNow);
  const faultQueue = createFaultQueue();
  const deliveries = createDeliveries({ fetch: (deliveryUrl, requestInit) => fetch(deliveryUrl, requestInit) });
  const providerAccess: SandboxPayments = {
    mangopay: {
      baseUrl: `${url}/psp`,
      tokeniserUrl: `${url}/psp`,
      clientId: 'mahlzeit-sandbox',
      apiKey: await secrets.getOrCreate('mangopay', createSecret),
    },
    paypal: {
      baseUrl: `${url}/paypal`,
      pagesUrl: `${url}/paypal`,
      clientId: 'mahlzeit-sandbox',
      clientSecret: await secrets.getOrCreate('paypal', createSecret),
      webhookSecret: await secrets.getOrCreate('paypal-webhook', createSecret),
    },
  };

  const listLedgerEntries = (): LedgerEntry[] => [...mangopayLedgerEntries(store), ...paypalLedgerEntries(store)];

  const router = Router();
  router.get('/psp/ledger', (_request, response) => {
    response.json(listLedgerEntries());
  });
  router
    .route('/psp/faults')
    .post(express.json(), ({ body }, response) => {
      const faultForm = FaultForm.safeParse(body);
      if (faultForm.success) response.json({ id: faultQueue.add(faultForm.data) });
      else sendError(response, 400, 'invalidRequest');
    })
    .delete((_request, response) => {
      faultQueue.clear();
      response.json({});
    });
  const commonDeps = { store, faults: faultQueue, deliveries, issuedTokens, clock, gatewayUrl };
  router.use(
    createMangopayRouter({ ...commonDeps, access: providerAccess.mangopay }),
    createPaypalRouter({ ...commonDeps, access: providerAccess.paypal }),
  );
  return {
    router,
    access: providerAccess,
    /** Lists all payments and refunds, including failed ones. */
    ledger: listLedgerEntries,
    /** Resolves when no event is being sent to the product. */
    settled: () => deliveries.whenSettled(),
    close(): void {
      faultQueue.close();
      deliveries.close();
    },
  };
};
