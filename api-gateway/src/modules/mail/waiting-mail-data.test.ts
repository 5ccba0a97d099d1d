import { testGateways } from '../../platform/testing/test-gateway';
import { createOutbox } from './outbox';
import { mailPersonalData } from './waiting-mail-data';

const gateways = testGateways();
const [anna, ben] = [{ uid: 'anna', email: 'anna@mahlzeit.test' }, { uid: 'ben', email: 'ben@mahlzeit.test' }];

it('tells of messages that nobody takes without their words, and removes those of one address', async () => {
  const { database, clock } = await gateways.start({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  const outbox = createOutbox({ clock, supportEmail: 'hilfe@mahlzeit.test' });
  await database.write(async (tx) => {
    for (const { email } of [anna, ben]) await outbox.enqueue(tx, { kind: 'verificationCode', to: email, code: '012345' });
  });
  expect(await mailPersonalData.export(database.knex, anna)).toEqual([{ subject: 'Dein Code für Mahlzeit', writtenAt: clock.now() }]);
  await database.write((tx) => mailPersonalData.erase(tx, anna));
  expect(await mailPersonalData.export(database.knex, anna)).toEqual([]);
  expect(await mailPersonalData.export(database.knex, ben)).toHaveLength(1);
});

it('holds nothing of who has no address', async () => {
  const { database } = await gateways.start();
  const visitor = { uid: 'visitor', email: null };
  expect(await mailPersonalData.export(database.knex, visitor)).toEqual([]);
  await database.write((tx) => mailPersonalData.erase(tx, visitor));
});
