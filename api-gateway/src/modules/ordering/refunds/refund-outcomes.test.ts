import { ErrorBody, ok, Order, PartnerOrder, partnerTopic } from '@mahlzeit/contract';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { connectLive } from '../../../platform/testing/live-test-client';
import { createPartnerTokens } from '../../discovery';
import type { ProviderRefund } from '../providers/port/payment-provider';
import { injectFault, RESTAURANT_KEY } from '../testing/counter';
import { MINUTE_MS, ORDER_TIME, openRefundTestContext } from '../testing/refund-test-context';
import { createRefundServiceWith } from '../testing/refund-service-with';

const testContext = openRefundTestContext();
const { refund, refundedAtProvider, refundedInOrder, noticesOf, mailsOf, later, rowsOf, paidWithPaypal } = testContext;

describe('a refund with an open outcome', () => {
  const openConsole = async () => {
    const partnerToken = await createPartnerTokens(testContext.gateway).issue(RESTAURANT_KEY);
    const livePage = await connectLive(testContext.gateway.url, { token: partnerToken.ok ? partnerToken.value : '' });
    livePage.say({ op: 'sub', id: partnerTopic(RESTAURANT_KEY), topic: partnerTopic(RESTAURANT_KEY) });
    await livePage.next('live');
    return livePage;
  };
  const openRefundsIn = (liveDelta: { readonly ops: readonly object[] }) =>
    z
      .array(z.object({ value: PartnerOrder }))
      .parse(liveDelta.ops)
      .map(({ value }) => value.openRefunds);

  it('appears at the counter while it is on its way, and after a refusal until the restaurant asks again', async () => {
    const { orderKey } = await testContext.diner.placeOrder();
    const consolePageClient = await openConsole();
    await injectFault(testContext.gateway, { operation: 'refund', when: 'beforeCommit', kind: 'drop' });
    expect((await refund(orderKey, { amount: 300 })).outcome).toEqual([503, 'providerUnavailable']);
    const requestedRefund = { amount: 300, reason: 'mistake', date: expect.any(Number), isRefused: false };
    expect(openRefundsIn(await consolePageClient.next('delta'))).toEqual([[requestedRefund]]);
    await injectFault(testContext.gateway, {
      operation: 'refund',
      when: 'beforeCommit',
      kind: 'fail',
      resultCode: '001999',
    });
    await later();
    expect(openRefundsIn(await consolePageClient.next('delta'))).toEqual([
      [{ ...requestedRefund, isRefused: true, code: '001999' }],
    ]);
    const secondRefund = await refund(orderKey, { amount: 300 });
    expect([secondRefund.outcome, PartnerOrder.parse(secondRefund.body)]).toMatchObject([
      [200],
      { openRefunds: [], refunded: [{ amount: 300 }] },
    ]);
    expect([
      openRefundsIn(await consolePageClient.next('delta')),
      openRefundsIn(await consolePageClient.next('delta')),
    ]).toMatchObject([[[{ amount: 300, isRefused: false }]], [[]]]);
    consolePageClient.terminate();
  });

  it.each([
    ['card', () => testContext.diner.placeOrder(), '005405', '005405'],
    ['card, which names no code of a result', () => testContext.diner.placeOrder(), 'param_error', '001999'],
    ['PayPal', paidWithPaypal, 'PAYEE_ACCOUNT_RESTRICTED', 'PAYEE_ACCOUNT_RESTRICTED'],
  ])(
    'C22 shows the provider’s code at open consoles and at later ones where it is refused: %s',
    async (_description, payOrder, resultCode, expectedCode) => {
      const { orderKey } = await payOrder();
      const consolePageClient = await openConsole();
      await injectFault(testContext.gateway, { operation: 'refund', when: 'beforeCommit', kind: 'fail', resultCode });
      expect((await refund(orderKey, { amount: 300, reason: 'no_time' })).outcome[0]).toBe(402);
      const requestedRefund = { amount: 300, reason: 'no_time', date: expect.any(Number) };
      expect([
        openRefundsIn(await consolePageClient.next('delta')),
        openRefundsIn(await consolePageClient.next('delta')),
      ]).toEqual([
        [[{ ...requestedRefund, isRefused: false }]],
        [[{ ...requestedRefund, isRefused: true, code: expectedCode }]],
      ]);
      const secondConsole = await openConsole();
      const heldOrder = secondConsole.frames
        .flatMap((liveFrame) => (liveFrame.op === 'snap' ? liveFrame.items : []))
        .find(({ key }) => key === orderKey);
      expect(PartnerOrder.parse(heldOrder?.value).openRefunds).toEqual([
        { ...requestedRefund, isRefused: true, code: expectedCode },
      ]);
      for (const consolePage of [consolePageClient, secondConsole]) consolePage.terminate();
      // The provider's code of the refusal is shown to the restaurant only; the diner's order doesn't contain it.
      expect(JSON.stringify(await testContext.diner.order(orderKey))).not.toContain(expectedCode);
    },
  );
});

describe('a provider that refuses', () => {
  it.each([
    [
      'card',
      () => testContext.diner.placeOrder(),
      '001999',
      { code: 'mangopay-error', details: { ResultCode: '001999' } },
    ],
    [
      'PayPal',
      paidWithPaypal,
      'REFUND_NOT_ALLOWED',
      { code: 'paypal-error', details: { issue: 'REFUND_NOT_ALLOWED' } },
    ],
  ])(
    'by %s gives nothing, and what came to nothing doesn’t count',
    async (_description, payOrder, resultCode, error) => {
      const { orderKey } = await payOrder();
      await injectFault(testContext.gateway, { operation: 'refund', when: 'beforeCommit', kind: 'fail', resultCode });
      const refusedRefund = await refund(orderKey, { amount: 890 }, 'abgelehnt');
      expect([refusedRefund.status, ErrorBody.parse(refusedRefund.body)]).toMatchObject([402, error]);
      expect([
        (await refund(orderKey, { amount: 890 }, 'abgelehnt')).outcome,
        await refundedInOrder(orderKey),
        await noticesOf(),
      ]).toEqual([[402, error.code], [], []]);
      await later();
      expect([await refundedAtProvider(orderKey), (await rowsOf(orderKey)).map(({ state }) => state)]).toEqual([
        [],
        ['FAILED'],
      ]);
      expect([(await refund(orderKey, { amount: 890 })).outcome, await refundedInOrder(orderKey)]).toEqual([
        [200],
        [890],
      ]);
    },
  );
});

