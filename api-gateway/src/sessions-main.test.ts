import { meTopic } from '@mahlzeit/contract';
import { register, signIn, visit } from './modules/identity/testing/people';
import type { TestPerson } from './modules/identity/testing/people';
import { connectLive } from './platform/testing/live-test-client';
import { runCommand } from './platform/testing/run-command';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';
import { runSessions } from './sessions';

describe('npm run sessions', () => {
  const gateways = testGateways();

  const run = (gateway: TestGateway, ...commandArguments: string[]) =>
    runCommand((programOutput) =>
      runSessions(
        commandArguments,
        () => gateway.config,
        programOutput,
        () => gateway.clock.realNow(),
      ),
    );

  const isSignedIn = async (person: TestPerson): Promise<boolean> =>
    (await person.call('GET', '/api/users/me')).status === 200;

  const refreshStatus = async ({ browser }: TestPerson): Promise<number> =>
    (await browser.call('POST', '/api/auth/refresh', { body: {}, headers: { 'X-Mahlzeit': '1' } })).status;

  it('ends all sessions of one person beside a running gateway, by address or uid, and closes their sockets', async () => {
    const gateway = await gateways.start();
    const anna = await register(gateway, 'anna@mahlzeit.test');
    const annaElsewhere = await signIn(gateway, anna.email);
    const ben = await register(gateway, 'ben@mahlzeit.test');
    const client = await connectLive(gateway.url, { token: anna.idToken });
    client.say({ op: 'sub', id: meTopic, topic: meTopic });
    await client.next('live');
    expect((await run(gateway, 'end', ' Anna@Mahlzeit.test')).stdout).toBe('Beendete Sitzungen: 2\n');
    expect(await client.whenClosed).toBe(4401);
    expect(await Promise.all([anna, annaElsewhere, ben].map(isSignedIn))).toEqual([false, false, true]);
    expect(await refreshStatus(anna)).toBe(401);
    expect(await isSignedIn(await signIn(gateway, anna.email))).toBe(true);
    expect((await run(gateway, 'end', ben.account.uid)).stdout).toBe('Beendete Sitzungen: 1\n');
    expect(await isSignedIn(ben)).toBe(false);
  });

  it('ends the sessions of all members, and none of a visitor', async () => {
    const gateway = await gateways.start();
    const members = [await register(gateway, 'anna@mahlzeit.test'), await register(gateway, 'ben@mahlzeit.test')];
    members.push(await signIn(gateway, 'ben@mahlzeit.test'));
    const visitor = await visit(gateway);
    expect((await run(gateway, 'end', '--all')).stdout).toBe('Beendete Sitzungen: 3\n');
    expect(await Promise.all([...members, visitor].map(isSignedIn))).toEqual([false, false, false, true]);
    expect((await run(gateway, 'end', '--all')).stdout).toBe('Beendete Sitzungen: 0\n');
  });

  it('ends nothing for an unknown person or command', async () => {
    const gateway = await gateways.start();
    for (const person of ['niemand@mahlzeit.test', 'niemand'])
      await expect(run(gateway, 'end', person)).rejects.toMatchObject({
        code: 1,
        stderr: 'Kein Konto hat diese E-Mail-Adresse oder diesen Schlüssel.\n',
      });
    for (const commandWords of [[], ['end'], ['end', 'a', 'b'], ['end', 'a', '--all'], ['list'], ['end', '--some']])
      await expect(run(gateway, ...commandWords)).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringContaining('npm run sessions'),
      });
  });
});
