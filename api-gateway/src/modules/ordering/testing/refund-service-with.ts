import type { Steps } from '../../../platform';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { presentPartnerOrder } from '../counter/counter-service';
import { createPaypalClient } from '../providers/paypal/paypal-client';
import type { Answered, ProviderRefund } from '../providers/port/payment-provider';
import { bindRefundJob } from '../refunds/refund-job';
import { createRefundService } from '../refunds/refund-service';

/** Creates a refund service whose PayPal client returns the result of `answer` for each request about a refund. */
export const createRefundServiceWith = (gateway: TestGateway, answer: () => Answered<ProviderRefund>) => {
  const {
    database,
    clock,
    payment: { paypal: config },
  } = gateway;
  if (config === null) throw new Error('the sandbox stands in');
  const notifiedOutcomes: string[] = [];
  const refundReactions = {
    onRefunded: async () => void notifiedOutcomes.push('given'),
    onRefused: async () => void notifiedOutcomes.push('refused'),
  };
  const providers = {
    mangopay: null,
    paypal: {
      ...createPaypalClient({ config, realNow: clock.realNow, fetch: (url, init) => fetch(url, init) }),
      refund: answer,
      readRefund: answer,
      findRefund: answer,
    },
  };
  const refundService = createRefundService({
    database,
    clock,
    providers,
    news: refundReactions,
    presentPartnerOrder,
    jobs: { enqueue: async () => undefined },
  });
  const createSteps = (reference: string | null = null): Steps => ({
    reference,
    write: (work) => database.write((tx) => work({ ...tx, bind: async () => undefined })),
    ask: (work) => work(AbortSignal.timeout(10_000)),
  });
  const refundJob = bindRefundJob({ database, clock, providers, news: refundReactions });
  return {
    service: refundService,
    steps: createSteps,
    toldOutcomes: notifiedOutcomes,
    runJob: (refundKey: string) =>
      refundJob.run?.({ refundKey }, { id: 'job', attempts: 1, complete: async () => undefined }),
  };
};
