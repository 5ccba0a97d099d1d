import { createServer } from 'node:http';
import { writeSetting } from '../../../platform';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createPaypalClient } from '../providers/paypal/paypal-client';
import { decide, DISH, orderingDiner } from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';
import { until } from '../testing/until';
import { questionsTo, openWebhookDesk } from '../testing/webhook-desk';

const { startGateway } = openWebhookDesk();

afterEach(() => jest.restoreAllMocks());

// `amount` must differ between orders of one test, because the same cart would count as a repeat of the same order.
const paypalForm = (diner: OrderingDiner, amount: number): object =>
  diner.form({
    paymentOption: 'paypal',
    debitedCardId: null,
    items: [{ mealKey: DISH, amount, price: 890 }],
    totalPrice: 890 * amount,
  });

describe('an event of PayPal', () => {
  it('is sent back for verification byte for byte', async () => {
    const gateway = await startGateway();
    await gateway.catchUp();
    const spy = jest.spyOn(globalThis, 'fetch');
    const sent =
      '{ "id":"WH-1",  "resource": {"id":"ORDER-1", "amount": 1.0, "note":"M\\u00fcsli", "twice":1, "twice":2 } }';
    await fetch(`${gateway.url}/api/payment/hooks/paypal`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: sent,
    });
    const verifying = () =>
      spy.mock.calls.find(([url]) => typeof url === 'string' && url.endsWith('/verify-webhook-signature'));
    await until(() => verifying() !== undefined);
    expect(String(verifying()?.[1]?.body)).toMatch(/^\{"auth_algo":/);
    expect(String(verifying()?.[1]?.body).endsWith(`,"webhook_event":${sent}}`)).toBe(true);
  });

  interface Told {
    readonly headers: Record<string, string>;
    readonly body: string;
  }

  /**
   * Registers a webhook that receives PayPal's events instead of the gateway, so that a test can send them to the
   * gateway itself.
   */
  const listenInsteadOf = async (gateway: TestGateway) => {
    const told: Told[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const headers = Object.fromEntries(
            Object.entries(request.headers).flatMap(([name, value]) =>
              name.startsWith('paypal-') && typeof value === 'string' ? [[name, value]] : [],
            ),
          );
          told.push({ headers, body: Buffer.concat(chunks).toString('utf8') });
          response.end('{}');
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const client = paypalOf(gateway);
    const webhook = await client.webhooks.ensure(
      `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`,
      AbortSignal.timeout(5000),
    );
    const webhookId = webhook.ok ? webhook.value : null;
    if (webhookId === null) throw new Error('PayPal has registered no webhook');
    await gateway.database.write((tx) => writeSetting(tx.knex, 'paypalWebhookId', webhookId));
    return {
      async next(): Promise<Told> {
        await until(() => told.length > 0);
        const [first] = told.splice(0, 1);
        if (first === undefined) throw new Error('nothing was told');
        return first;
      },
      close: () => server.close(),
    };
  };

  const paypalOf = ({ payment, clock }: TestGateway) => {
    if (payment.paypal === null) throw new Error('the sandbox stands in for PayPal');
    return createPaypalClient({
      fetch: (url, init) => fetch(url, init),
      realNow: clock.realNow,
      config: payment.paypal,
    });
  };

  const tell = ({ url }: TestGateway, { headers, body }: Told): Promise<Response> =>
    fetch(`${url}/api/payment/hooks/paypal`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });

  it('is followed where PayPal has signed it, and ignored where it is forged', async () => {
    const gateway = await startGateway();
    const [diner, other] = [await orderingDiner(gateway), await orderingDiner(gateway)];
    const paypal = await listenInsteadOf(gateway);
    try {
      // The payment is captured without the gateway, so the gateway can know about the capture only from the event.
      const captured = async (
        who: OrderingDiner,
        amount: number,
      ): Promise<{ readonly orderKey: string; readonly id: string; readonly event: Told }> => {
        const { orderKey, Id, links } = await who.ordered(paypalForm(who, amount));
        await decide(links[0]?.href ?? '', 'approve');
        expect((await paypalOf(gateway).capture(Id, `capture-${Id}`, AbortSignal.timeout(5000))).ok).toBe(true);
        let event = await paypal.next();
        while (!event.body.includes('PAYMENT.CAPTURE.COMPLETED')) event = await paypal.next();
        return { orderKey, id: Id, event };
      };
      const [mine, forged] = [await captured(diner, 1), await captured(other, 2)];
      const asked = questionsTo(gateway);
      const verified = (): number =>
        asked().filter((question) => question.endsWith('/verify-webhook-signature')).length;
      const lies: readonly Told[] = [
        { ...forged.event, headers: { ...forged.event.headers, 'paypal-transmission-sig': 'bGll' } },
        { ...forged.event, body: forged.event.body.replace('17.80', '0.01') },
        { ...mine.event, body: forged.event.body },
        { headers: {}, body: forged.event.body },
      ];
      for (const lie of lies) expect((await tell(gateway, lie)).status).toBe(200);
      await until(() => verified() === lies.length);
      expect((await tell(gateway, mine.event)).status).toBe(200);
      await until(async () => (await diner.order(mine.orderKey)).paymentStatus === 'SUCCEEDED');
      expect((await other.order(forged.orderKey)).paymentStatus).toBe('CREATED');
      expect(asked().filter((question) => question.startsWith('GET '))).toEqual([
        `GET /paypal/v2/checkout/orders/${mine.id}`,
      ]);
    } finally {
      paypal.close();
    }
  });
});
