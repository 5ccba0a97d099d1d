import { ErrorBody, ok, Order, PartnerOrder, partnerTopic } from '@mahlzeit/contract';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { connectLive } from '../../../platform/testing/live-test-client';
import { createPartnerTokens } from '../../discovery';
import type { ProviderRefund } from '../providers/port/payment-provider';
import { injectFault, PLACE } from '../testing/counter';
import { MINUTE, NOON, openRefundDesk } from '../testing/refund-desk';
import { createRefundServiceWith } from '../testing/refund-service-with';

const desk = openRefundDesk();
const { refund, refundedAtProvider, refundedInOrder, noticesOf, mailsOf, later, rowsOf, paidWithPaypal } = desk;

describe('a refund with an open outcome', () => {
  const consoleOf = async () => {
    const token = await createPartnerTokens(desk.gateway).issue(PLACE);
    const page = await connectLive(desk.gateway.url, { token: token.ok ? token.value : '' });
    page.say({ op: 'sub', id: partnerTopic(PLACE), topic: partnerTopic(PLACE) });
    await page.next('live');
    return page;
  };
  const openIn = (delta: { readonly ops: readonly object[] }) =>
    z
      .array(z.object({ value: PartnerOrder }))
      .parse(delta.ops)
      .map(({ value }) => value.openRefunds);

  it('appears at the counter while it is on its way, and after a refusal until the restaurant asks again', async () => {
    const { orderKey } = await desk.diner.ordered();
    const page = await consoleOf();
    await injectFault(desk.gateway, { operation: 'refund', when: 'beforeCommit', kind: 'drop' });
    expect((await refund(orderKey, { amount: 300 })).outcome).toEqual([503, 'providerUnavailable']);
    const asked = { amount: 300, reason: 'mistake', date: expect.any(Number), isRefused: false };
    expect(openIn(await page.next('delta'))).toEqual([[asked]]);
    await injectFault(desk.gateway, { operation: 'refund', when: 'beforeCommit', kind: 'fail', resultCode: '001999' });
    await later();
    expect(openIn(await page.next('delta'))).toEqual([[{ ...asked, isRefused: true, code: '001999' }]]);
    const again = await refund(orderKey, { amount: 300 });
    expect([again.outcome, PartnerOrder.parse(again.body)]).toMatchObject([
      [200],
      { openRefunds: [], refunded: [{ amount: 300 }] },
    ]);
    expect([openIn(await page.next('delta')), openIn(await page.next('delta'))]).toMatchObject([
      [[{ amount: 300, isRefused: false }]],
      [[]],
    ]);
    page.cut();
  });

  it.each([
    ['card', () => desk.diner.ordered(), '005405', '005405'],
    ['card, which names no code of a result', () => desk.diner.ordered(), 'param_error', '001999'],
    ['PayPal', paidWithPaypal, 'PAYEE_ACCOUNT_RESTRICTED', 'PAYEE_ACCOUNT_RESTRICTED'],
  ])(
    'C22 shows the provider’s code at open consoles and at later ones where it is refused: %s',
    async (_how, pay, resultCode, code) => {
      const { orderKey } = await pay();
      const page = await consoleOf();
      await injectFault(desk.gateway, { operation: 'refund', when: 'beforeCommit', kind: 'fail', resultCode });
      expect((await refund(orderKey, { amount: 300, reason: 'no_time' })).outcome[0]).toBe(402);
      const asked = { amount: 300, reason: 'no_time', date: expect.any(Number) };
      expect([openIn(await page.next('delta')), openIn(await page.next('delta'))]).toEqual([
        [[{ ...asked, isRefused: false }]],
        [[{ ...asked, isRefused: true, code }]],
      ]);
      const second = await consoleOf();
      const held = second.frames
        .flatMap((frame) => (frame.op === 'snap' ? frame.items : []))
        .find(({ key }) => key === orderKey);
      expect(PartnerOrder.parse(held?.value).openRefunds).toEqual([{ ...asked, isRefused: true, code }]);
      for (const one of [page, second]) one.cut();
      // The code is shown to the restaurant only; the diner's order doesn't contain it.
      expect(JSON.stringify(await desk.diner.order(orderKey))).not.toContain(code);
    },
  );
});

