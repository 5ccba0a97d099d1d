import { createServer, get } from 'node:http';
import { Session } from '@mahlzeit/contract';
import { createOutbox } from './modules/mail/outbox';
import { createJobQueue } from './platform/jobs/job-queue';
import { connectLive } from './platform/testing/live-test-client';
import { testGateways } from './platform/testing/test-gateway';
import { createGateway } from './app';

const startTime = Date.parse('2026-06-24T09:30:00Z');
const jsonHeaders = { 'Content-Type': 'application/json' };

const moveClock = (url: string | null, body: object): Promise<Response> =>
  fetch(`${url}/clock`, { method: 'POST', headers: jsonHeaders, body: JSON.stringify(body) });

describe('the sandbox beside the gateway', () => {
  const gateways = testGateways();

  it('is another site, with the address that the product knows', async () => {
    const { sandboxUrl } = await gateways.start();
    expect(sandboxUrl).toMatch(/^http:\/\/localhost:\d+$/);
    expect(await (await fetch(`${sandboxUrl}/clock`)).json()).toEqual({ now: startTime });
  });

  it('gets the mails that are sent', async () => {
    const { sandboxUrl, database, clock, secrets } = await gateways.start();
    const outbox = createOutbox({
      ...{ jobs: createJobQueue(clock), clock, secrets },
      supportEmail: 'hilfe@mahlzeit.test',
    });
    await database.write((tx) =>
      outbox.enqueue(tx, { kind: 'verificationCode', to: 'anna@mahlzeit.test', code: '042017' }),
    );
    // Moves the clock. The sandbox answers only after it has done all work that became due.
    await moveClock(sandboxUrl, { now: startTime + 1000 });
    const sandboxMails: unknown = await (await fetch(`${sandboxUrl}/mail?to=anna@mahlzeit.test`)).json();
    expect(sandboxMails).toEqual([
      expect.objectContaining({ to: 'anna@mahlzeit.test', subject: 'Dein Code für Mahlzeit', sentAt: startTime }),
    ]);
  });

  it('moves the domain clock and updates open pages, without changing real time', async () => {
    const { sandboxUrl, url, clock } = await gateways.start();
    const anonymousSession = Session.parse(await (await fetch(`${url}/api/auth/anonymous`, { method: 'POST' })).json());
    const livePage = await connectLive(url, { token: anonymousSession.idToken });
    await livePage.next('welcome');
    const noonText = '2026-06-25T12:00:00+02:00';
    const moveResponse = await moveClock(sandboxUrl, { now: noonText });
    expect(await moveResponse.json()).toEqual({ now: Date.parse(noonText) });
    expect(await livePage.next('clock')).toEqual({ op: 'clock', now: Date.parse(noonText) });
    expect((await fetch(`${url}/api/versionInfos/5`)).headers.get('x-mahlzeit-now')).toBe(String(Date.parse(noonText)));
    expect(clock.realNow()).toBe(startTime);
    livePage.terminate();
  });

  it('keeps the clock where it was moved over a restart', async () => {
    const { sandboxUrl, folder, close, config } = await gateways.start();
    await moveClock(sandboxUrl, { now: '2036-06-25T12:00:00+02:00' });
    await close();
    const reopenedGateway = await createGateway(config);
    // The gateway's clock was moved ten years ahead of the test's fixed time. After the restart, it must be equally far
    // ahead of real time.
    const [realBefore, domainNow, realAfter] = [
      reopenedGateway.clock.realNow(),
      reopenedGateway.clock.now(),
      reopenedGateway.clock.realNow(),
    ];
    const aheadMs = Date.parse('2036-06-25T12:00:00+02:00') - startTime;
    expect(domainNow).toBeGreaterThanOrEqual(realBefore + aheadMs);
    expect(domainNow).toBeLessThanOrEqual(realAfter + aheadMs);
    await reopenedGateway.close();
    expect(folder).toBe(config.dataDir);
  });

  it.each<[string, Record<string, string>]>([
    ['real credentials', { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }],
    ['a mail server', { SMTP_URL: 'smtp://127.0.0.1:9' }],
  ])('stays shut beside %s', async (_title, environmentVariables) => {
    const { sandboxUrl } = await gateways.start({ environment: environmentVariables });
    expect(sandboxUrl).toBeNull();
  });

  it('is reached from this machine alone, wherever the gateway listens, and by its own name alone', async () => {
    const { sandboxUrl } = await gateways.start({ environment: { HOST: '0.0.0.0' } });
    const { port } = new URL(sandboxUrl ?? '');
    const statusOf = (hostname: string, hostHeader: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        get({ hostname, port, path: '/clock', headers: { Host: hostHeader } }, (clockResponse) =>
          resolve(clockResponse.resume().statusCode),
        ).on('error', reject);
      });
    expect(await statusOf('127.0.0.1', `localhost:${port}`)).toBe(200);
    expect(await statusOf('127.0.0.1', `LOCALHOST:${port}`)).toBe(200);
    for (const hostHeader of [
      `angreifer.example:${port}`,
      `127.0.0.1:${port}`,
      'localhost',
      `localhost:${port}.angreifer.example`,
    ])
      expect(await statusOf('127.0.0.1', hostHeader)).toBe(421);
    // A sandbox that listened on all addresses of this machine would also accept a connection to 127.0.0.2.
    await expect(statusOf('127.0.0.2', `localhost:${port}`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('takes the port that was asked for or none', async () => {
    const blockingServer = createServer();
    await new Promise<void>((resolve) => blockingServer.listen(0, '127.0.0.1', resolve));
    const serverAddress = blockingServer.address();
    const blockedPort = typeof serverAddress === 'object' ? String(serverAddress?.port) : '';
    await expect(gateways.start({ environment: { SANDBOX_PORT: blockedPort } })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await new Promise((resolve) => blockingServer.close(resolve));
  });
});
