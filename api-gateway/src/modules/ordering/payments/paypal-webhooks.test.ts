import { createServer } from 'node:http';
import { writeSetting } from '../../../platform';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createPaypalClient } from '../providers/paypal/paypal-client';
import { pressButton, DISH_KEY, createOrderingDiner } from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';
import { waitUntil } from '../../../platform/testing/until';
import { recordProviderRequests, openWebhookTestContext } from '../testing/webhook-test-context';

const { startGateway } = openWebhookTestContext();

afterEach(() => jest.restoreAllMocks());

// Returns an order form with PayPal. `amount` must differ between orders of one test, because the same cart would count
// as a repetition of the same order.
const paypalForm = (diner: OrderingDiner, amount: number): object =>
  diner.form({
    paymentOption: 'paypal',
    debitedCardId: null,
    items: [{ mealKey: DISH_KEY, amount, price: 890 }],
    totalPrice: 890 * amount,
  });

describe('an event of PayPal', () => {
  it('is sent back for verification byte for byte', async () => {
    const gateway = await startGateway();
    await gateway.catchUp();
    const fetchSpy = jest.spyOn(globalThis, 'fetch');
    const sentBody =
      '{ "id":"WH-1",  "resource": {"id":"ORDER-1", "amount": 1.0, "note":"M\\u00fcsli", "twice":1, "twice":2 } }';
    await fetch(`${gateway.url}/api/payment/hooks/paypal`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: sentBody,
    });
    const findVerificationCall = () =>
      fetchSpy.mock.calls.find(([url]) => typeof url === 'string' && url.endsWith('/verify-webhook-signature'));
    await waitUntil(() => findVerificationCall() !== undefined);
    expect(String(findVerificationCall()?.[1]?.body)).toMatch(/^\{"auth_algo":/);
    expect(String(findVerificationCall()?.[1]?.body).endsWith(`,"webhook_event":${sentBody}}`)).toBe(true);
  });

  interface ReceivedEvent {
    readonly headers: Record<string, string>;
    readonly body: string;
  }

  /**
   * Registers a webhook that receives PayPal's events instead of the gateway, so that a test can send them to the
   * gateway itself.
   */
  const receiveEventsInsteadOf = async (gateway: TestGateway) => {
    const receivedEvents: ReceivedEvent[] = [];
    const server = createServer((request, response) => {
      const bodyChunks: Buffer[] = [];
      request
        .on('data', (bodyChunk: Buffer) => bodyChunks.push(bodyChunk))
        .on('end', () => {
          const headers = Object.fromEntries(
            Object.entries(request.headers).flatMap(([headerName, value]) =>
              headerName.startsWith('paypal-') && typeof value === 'string' ? [[headerName, value]] : [],
            ),
          );
          receivedEvents.push({ headers, body: Buffer.concat(bodyChunks).toString('utf8') });
          response.end('{}');
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const serverAddress = server.address();
    const paypalClient = paypalOf(gateway);
    const webhookResult = await paypalClient.webhooks.ensure(
      `http://127.0.0.1:${typeof serverAddress === 'object' && serverAddress !== null ? serverAddress.port : 0}/`,
      AbortSignal.timeout(5000),
    );
    const webhookId = webhookResult.ok ? webhookResult.value : null;
    if (webhookId === null) throw new Error('PayPal has registered no webhook');
    await gateway.database.write((tx) => writeSetting(tx.knex, 'paypalWebhookId', webhookId));
    return {
      async next(): Promise<ReceivedEvent> {
        await waitUntil(() => receivedEvents.length > 0);
        const [firstEvent] = receivedEvents.splice(0, 1);
        if (firstEvent === undefined) throw new Error('nothing was told');
        return firstEvent;
      },
      close: () => server.close(),
    };
  };

  const paypalOf = ({ payment, clock }: TestGateway) => {
    if (payment.paypal === null) throw new Error('the sandbox stands in for PayPal');
    return createPaypalClient({
      fetch: (url, requestInit) => fetch(url, requestInit),
      realNow: clock.realNow,
      config: payment.paypal,
    });
  };

  const sendEvent = ({ url }: TestGateway, { headers, body }: ReceivedEvent): Promise<Response> =>
    fetch(`${url}/api/payment/hooks/paypal`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });

  it('is followed where PayPal has signed it, and ignored where it is forged', async () => {
    const gateway = await startGateway();
    const [diner, otherDiner] = [await createOrderingDiner(gateway), await createOrderingDiner(gateway)];
    const paypalEvents = await receiveEventsInsteadOf(gateway);
    try {
      // Captures the payment without the gateway, so that the gateway can learn of the capture only from the event.
      const captureOrder = async (
        payingDiner: OrderingDiner,
        amount: number,
      ): Promise<{ readonly orderKey: string; readonly id: string; readonly event: ReceivedEvent }> => {
        const { orderKey, Id, links } = await payingDiner.placeOrder(paypalForm(payingDiner, amount));
        await pressButton(links[0]?.href ?? '', 'approve');
        expect((await paypalOf(gateway).capture(Id, `capture-${Id}`, AbortSignal.timeout(5000))).ok).toBe(true);
        let event = await paypalEvents.next();
        while (!event.body.includes('PAYMENT.CAPTURE.COMPLETED')) event = await paypalEvents.next();
        return { orderKey, id: Id, event };
      };
      const [genuineCapture, forgedCapture] = [await captureOrder(diner, 1), await captureOrder(otherDiner, 2)];
      const listProviderRequests = recordProviderRequests(gateway);
      const countVerifications = (): number =>
        listProviderRequests().filter((requestLine) => requestLine.endsWith('/verify-webhook-signature')).length;
      const forgedEvents: readonly ReceivedEvent[] = [
        { ...forgedCapture.event, headers: { ...forgedCapture.event.headers, 'paypal-transmission-sig': 'bGll' } },
        { ...forgedCapture.event, body: forgedCapture.event.body.replace('17.80', '0.01') },
        { ...genuineCapture.event, body: forgedCapture.event.body },
        { headers: {}, body: forgedCapture.event.body },
      ];
      for (const forgedEvent of forgedEvents) expect((await sendEvent(gateway, forgedEvent)).status).toBe(200);
      await waitUntil(() => countVerifications() === forgedEvents.length);
      expect((await sendEvent(gateway, genuineCapture.event)).status).toBe(200);
      await waitUntil(async () => (await diner.order(genuineCapture.orderKey)).paymentStatus === 'SUCCEEDED');
      expect((await otherDiner.order(forgedCapture.orderKey)).paymentStatus).toBe('CREATED');
      expect(listProviderRequests().filter((requestLine) => requestLine.startsWith('GET '))).toEqual([
        `GET /paypal/v2/checkout/orders/${genuineCapture.id}`,
      ]);
    } finally {
      paypalEvents.close();
    }
  });
});
