import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { createMemoryStore } from '../../platform/ephemeral-store';
import { testGateways } from '../../platform/testing/test-gateway';
import { outcomeOf } from '../identity/testing/people';
import { registerCompanion, type Companion } from '../chat/testing/companions';
import { makeContacts } from '../contacts/testing/relations';
import { inHours, insertRestaurant, RESTAURANT_KEY, tryToInvite } from './testing/meetups';
import { createInvitationChanges } from './invitation-changes';
import { createInvitationMails } from './invitation-mails';
import { createInvitationService } from './invitation-service';

jest.setTimeout(120_000);

describe('rate limits of invitations', () => {
  const gateways = testGateways();

  it('limit the attempts per minute, without mistakes', async () => {
    const gateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    await insertRestaurant(
      gateway,
      aRestaurant({ key: RESTAURANT_KEY, routingName: RESTAURANT_KEY, name: 'Elbkantine' }),
    );
    const [anna, ben] = [await registerCompanion(gateway, 'anna'), await registerCompanion(gateway, 'ben')];
    await makeContacts(gateway, [anna, ben]);
    for (let index = 0; index < 5; index += 1) await tryToInvite(gateway, anna, []);
    const requestOutcomes: unknown[] = [];
    for (let index = 0; index < 21; index += 1)
      requestOutcomes.push(outcomeOf(await tryToInvite(gateway, anna, [ben])));
    expect(requestOutcomes).toEqual([...Array.from({ length: 20 }, () => [200]), [429, 'ErrorTooManyAttempts']]);
  });

  it('limit the sent invitations per day', async () => {
    const gateway = await gateways.start();
    await insertRestaurant(
      gateway,
      aRestaurant({ key: RESTAURANT_KEY, routingName: RESTAURANT_KEY, name: 'Elbkantine' }),
    );
    const [anna, ben, strangerCompanion] = [
      await registerCompanion(gateway, 'anna'),
      await registerCompanion(gateway, 'ben'),
      await registerCompanion(gateway, 'wanda'),
    ];
    await makeContacts(gateway, [anna, ben]);
    const { createRateLimiter } = createMemoryStore(gateway.clock);
    const sentLimiter = createRateLimiter('sent', { points: 2, durationMs: 60_000 });
    const invitationMails = createInvitationMails({
      ...gateway,
      outbox: { enqueue: async () => undefined },
      statusMailLimiter: createRateLimiter('status', { points: 100, durationMs: 60_000 }),
    });
    const invitationService = createInvitationService({
      ...gateway,
      mails: invitationMails,
      changes: createInvitationChanges({ mails: invitationMails, live: { rightsChanged: () => undefined } }),
      limits: { attempts: createRateLimiter('tries', { points: 100, durationMs: 60_000 }), sentLimiter },
    });
    const createInvitation = async (invitedGuest: Companion, restaurant = RESTAURANT_KEY) => {
      const creationResult = await invitationService.create(anna.uid, {
        date: inHours(gateway, 2),
        restaurant,
        attendees: [invitedGuest.uid],
        isTakeAway: false,
      });
      return creationResult.ok ? 'sent' : creationResult.error;
    };
    for (let attemptIndex = 0; attemptIndex < 3; attemptIndex += 1)
      expect([await createInvitation(strangerCompanion), await createInvitation(ben, 'unknown')]).toEqual([
        'notAContact',
        'notFound',
      ]);
    expect([await createInvitation(ben), await createInvitation(ben), await createInvitation(ben)]).toEqual([
      'sent',
      'sent',
      { code: 'ErrorTooManyAttempts', retryAfterMs: expect.any(Number) },
    ]);
  });
});
