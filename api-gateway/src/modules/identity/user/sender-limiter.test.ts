import { createMemoryStore } from '../../../platform/ephemeral-store';
import { testGateways } from '../../../platform/testing/test-gateway';
import { storeUser } from '../testing/stored-people';
import { createSenderLimiter, NEW_ACCOUNT_AGE_MS } from './sender-limiter';

const gateways = testGateways();

it('gives a new account fewer attempts for its first days, and each account its own', async () => {
  const gateway = await gateways.start();
  const { createRateLimiter } = createMemoryStore(gateway.clock);
  const limiter = createSenderLimiter({ ...gateway, createRateLimiter }, 'test', { points: 3, newAccountPoints: 1 });
  const uidOf = async (email: string, createdAt: number): Promise<string> =>
    (await storeUser(gateway, email, { createdAt })).account.uid;
  const newcomer = await uidOf('newcomer@mahlzeit.test', gateway.clock.now() - NEW_ACCOUNT_AGE_MS + 60_000);
  const settled = await uidOf('settled@mahlzeit.test', gateway.clock.now() - NEW_ACCOUNT_AGE_MS);
  const admissionsOf = async (uid: string): Promise<readonly boolean[]> => {
    const admissions: boolean[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) admissions.push((await limiter.consume(uid)).ok);
    return admissions;
  };
  expect(await admissionsOf(newcomer)).toEqual([true, false, false, false]);
  expect(await admissionsOf(settled)).toEqual([true, true, true, false]);
  await limiter.refund(newcomer, 4);
  expect((await limiter.consume(newcomer)).ok).toBe(true);
  gateway.clock.advance(60_000);
  expect(await admissionsOf(newcomer)).toEqual([true, true, true, false]);
});
