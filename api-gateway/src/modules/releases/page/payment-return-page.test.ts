import { runInNewContext } from 'node:vm';
import express from 'express';
import { inlineCspSource } from '../../../platform';
import { listen } from '../../../platform/http/listening-server';
import { createPaymentReturnRouter } from './payment-return-page';

const pageSources = {
  isMeasured: false,
  tileUrl: null,
  googleMapsUrl: null,
  cards: null,
  paypalUrl: null,
  signInUrls: [],
};

const openReturnPageServer = async () => {
  const listeningServer = await listen({ host: '127.0.0.1', port: 0 });
  listeningServer.serve(
    express().use(createPaymentReturnRouter({ publicUrl: 'https://mahlzeit.test', sources: pageSources })),
  );
  return {
    get: (path: string) => fetch(`http://127.0.0.1:${listeningServer.port}${path}`),
    close: () => listeningServer.close(),
  };
};

const fetchPage = async (path: string) => {
  const { get: getPage, close } = await openReturnPageServer();
  const pageResponse = await getPage(path);
  const text = await pageResponse.text();
  await close();
  return { answer: pageResponse, text };
};

/**
 * Runs the script of the page to which a bank returns, inside a frame if `isFramed`. Returns the messages to the
 * surrounding page and the URLs to which the script navigates.
 */
const runScript = (pageScript: string, locationSearch: string, isFramed: boolean) => {
  const [postedMessages, visitedUrls]: [unknown[], string[]] = [[], []];
  const self = {};
  const parent = isFramed
    ? {
        postMessage: (message: unknown, targetOrigin: string) =>
          postedMessages.push([JSON.parse(JSON.stringify(message)), targetOrigin]),
      }
    : self;
  runInNewContext(pageScript, {
    URLSearchParams,
    self,
    parent,
    location: {
      search: locationSearch,
      origin: 'https://mahlzeit.test',
      replace: (visitedUrl: string) => visitedUrls.push(visitedUrl),
    },
  });
  return { messages: postedMessages, addresses: visitedUrls };
};

it('is a static page that we alone may frame, whose policy knows its own script', async () => {
  const { answer, text } = await fetchPage('/payment/return?transactionId=7');
  const pageScript = /<script>(.*)<\/script>/s.exec(text)?.[1] ?? '';
  expect(answer.status).toBe(200);
  expect(text).toContain('Mahlzeit sieht nach, ob deine Zahlung geklappt hat.');
  expect(text).not.toContain('7</');
  expect(answer.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'/);
  expect(answer.headers.get('content-security-policy')).toContain(`script-src ${inlineCspSource(pageScript)};`);
  expect([answer.headers.get('cache-control'), answer.headers.get('set-cookie')]).toEqual(['no-store', null]);
});

it.each(['/payment', '/payment/return/', '/payment/Return', '/payment/return/x'])(
  'R01 leaves %s to others',
  async (path) => {
    expect((await fetchPage(path)).answer.status).toBe(404);
  },
);

describe('its script', () => {
  let pageScript = '';
  beforeAll(async () => {
    pageScript = /<script>(.*)<\/script>/s.exec((await fetchPage('/payment/return')).text)?.[1] ?? '';
  });

  it.each([
    ['?transactionId=7', { transactionId: '7' }],
    ['?preAuthorizationId=8&utm=x', { preAuthorizationId: '8' }],
    ['?transactionId=%22%3E&transactionId=2', { transactionId: '">' }],
    ['', {}],
  ])('tells the page around it of %s, and nobody else', (locationSearch, expectedValues) => {
    expect(runScript(pageScript, locationSearch, true)).toEqual({
      messages: [[{ type: 'mahlzeit-payment', ...expectedValues }, 'https://mahlzeit.test']],
      addresses: [],
    });
  });

  it.each([
    ['?transactionId=7&next=https://evil.test', '/restaurants?transactionId=7'],
    ['?preAuthorizationId=%26token%3Dx', '/restaurants?preAuthorizationId=%26token%3Dx'],
    ['', '/restaurants?'],
  ])('leads on to the app with %s where no page is around it', (locationSearch, expectedUrl) => {
    expect(runScript(pageScript, locationSearch, false)).toEqual({ messages: [], addresses: [expectedUrl] });
  });
});
