import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@mahlzeit/contract';
import { destination } from 'pino';
import { readPostgresRows, readSqliteRows } from '../../../platform/testing/stored-rows';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { pressButton, injectFault } from '../testing/counter';
import { createCardOwner, CARD_NUMBERS } from '../testing/wallet';

const gateways = testGateways();
const logFolderPath = mkdtempSync(join(tmpdir(), 'mahlzeit-talk-'));
afterAll(() => rmSync(logFolderPath, { recursive: true }));

const CARD_NUMBER_SPELLINGS = Object.values(CARD_NUMBERS).flatMap((cardNumber) => [
  cardNumber,
  ...[' ', '-', '\u00a0'].map((digitSeparator) => cardNumber.replace(/(\d{4})(?=\d)/g, `$1${digitSeparator}`)),
]);

/** Lists every file below a folder. */
const listFilesIn = (folderPath: string): string[] =>
  readdirSync(folderPath, { withFileTypes: true, recursive: true })
    .filter((directoryEntry) => directoryEntry.isFile())
    .map((directoryEntry) => join(directoryEntry.parentPath, directoryEntry.name));

/** Lists the files that contain at least one of the texts. */
const filesContaining = (files: readonly string[], searchedTexts: readonly string[]): string[] =>
  files.filter((file) => {
    const fileContent = readFileSync(file);
    return searchedTexts.some(
      (text) => fileContent.includes(text) || fileContent.includes(Buffer.from(text, 'utf16le')),
    );
  });

/** Starts a gateway that logs at debug level to a file. */
const startLoggingGateway = async () => {
  const log = join(logFolderPath, 'talk.log');
  const logDestination = destination({ dest: log, sync: true });
  return { gateway: await gateways.start({ environment: { LOG_LEVEL: 'debug' }, logDestination }), log };
};

/**
 * Writes all rows of the gateway's database to a file, because PostgreSQL stores them outside of the gateway's folder.
 */
const writeStoredRows = async ({ config: { database } }: TestGateway): Promise<string> => {
  const rows = database.driver === 'pg' ? await readPostgresRows(database.url) : readSqliteRows(database.file);
  const rowsPath = join(logFolderPath, 'rows.json');
  writeFileSync(rowsPath, JSON.stringify([...rows]));
  return rowsPath;
};

it('a card’s number is in no file, log or error of the gateway, neither after a registration nor where a page sends it to a wrong route', async () => {
  const { gateway, log } = await startLoggingGateway();
  const owner = await createCardOwner(gateway);
  await owner.registerPaymentUser();
  for (const cardNumber of Object.values(CARD_NUMBERS)) {
    const { answer } = await owner.addCard(cardNumber);
    if (answer.SecureModeRedirectURL === null) continue;
    const returnUrl = await pressButton(answer.SecureModeRedirectURL, 'success');
    await owner.finishRegistration({ preAuthorizationId: returnUrl.searchParams.get('preAuthorizationId') });
  }
  expect(await owner.listCards()).toHaveLength(3);

  // The test acts as a faulty or manipulated page, which sends the card number to the gateway: to each route, in valid
  // and invalid bodies, and while the provider fails.
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
      const { body: routeAnswer } = await owner.call(method, requestPath, body);
      expect(CARD_NUMBER_SPELLINGS.filter((cardNumber) => JSON.stringify(routeAnswer).includes(cardNumber))).toEqual(
        [],
      );
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

  const files = [...listFilesIn(gateway.folder), await writeStoredRows(gateway)];
  // Proves that the search of the test works: it finds the user's uid in the stored files and a route in the log.
  expect([
    filesContaining(files, [owner.uid]).length > 0,
    filesContaining([log], ['/api/payment/finishCardRegistration']),
  ]).toEqual([true, [log]]);
  expect(filesContaining([...files, log], CARD_NUMBER_SPELLINGS)).toEqual([]);
});