describe('a provider that doesn’t answer', () => {
  const providerFaults = [
    ['before it has heard', { when: 'beforeCommit', kind: 'drop' }],
    ['after it has given', { when: 'afterCommit', kind: 'drop' }],
    ['but a 502', { when: 'afterCommit', kind: 'fail', status: 502 }],
  ] as const;

  it.each(providerFaults)('%s: the job makes the refund, once', async (_description, providerFault) => {
    const { orderKey } = await testContext.diner.placeOrder();
    await injectFault(testContext.gateway, { operation: 'refund', ...providerFault });
    expect((await refund(orderKey, { amount: 300 })).outcome).toEqual([503, 'providerUnavailable']);
    expect((await refund(orderKey, { amount: 600 })).outcome).toEqual([422, 'refundExceedsAmount']);
    await later();
    await later();
    expect([
      await refundedAtProvider(orderKey),
      await refundedInOrder(orderKey),
      (await noticesOf()).length,
      (await mailsOf()).length,
    ]).toEqual([[300], [300], 1, 1]);
  });

  it.each(providerFaults)(
    '%s: a repeat continues the refund, also long after the provider has forgotten the key',
    async (_description, providerFault) => {
      const { orderKey } = await paidWithPaypal();
      await testContext.gateway.database.write(({ knex }) =>
        knex('customer_order').where({ key: orderKey }).update({ accepted_at: ORDER_TIME }),
      );
      await injectFault(testContext.gateway, { operation: 'refund', ...providerFault });
      const idempotencyKey = randomUUID();
      expect((await refund(orderKey, { amount: 300 }, idempotencyKey)).outcome).toEqual([503, 'providerUnavailable']);
      testContext.gateway.clock.advance(7 * 60 * MINUTE_MS);
      const repeatedRefund = await refund(orderKey, { amount: 300 }, idempotencyKey);
      expect([
        repeatedRefund.outcome,
        Order.parse(repeatedRefund.body).refunded.map(({ amount }) => amount),
        await refundedAtProvider(orderKey),
      ]).toEqual([[200], [300], [300]]);
      await later();
      expect([await refundedAtProvider(orderKey), (await mailsOf()).length]).toEqual([[300], 1]);
    },
  );

  it('answers that the number is used: the refund is looked for, and neither dropped nor repeated', async () => {
    const { orderKey } = await paidWithPaypal();
    await injectFault(testContext.gateway, {
      operation: 'refund',
      when: 'beforeCommit',
      kind: 'fail',
      resultCode: 'DUPLICATE_INVOICE_ID',
    });
    expect((await refund(orderKey, { amount: 300 })).outcome).toEqual([503, 'providerUnavailable']);
    await later();
    expect([await refundedAtProvider(orderKey), await refundedInOrder(orderKey)]).toEqual([[300], [300]]);
  });

  it('is asked for the same without a key: the request continues the refund on its way', async () => {
    const { orderKey } = await testContext.diner.placeOrder();
    await injectFault(testContext.gateway, { operation: 'refund', when: 'afterCommit', kind: 'drop' });
    expect([
      (await refund(orderKey, { amount: 300 })).outcome,
      (await refund(orderKey, { amount: 300 })).outcome,
      await refundedAtProvider(orderKey),
    ]).toEqual([[503, 'providerUnavailable'], [200], [300]]);
  });
});

describe('a refund that PayPal reviews', () => {
  it.each([
    ['SUCCEEDED', 'given', [300]],
    ['FAILED', 'refused', []],
  ] as const)('is read until PayPal decides: %s', async (finalState, notifiedOutcome, expectedAmounts) => {
    const { orderKey } = await paidWithPaypal();
    let providerRefund: ProviderRefund = { id: `R-${orderKey}`, state: 'PENDING', code: null };
    const { service, steps, toldOutcomes, runJob } = createRefundServiceWith(testContext.gateway, async () =>
      ok(providerRefund),
    );
    const requestRefund = (stepsReference: string | null) =>
      service.refund(
        steps(stepsReference),
        { restaurantKey: null },
        { orderKey, form: { amount: 300, reason: 'mistake' } },
      );
    expect(await requestRefund(null)).toEqual({ ok: false, error: 'providerUnavailable' });
    const [refundRow] = await rowsOf(orderKey);
    expect([
      refundRow?.state,
      refundRow?.providerId,
      await requestRefund(refundRow?.key ?? ''),
      await runJob(refundRow?.key ?? ''),
    ]).toMatchObject([
      'REQUESTED',
      providerRefund.id,
      { ok: false },
      { ok: false, error: { kind: 'later', reason: 'PENDING' } },
    ]);
    providerRefund = { ...providerRefund, state: finalState };
    await runJob(refundRow?.key ?? '');
    await runJob(refundRow?.key ?? '');
    expect([toldOutcomes, await refundedInOrder(orderKey)]).toEqual([[notifiedOutcome], expectedAmounts]);
    expect(await requestRefund(refundRow?.key ?? '')).toMatchObject({ ok: finalState === 'SUCCEEDED' });
  });
});
