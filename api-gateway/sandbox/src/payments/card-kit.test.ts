import kit from 'mangopay-cardregistration-js-kit';
import * as z from 'zod/mini';
import { PRODUCT_ORIGIN, sandboxHarnesses } from '../testing/sandbox-harness';
import type { ServedSandbox } from '../testing/sandbox-harness';

const { serve } = sandboxHarnesses();

/**
 * Replacement for XMLHttpRequest, which Mangopay's card kit needs. Like a browser, it hides responses without a CORS
 * header for the product's origin.
 */
class BrowserPageRequest {
  static isOffline = false;

  readonly withCredentials = false;
  readyState = 0;
  status = 0;
  responseText = '';
  onreadystatechange: (() => void) | null = null;
  #url = '';
  readonly #headers: Record<string, string> = { Origin: PRODUCT_ORIGIN };

  open(_method: string, url: string): void {
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  send(body: string): void {
    void this.#ask(body)
      .catch(() => undefined)
      .then(() => {
        this.readyState = 4;
        this.onreadystatechange?.();
      });
  }

  async #ask(body: string): Promise<void> {
    if (BrowserPageRequest.isOffline) return;
    const response = await fetch(this.#url, { method: 'POST', headers: this.#headers, body });
    if (response.headers.get('Access-Control-Allow-Origin') !== PRODUCT_ORIGIN) return;
    [this.status, this.responseText] = [response.status, await response.text()];
  }
}

beforeAll(() => {
  Object.assign(globalThis, { window: { navigator: {} }, XMLHttpRequest: BrowserPageRequest });
});
afterAll(() => {
  for (const name of ['window', 'XMLHttpRequest']) Reflect.deleteProperty(globalThis, name);
});
beforeEach(() => {
  BrowserPageRequest.isOffline = false;
});

interface KitAnswer {
  readonly ResultCode: string;
}

const StartedRegistration = z.object({
  Id: z.string(),
  CardRegistrationURL: z.string(),
  PreregistrationData: z.string(),
  AccessKey: z.string(),
});
type StartedRegistration = z.infer<typeof StartedRegistration>;
const AccessToken = z.object({ access_token: z.string() });

/** Starts a card registration at the sandbox's provider, as the product's server does. */
const startCardRegistration = async (
  {
    sandbox: {
      payments: { mangopay },
    },
  }: ServedSandbox,
  CardType: string,
): Promise<StartedRegistration> => {
  const { baseUrl, clientId, apiKey } = mangopay;
  const requestJson = async (path: string, requestInit: RequestInit): Promise<unknown> =>
    (await fetch(`${baseUrl}/v2.01${path}`, { method: 'POST', ...requestInit })).json();
  const { access_token: token } = AccessToken.parse(
    await requestJson('/oauth/token', {
      headers: { Authorization: `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    }),
  );
  return StartedRegistration.parse(
    await requestJson(`/${clientId}/cardregistrations`, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ UserId: 'demo-payer-ana', Currency: 'EUR', CardType }),
    }),
  );
};

const VALID_CARD = {
  cardNumber: '4970107111111119',
  cardExpirationDate: '1235',
  cardCvx: '123',
  cardType: 'CB_VISA_MASTERCARD',
};

/** Makes Mangopay's card kit send a card to the provider, for a registration that exists. */
const submitCard = (
  { Id, CardRegistrationURL, PreregistrationData, AccessKey }: StartedRegistration,
  card = VALID_CARD,
): Promise<KitAnswer> => {
  kit.cardRegistration.init({
    Id,
    cardRegistrationURL: CardRegistrationURL,
    preregistrationData: PreregistrationData,
    accessKey: AccessKey,
  });
  return new Promise((resolve) => kit.cardRegistration.registerCard(card, resolve, resolve));
};

/** Starts a card registration and makes Mangopay's card kit send the card, as a page does. */
const registerInKit = async (
  servedSandbox: ServedSandbox,
  card: Partial<typeof VALID_CARD> = {},
): Promise<KitAnswer> => {
  const cardData = { ...VALID_CARD, ...card };
  const { baseUrl, clientId } = servedSandbox.sandbox.payments.mangopay;
  [kit.cardRegistration.baseURL, kit.cardRegistration.clientId] = [baseUrl, clientId];
  return submitCard(await startCardRegistration(servedSandbox, cardData.cardType), cardData);
};

describe('Mangopay’s own card kit against the sandbox', () => {
  it.each([
    ['CB_VISA_MASTERCARD', '4970107111111119'],
    ['CB_VISA_MASTERCARD', '5413330000000019'],
    ['MAESTRO', '6759649826438453'],
    ['MAESTRO', '5033951000000004'],
  ])('registers a card of %s: %s', async (cardType, cardNumber) => {
    expect(await registerInKit(await serve(), { cardType, cardNumber })).toMatchObject({
      ResultCode: '000000',
      Status: 'VALIDATED',
      CardId: expect.stringMatching(/^card_m_/),
    });
  });

  it.each([
    ['a number that is none', { cardNumber: '4970107111111118' }, '105202'],
    ['a number with gaps', { cardNumber: '4970 1071 1111 1119' }, '105202'],
    ['a month that is over', { cardExpirationDate: '0124' }, '105203'],
    ['a month that is none', { cardExpirationDate: '1335' }, '105203'],
    ['two digits of three', { cardCvx: '12' }, '105204'],
  ])('is told of %s before anything is sent', async (_, card, expectedCode) => {
    expect(await registerInKit(await serve(), card)).toMatchObject({ ResultCode: expectedCode });
  });

  it('returns the tokeniser’s error', async () => {
    const servedSandbox = await serve();
    // Two faults for two calls. The first call comes from the product's own server and gets the harmless delay. The
    // second call, to the tokeniser, fails.
    for (const fault of [{ kind: 'delay' }, { kind: 'fail', resultCode: '02631' }]) {
      await fetch(`${servedSandbox.url}/psp/faults`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ operation: 'cardRegistration', when: 'beforeCommit', count: 1, ...fault }),
      });
    }
    expect(await registerInKit(servedSandbox)).toMatchObject({ ResultCode: '02631' });
  });

  it.each([
    ['that nobody answered where the line is down', true, '001596'],
    ['that a registration is unknown', false, '09101'],
  ])('is told %s', async (_, isOffline, expectedCode) => {
    const servedSandbox = await serve();
    BrowserPageRequest.isOffline = isOffline;
    expect(
      await submitCard({
        Id: 'none',
        CardRegistrationURL: `${servedSandbox.url}/psp/tokenise`,
        PreregistrationData: 'none',
        AccessKey: 'none',
      }),
    ).toMatchObject({ ResultCode: expectedCode });
  });
});
