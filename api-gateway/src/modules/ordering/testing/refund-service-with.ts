import type { Steps, WriteTransaction } from '../../../platform';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { presentPartnerOrder } from '../counter/counter-service';
import { createPaypalClient } from '../providers/paypal/paypal-client';
import type { ProviderResult, ProviderRefund } from '../providers/port/payment-provider';
import { bindRefundJob } from '../refunds/refund-job';
import { createRefundService } from '../refunds/refund-service';

/**
 * Creates a refund service for tests, whose PayPal client returns the result of `answerRefund` for each request about a
 * refund.
 */
export const createRefundServiceWith = (gateway: TestGateway, answerRefund: () => ProviderResult<ProviderRefund>) => {
  const {
    database,
    clock,
    payment: { paypal: config },
  } = gateway;
  if (config === null) throw new Error('the sandbox stands in');
  const notifiedOutcomes: string[] = [];
  // Notifies after the commit only: the work of a transaction may run twice, and only its last run counts.
  const notifyAfterCommit =
    (outcome: string) =>
    async ({ afterCommit }: WriteTransaction): Promise<void> =>
      afterCommit(() => void notifiedOutcomes.push(outcome));
  const refundReactions = {
    onRefunded: notifyAfterCommit('given'),
    onRefused: notifyAfterCommit('refused'),
  };
  const paymentProviders = {
    mangopay: null,
    paypal: {
      ...createPaypalClient({ config, realNow: clock.realNow, fetch: (url, requestInit) => fetch(url, requestInit) }),
      refund: answerRefund,
      readRefund: answerRefund,
      findRefund: answerRefund,
    },
  };
  const refundService = createRefundService({
    database,
    clock,
    providers: paymentProviders,
    news: refundReactions,
    presentPartnerOrder,
    jobs: { enqueue: async () => undefined },
  });
  const createSteps = (stepsReference: string | null = null): Steps => ({
    reference: stepsReference,
    write: (databaseWork) => database.write((tx) => databaseWork({ ...tx, bind: async () => undefined })),
    ask: (providerWork) => providerWork(AbortSignal.timeout(10_000)),
  });
  const refundJob = bindRefundJob({ database, clock, providers: paymentProviders, news: refundReactions });
  return {
    service: refundService,
    steps: createSteps,
    toldOutcomes: notifiedOutcomes,
    runJob: (refundKey: string) =>
      refundJob.run?.({ refundKey }, { id: 'job', attempts: 1, complete: async () => undefined }),
  };
};