describe('a provider that refuses', () => {
  it.each([
    ['card', () => desk.diner.ordered(), '001999', { code: 'mangopay-error', details: { ResultCode: '001999' } }],
    [
      'PayPal',
      paidWithPaypal,
      'REFUND_NOT_ALLOWED',
      { code: 'paypal-error', details: { issue: 'REFUND_NOT_ALLOWED' } },
    ],
  ])('by %s gives nothing, and what came to nothing doesn’t count', async (_how, pay, resultCode, error) => {
    const { orderKey } = await pay();
    await injectFault(desk.gateway, { operation: 'refund', when: 'beforeCommit', kind: 'fail', resultCode });
    const refused = await refund(orderKey, { amount: 890 }, 'abgelehnt');
    expect([refused.status, ErrorBody.parse(refused.body)]).toMatchObject([402, error]);
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
  });
});

describe('a provider that doesn’t answer', () => {
  const faults = [
    ['before it has heard', { when: 'beforeCommit', kind: 'drop' }],
    ['after it has given', { when: 'afterCommit', kind: 'drop' }],
    ['but a 502', { when: 'afterCommit', kind: 'fail', status: 502 }],
  ] as const;

  it.each(faults)('%s: the job makes the refund, once', async (_what, fault) => {
    const { orderKey } = await desk.diner.ordered();
    await injectFault(desk.gateway, { operation: 'refund', ...fault });
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

  it.each(faults)(
    '%s: a repeat continues the refund, also long after the provider has forgotten the key',
    async (_what, fault) => {
      const { orderKey } = await paidWithPaypal();
      await desk.gateway.database.write(({ knex }) =>
        knex('customer_order').where({ key: orderKey }).update({ accepted_at: NOON }),
      );
      await injectFault(desk.gateway, { operation: 'refund', ...fault });
      const key = randomUUID();
      expect((await refund(orderKey, { amount: 300 }, key)).outcome).toEqual([503, 'providerUnavailable']);
      desk.gateway.clock.advance(7 * 60 * MINUTE);
      const again = await refund(orderKey, { amount: 300 }, key);
      expect([
        again.outcome,
        Order.parse(again.body).refunded.map(({ amount }) => amount),
        await refundedAtProvider(orderKey),
      ]).toEqual([[200], [300], [300]]);
      await later();
      expect([await refundedAtProvider(orderKey), (await mailsOf()).length]).toEqual([[300], 1]);
    },
  );

  it('answers that the number is used: the refund is looked for, and neither dropped nor repeated', async () => {
    const { orderKey } = await paidWithPaypal();
    await injectFault(desk.gateway, {
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
    const { orderKey } = await desk.diner.ordered();
    await injectFault(desk.gateway, { operation: 'refund', when: 'afterCommit', kind: 'drop' });
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
  ] as const)('is read until PayPal decides: %s', async (end, news, amounts) => {
    const { orderKey } = await paidWithPaypal();
    let stand: ProviderRefund = { id: `R-${orderKey}`, state: 'PENDING', code: null };
    const { service, steps, toldOutcomes, runJob } = createRefundServiceWith(desk.gateway, async () => ok(stand));
    const ask = (reference: string | null) =>
      service.refund(steps(reference), { restaurantKey: null }, { orderKey, form: { amount: 300, reason: 'mistake' } });
    expect(await ask(null)).toEqual({ ok: false, error: 'providerUnavailable' });
    const [row] = await rowsOf(orderKey);
    expect([row?.state, row?.providerId, await ask(row?.key ?? ''), await runJob(row?.key ?? '')]).toMatchObject([
      'REQUESTED',
      stand.id,
      { ok: false },
      { ok: false, error: { kind: 'later', reason: 'PENDING' } },
    ]);
    stand = { ...stand, state: end };
    await runJob(row?.key ?? '');
    await runJob(row?.key ?? '');
    expect([toldOutcomes, await refundedInOrder(orderKey)]).toEqual([[news], amounts]);
    expect(await ask(row?.key ?? '')).toMatchObject({ ok: end === 'SUCCEEDED' });
  });
});
