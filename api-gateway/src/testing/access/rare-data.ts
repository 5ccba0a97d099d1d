import { aDiscount } from '@mahlzeit/contract/fixtures';
import { storeUser } from '../../modules/identity/testing/stored-people';
import { createPromotionRepository } from '../../modules/discovery/testing/repositories';
import { createJobRepository } from '../../platform/jobs/job-repository';
import type { TestGateway } from '../../platform/testing/test-gateway';
import type { AnnaTestData } from './access-row';

const TEXT = 'Nur für Anna';

const addAccountData = async (gateway: TestGateway, uid: string): Promise<void> => {
  await gateway.database.write(async ({ knex }) => {
    await knex('user')
      .where({ uid })
      .update({
        pending_email: 'anna.neu@mahlzeit.test',
        pending_email_until: gateway.clock.now() + 60_000,
        photo_url: '/media/avatar/anna.webp',
        phone_number: '+49 40 123456',
        first_name: 'Anna',
        last_name: 'Lindqvist',
        favorites: JSON.stringify(['elbkantine']),
        taste_keys: JSON.stringify(['italian']),
        selected_discount_id: 'gutschein',
        third_party: 'google',
      });
    await knex('avatar').insert({ key: 'anna', uid, picture: Buffer.from(TEXT) });
    await knex('third_party_identity').insert({ provider: 'google', subject: '4711', uid, linked_at: 1 });
    await knex('session')
      .where({ uid })
      .update({ browser: 'Firefox', system: 'Windows', device_kind: 'computer', country: 'DE', last_seen_at: 1 });
  });
};

const addSocialData = async (gateway: TestGateway, anna: AnnaTestData): Promise<void> => {
  const { uid } = anna.account;
  const formerContact = (await storeUser(gateway, 'former@mahlzeit.test')).account.uid;
  const reporterFields = { reporter: uid, kind: 'user', target: formerContact, person: formerContact };
  await gateway.database.write(async ({ knex }) => {
    await knex('contact_removal').insert({ owner_uid: uid, contact_uid: formerContact, removed_at: 1 });
    await knex('chat_read').insert({ chat_key: anna.chat, uid, seq: 1 }).onConflict(['chat_key', 'uid']).ignore();
    await knex('report').insert({
      ...{ key: 'meldung', ...reporterFields, chat_key: null, reason: 'other', text: TEXT, context: TEXT },
      ...{ state: 'dismissed', created_at: 1, closed_at: gateway.clock.now(), note: TEXT },
    });
    await knex('notification').where({ uid }).update({ route: 'contacts' });
    await knex('invitation_tombstone').insert({ invitation_key: 'vergangen', uid, date: gateway.clock.now() });
    await createJobRepository(knex).putUnlessThere({
      ...{ id: 'mail', kind: 'mail/send', key: 'mail', payload: {}, person: uid, queuedAt: 1, attempts: 0 },
      ...{ clock: 'real', dueAt: gateway.clock.realNow() + 86_400_000, requestId: null, traceParent: null },
    });
  });
};

const addOrderData = async (gateway: TestGateway, anna: AnnaTestData): Promise<void> => {
  const { uid } = anna.account;
  const dish = {
    ...{ key: 'zeile', mealKey: 'suppe', amount: 1, name: TEXT, description: '', price: 890, vatType: 'FOOD', vat: 7 },
    ...{ deposit: null, discount: null, comments: '', refundedAmount: 0 },
  };
  const request = {
    ...{ returnUrl: '/', payerId: 'payer', browserInfo: null, ipAddress: '192.0.2.1', isReleaseForced: false },
    ...{ cardType: 'CB_VISA_MASTERCARD', userAgent: 'Browser' },
  };
  await gateway.database.write(async ({ knex }) => {
    await knex('customer_order')
      .where({ key: anna.order })
      .update({
        debited_card_id: anna.creditCard,
        meet_up_key: anna.invitation,
        items: JSON.stringify([dish]),
        discount: JSON.stringify({ id: 'gutschein', value: 100, name: { de: TEXT } }),
        stars: 5,
        rated_at: 1,
      });
    await knex('payment_attempt')
      .where({ order_key: anna.order })
      .update({ payer_id: 'payer', request: JSON.stringify({ returnUrl: '/', card: null }) });
    await knex('order_refund').insert({
      ...{ key: 'erstattung', order_key: anna.order, amount: 100, reason: 'mistake', state: 'SUCCEEDED' },
      ...{ provider_id: 'refund', provider_key: 'refund', created_at: 1, is_automatic: false, items: '[]' },
    });
    await knex('card_pre_authorization')
      .where({ uid })
      .update({ brand: 'VISA', request: JSON.stringify(request) });
    await createPromotionRepository(knex).putDiscount({
      fields: aDiscount({ key: 'gutschein', restaurantRef: null }),
      owners: [uid],
      used: 0,
    });
    await knex('discount_use').insert({ discount_key: 'gutschein', uid, order_key: anna.order });
  });
};

/**
 * Adds data of the test user Anna that `createAnna` leaves out, so that each database column about a person has a value
 * of hers.
 */
export const addRareDataOf = async (gateway: TestGateway, anna: AnnaTestData): Promise<void> => {
  await addAccountData(gateway, anna.account.uid);
  await addSocialData(gateway, anna);
  await addOrderData(gateway, anna);
};
