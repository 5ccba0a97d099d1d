import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@mahlzeit/contract';
import { testGateways } from '../../../platform/testing/test-gateway';
import { pressButton, injectFault } from '../testing/counter';
import { createCardOwner, CARD_NUMBERS } from '../testing/wallet';

const gateways = testGateways();
const logFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-talk-'));
afterAll(() => rmSync(logFolder, { recursive: true }));

const CARD_NUMBER_SPELLINGS = Object.values(CARD_NUMBERS).flatMap((number) => [
  number,
  ...[' ', '-', '\u00a0'].map((separator) => number.replace(/(\d{4})(?=\d)/g, `$1${separator}`)),
]);

/** Lists every file below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Lists the files that contain at least one of the texts. */
const filesContaining = (files: readonly string[], texts: readonly string[]): string[] =>
  files.filter((file) => {
    const content = readFileSync(file);
    return texts.some((text) => content.includes(text) || content.includes(Buffer.from(text, 'utf16le')));
  });

const setStdout = (fd: number): void =>
  void Object.defineProperty(process.stdout, 'fd', { value: fd, configurable: true, writable: true });

/**
 * Starts a gateway that logs at debug level to a file. A gateway's log goes to the standard output that is set when it
 * starts.
 */
const startLoggingGateway = async () => {
  const originalFd = process.stdout.fd;
  const logPath = join(logFolder, 'talk.log');
  setStdout(openSync(logPath, 'a'));
  try {
    return { gateway: await gateways.start({ environment: { LOG_LEVEL: 'debug' } }), log: logPath };
  } finally {
    setStdout(originalFd);
  }
};

it('a card’s number is in no file, log or error of the gateway, neither after a registration nor where a page sends it to a wrong route', async () => {
  const { gateway, log } = await startLoggingGateway();
  const owner = await createCardOwner(gateway);
  await owner.registerPaymentUser();
  for (const number of Object.values(CARD_NUMBERS)) {
    const { answer } = await owner.addCard(number);
    if (answer.SecureModeRedirectURL === null) continue;
    const returnUrl = await pressButton(answer.SecureModeRedirectURL, 'success');
    await owner.finishRegistration({ preAuthorizationId: returnUrl.searchParams.get('preAuthorizationId') });
  }
  expect(await owner.listCards()).toHaveLength(3);

  // A faulty or manipulated page sends the card number to the gateway: to each route, in valid and invalid bodies, and
  // while the provider fails.
  const cardData = {
    cardNumber: CARD_NUMBERS.challenge,
    card: { number: '4970 1051 8181 8183' },
    cardExpirationDate: '1235',
    cardCvx: '123',
  };
  for (const { method, path } of routes.filter(
    (route) => route.path.startsWith('/api/payment/') && route.method !== 'GET',
  )) {
    const requestPath = path.replace(/:\w+/g, 'nobody');
    for (const body of [
      cardData,
      { ...cardData, firstName: 7 },
      {
        ...cardData,
        firstName: 'Ana',
        lastName: 'Kowalczyk',
        cardType: 'MAESTRO',
        cardId: 'nobody',
        cardTypeAlias: 'VISA',
      },
    ]) {
      const { body: answer } = await owner.call(method, requestPath, body);
      expect(CARD_NUMBER_SPELLINGS.filter((number) => JSON.stringify(answer).includes(number))).toEqual([]);
    }
  }
  await injectFault(gateway, {
    provider: 'mangopay',
    operation: '*',
    when: 'beforeCommit',
    kind: 'fail',
    status: 500,
    count: 3,
  });
  await owner.call('POST', '/api/payment/cardRegistration', { ...cardData, cardType: 'MAESTRO' });
  await owner.call('POST', '/api/payment/finishCardRegistration', {
    ...cardData,
    cardId: 'nobody',
    cardTypeAlias: 'VISA',
  });
  await gateway.catchUp();

  const files = filesIn(gateway.folder);
  // Checks that the search works: it finds the user's uid in the stored files and a route in the log.
  expect([
    filesContaining(files, [owner.uid]).length > 0,
    filesContaining([log], ['/api/payment/finishCardRegistration']),
  ]).toEqual([true, [log]]);
  expect(filesContaining([...files, log], CARD_NUMBER_SPELLINGS)).toEqual([]);
});
