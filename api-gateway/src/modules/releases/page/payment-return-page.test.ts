import { runInNewContext } from 'node:vm';
import express from 'express';
import { inlineSource } from '../../../platform';
import { listen } from '../../../platform/http/http-server';
import { createPaymentReturnRouter } from './payment-return-page';

const sources = { isMeasured: false, tileUrl: null, googleMapsUrl: null, cards: null, paypalUrl: null, signInUrls: [] };

const openApp = async () => {
  const listeningServer = await listen({ host: '127.0.0.1', port: 0 });
  listeningServer.serve(express().use(createPaymentReturnRouter({ publicUrl: 'https://mahlzeit.test', sources })));
  return {
    get: (path: string) => fetch(`http://127.0.0.1:${listeningServer.port}${path}`),
    close: () => listeningServer.close(),
  };
};

const answerOf = async (path: string) => {
  const { get: getPage, close } = await openApp();
  const answer = await getPage(path);
  const text = await answer.text();
  await close();
  return { answer, text };
};

/**
 * Runs the page's script in a window, inside a frame if `isFramed`. Returns the messages to the surrounding page and
 * the URLs to which the script navigates.
 */
const runScript = (script: string, search: string, isFramed: boolean) => {
  const [postedMessages, visitedUrls]: [unknown[], string[]] = [[], []];
  const self = {};
  const parent = isFramed
    ? {
        postMessage: (message: unknown, targetOrigin: string) =>
          postedMessages.push([JSON.parse(JSON.stringify(message)), targetOrigin]),
      }
    : self;
  runInNewContext(script, {
    URLSearchParams,
    self,
    parent,
    location: { search, origin: 'https://mahlzeit.test', replace: (address: string) => visitedUrls.push(address) },
  });
  return { messages: postedMessages, addresses: visitedUrls };
};

it('is a static page that we alone may frame, whose policy knows its own script', async () => {
  const { answer, text } = await answerOf('/payment/return?transactionId=7');
  const script = /<script>(.*)<\/script>/s.exec(text)?.[1] ?? '';
  expect(answer.status).toBe(200);
  expect(text).toContain('Mahlzeit sieht nach, ob deine Zahlung geklappt hat.');
  expect(text).not.toContain('7</');
  expect(answer.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'/);
  expect(answer.headers.get('content-security-policy')).toContain(`script-src ${inlineSource(script)};`);
  expect([
    answer.headers.get('referrer-policy'),
    answer.headers.get('cache-control'),
    answer.headers.get('set-cookie'),
  ]).toEqual(['no-referrer', 'no-store', null]);
});

it.each(['/payment', '/payment/return/', '/payment/Return', '/payment/return/x'])(
  'R01 leaves %s to others',
  async (path) => {
    expect((await answerOf(path)).answer.status).toBe(404);
  },
);

describe('its script', () => {
  let script = '';
  beforeAll(async () => {
    script = /<script>(.*)<\/script>/s.exec((await answerOf('/payment/return')).text)?.[1] ?? '';
  });

  it.each([
    ['?transactionId=7', { transactionId: '7' }],
    ['?preAuthorizationId=8&utm=x', { preAuthorizationId: '8' }],
    ['?transactionId=%22%3E&transactionId=2', { transactionId: '">' }],
    ['', {}],
  ])('tells the page around it of %s, and nobody else', (search, values) => {
    expect(runScript(script, search, true)).toEqual({
      messages: [[{ type: 'mahlzeit-payment', ...values }, 'https://mahlzeit.test']],
      addresses: [],
    });
  });

  it.each([
    ['?transactionId=7&next=https://evil.test', '/restaurants?transactionId=7'],
    ['?preAuthorizationId=%26token%3Dx', '/restaurants?preAuthorizationId=%26token%3Dx'],
    ['', '/restaurants?'],
  ])('leads on to the app with %s where no page is around it', (search, address) => {
    expect(runScript(script, search, false)).toEqual({ messages: [], addresses: [address] });
  });
});
