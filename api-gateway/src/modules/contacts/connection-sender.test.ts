import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { registerCompanion, type Companion } from '../chat/testing/companions';
import { outcomeOf, visit } from '../identity/testing/people';
import { blockUser } from './testing/relations';

jest.setTimeout(60_000);

describe('the sender of a connection link', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let anna: Companion;

  const updateAnna = (columns: object) =>
    gateway.database.write(({ knex }) => knex('user').where({ uid: anna.uid }).update(columns));
  const findSender = (reader: Pick<Companion, 'call'>, code = anna.account.connectionCode ?? '') =>
    reader.call('GET', `/api/users/connect/${code}`);

  beforeEach(async () => {
    gateway = await gateways.start();
    anna = await registerCompanion(gateway, 'anna.geheim');
  });

  it('is named to visitors by the first name alone', async () => {
    await updateAnna({ display_name: 'Anna Lindqvist', photo_url: '/api/users/avatar/secret' });
    const visitor = await visit(gateway);
    expect((await findSender(visitor)).body).toEqual({ firstName: 'Anna' });
    const typedCode = (anna.account.connectionCode ?? '').toLowerCase().replace(/^(.{4})/, '$1-');
    expect((await findSender(visitor, typedCode)).body).toEqual({ firstName: 'Anna' });
  });

  it('has no name without a chosen one', async () => {
    await updateAnna({ display_name: null });
    expect((await findSender(await visit(gateway))).body).toEqual({ firstName: '' });
  });

  it('is unknown for another code and after the deletion of the account', async () => {
    const visitor = await visit(gateway);
    expect(outcomeOf(await findSender(visitor, 'ABCD2345'))).toEqual([404, 'connectionCodeUnknown']);
    await anna.call('PUT', '/api/users/deleteMe');
    expect(outcomeOf(await findSender(visitor))).toEqual([404, 'connectionCodeUnknown']);
  });

  it('is the same to people of a block', async () => {
    const ben = await registerCompanion(gateway, 'ben');
    const answer = (await findSender(ben)).body;
    await blockUser(gateway, anna, ben);
    expect((await findSender(ben)).body).toEqual(answer);
  });

  it('is asked by an address 30 times a minute at most', async () => {
    const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const visitor = await visit(limitedGateway);
    const outcomes: unknown[] = [];
    for (let count = 0; count < 31; count += 1) outcomes.push(outcomeOf(await findSender(visitor, 'ABCD2345')));
    expect(outcomes.slice(-2)).toEqual([
      [404, 'connectionCodeUnknown'],
      [429, 'ErrorTooManyAttempts'],
    ]);
  });
});
