import { testGateways } from '../../platform/testing/test-gateway';
import { createOutbox } from './outbox';
import { waitingMailData } from './waiting-mail-data';

const gateways = testGateways();
const [anna, ben] = [{ uid: 'anna', email: 'anna@mahlzeit.test' }, { uid: 'ben', email: 'ben@mahlzeit.test' }];

it('tells of letters that nobody takes without their words, and removes those of one address', async () => {
  const { database, clock } = await gateways.start({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  const outbox = createOutbox({ clock, supportEmail: 'hilfe@mahlzeit.test' });
  await database.write(async (tx) => {
    for (const { email } of [anna, ben]) await outbox.enqueue(tx, { kind: 'verificationCode', to: email, code: '012345' });
  });
  expect(await waitingMailData.export(database.knex, anna)).toEqual([{ subject: 'Dein Code für Mahlzeit', writtenAt: clock.now() }]);
  await database.write((tx) => waitingMailData.erase(tx, anna));
  expect(await waitingMailData.export(database.knex, anna)).toEqual([]);
  expect(await waitingMailData.export(database.knex, ben)).toHaveLength(1);
});

it('holds nothing of who has no address', async () => {
  const { database } = await gateways.start();
  const visitor = { uid: 'visitor', email: null };
  expect(await waitingMailData.export(database.knex, visitor)).toEqual([]);
  await database.write((tx) => waitingMailData.erase(tx, visitor));
});
