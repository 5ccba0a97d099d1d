import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { testGateways } from '../../platform/testing/test-gateway';
import { registerCompanion } from '../chat/testing/companions';
import { makeContacts } from '../contacts/testing/relations';
import { readWaitingMails } from '../mail/testing/waiting-mails';
import { MAX_STATUS_MAILS_PER_DAY } from '.';
import { insertRestaurant, invite, joinByLink, RESTAURANT_KEY, sendAnswer, tokenOf } from './testing/meetups';

const gateways = testGateways();

it('tells each reader only so often of a status that a guest changes over and over', async () => {
  // Uses an SMTP URL at which no server listens, so that all e-mails stay in the outbox, where the test reads them.
  const gateway = await gateways.start({ environment: { SMTP_URL: 'smtp://127.0.0.1:9', RATE_LIMITS: 'default' } });
  const [anna, ben, cem] = [
    await registerCompanion(gateway, 'anna'),
    await registerCompanion(gateway, 'ben'),
    await registerCompanion(gateway, 'cem'),
  ];
  await makeContacts(gateway, [anna, cem]);
  await insertRestaurant(gateway, aRestaurant({ key: RESTAURANT_KEY, routingName: RESTAURANT_KEY }));
  const { key } = await invite(gateway, anna, [cem]);
  const linkToken = await tokenOf(anna, key);
  for (let turn = 0; turn < MAX_STATUS_MAILS_PER_DAY; turn += 1) {
    expect(await joinByLink(ben, linkToken)).toEqual([200]);
    await sendAnswer(ben, key, 'declined');
  }
  const mails = (await readWaitingMails(gateway)).filter(({ subject }) => subject.startsWith('Das Treffen'));
  for (const { email } of [anna, cem])
    expect(mails.filter(({ to }) => to === email)).toHaveLength(MAX_STATUS_MAILS_PER_DAY);
});
