import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { createMemoryStore } from '../../platform/ephemeral-store';
import { testGateways } from '../../platform/testing/test-gateway';
import { outcomeOf } from '../identity/testing/people';
import { registerCompanion, type Companion } from '../chat/testing/companions';
import { makeContacts } from '../contacts/testing/relations';
import { inHours, insertRestaurant, PLACE, tryToInvite } from './testing/meetups';
import { createInvitationChanges } from './invitation-changes';
import { createInvitationMails } from './invitation-mails';
import { createInvitationService } from './invitation-service';

jest.setTimeout(120_000);

describe('rate limits of invitations', () => {
  const gateways = testGateways();

  it('limit the attempts per minute, without mistakes', async () => {
    const gateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    await insertRestaurant(gateway, aRestaurant({ key: PLACE, routingName: PLACE, name: 'Elbkantine' }));
    const [anna, ben] = [await registerCompanion(gateway, 'anna'), await registerCompanion(gateway, 'ben')];
    await makeContacts(gateway, [anna, ben]);
    for (let index = 0; index < 5; index += 1) await tryToInvite(gateway, anna, []);
    const endings: unknown[] = [];
    for (let index = 0; index < 21; index += 1) endings.push(outcomeOf(await tryToInvite(gateway, anna, [ben])));
    expect(endings).toEqual([...Array.from({ length: 20 }, () => [200]), [429, 'ErrorTooManyAttempts']]);
  });

  it('limit the sent invitations per day', async () => {
    const gateway = await gateways.start();
    await insertRestaurant(gateway, aRestaurant({ key: PLACE, routingName: PLACE, name: 'Elbkantine' }));
    const [anna, ben, stranger] = [
      await registerCompanion(gateway, 'anna'),
      await registerCompanion(gateway, 'ben'),
      await registerCompanion(gateway, 'wanda'),
    ];
    await makeContacts(gateway, [anna, ben]);
    const { createRateLimiter } = createMemoryStore(gateway.clock);
    const sent = createRateLimiter('sent', { points: 2, durationMs: 60_000 });
    const mails = createInvitationMails({ ...gateway, outbox: { enqueue: async () => undefined } });
    const service = createInvitationService({
      ...gateway,
      mails,
      changes: createInvitationChanges(mails),
      limits: { attempts: createRateLimiter('tries', { points: 100, durationMs: 60_000 }), sentLimiter: sent },
    });
    const send = async (guest: Companion, restaurant = PLACE) => {
      const created = await service.create(anna.uid, {
        date: inHours(gateway, 2),
        restaurant,
        attendees: [guest.uid],
        isTakeAway: false,
      });
      return created.ok ? 'sent' : created.error;
    };
    for (let time = 0; time < 3; time += 1)
      expect([await send(stranger), await send(ben, 'unknown')]).toEqual(['notAContact', 'notFound']);
    expect([await send(ben), await send(ben), await send(ben)]).toEqual([
      'sent',
      'sent',
      { code: 'ErrorTooManyAttempts', retryAfterMs: expect.any(Number) },
    ]);
  });
});
