import {
  codeFor,
  register,
  resetTokenFor,
  sessionOf,
  TEST_PASSWORD,
  type TestPerson,
} from './modules/identity/testing/people';
import { runSecrets } from './secrets';
import { runCommand } from './platform/testing/run-command';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';

const MINUTE_MS = 60_000;

const keyIdOf = (idToken: string): string =>
  JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString()).kid;

describe('npm run secrets', () => {
  const gateways = testGateways();

  const run = (gateway: TestGateway, ...commandArguments: string[]) =>
    runCommand((output) =>
      runSecrets(
        commandArguments,
        () => gateway.config,
        output,
        () => gateway.clock.realNow(),
      ),
    );

  const refresh = async ({ browser }: TestPerson) =>
    sessionOf(await browser.call('POST', '/api/auth/refresh', { body: {}, headers: { 'X-Mahlzeit': '1' } }));

  it('rotates the keys beside a running gateway: what was made before is accepted as long as it would have been', async () => {
    const gateway = await gateways.start();
    const anna = await register(gateway, 'anna@mahlzeit.test');
    const verificationCode = await codeFor(gateway, anna.email);
    await anna.browser.call('POST', '/api/auth/password-reset', { body: { email: anna.email } });
    const resetToken = await resetTokenFor(gateway, anna.email);
    const formerId = keyIdOf(anna.idToken);
    expect((await run(gateway, 'rotate')).stdout).toBe(
      'Die neuen Schlüssel sind angelegt und gelten ab 2026-06-24T09:31:00.003Z. Laufende Gateways lesen sie von selbst.\n',
    );
    await gateway.catchUp();
    expect(keyIdOf((await refresh(anna)).idToken)).toBe(formerId);
    gateway.clock.advance(MINUTE_MS);
    const renewed = await refresh(anna);
    expect(keyIdOf(renewed.idToken)).not.toBe(formerId);
    for (const token of [anna.idToken, renewed.idToken])
      expect((await anna.browser.call('GET', '/api/users/me', { token })).status).toBe(200);
    expect((await anna.call('POST', '/api/users/verifyEmail', { code: verificationCode })).body).toEqual({
      success: true,
    });
    gateway.clock.advance(MINUTE_MS);
    expect(keyIdOf((await refresh(anna)).idToken)).toBe(keyIdOf(renewed.idToken));
    const passwordReset = { token: resetToken, password: `${TEST_PASSWORD}!` };
    expect((await anna.call('POST', '/api/auth/password-reset/confirm', passwordReset)).status).toBe(200);
  });

  it('rotates the keys between two tabs that send the same cookie', async () => {
    const gateway = await gateways.start();
    const anna = await register(gateway, 'anna@mahlzeit.test');
    const { cookie } = anna.browser;
    await refresh(anna);
    const firstCookie = anna.browser.cookie;
    await run(gateway, 'rotate', '--after', '0');
    await gateway.catchUp();
    anna.browser.cookie = cookie;
    await refresh(anna);
    expect(anna.browser.cookie).toBe(firstCookie);
  });

  it('lists the keys without a secret, and prints them for another machine', async () => {
    const gateway = await gateways.start();
    await run(gateway, 'rotate', '--after', '5');
    const { stdout } = await run(gateway, 'list');
    expect(stdout.match(/in Gebrauch$/gm)).toHaveLength(12);
    expect(stdout.match(/noch nicht in Gebrauch$/gm)).toHaveLength(6);
    expect(stdout).toMatch(/^idToken {2}[0-9a-f]{16} {2}von Anfang an {2}in Gebrauch$/m);
    const { stdout: line } = await run(gateway, 'print');
    expect(line).toMatch(/^SECRET_KEYS=[A-Za-z0-9_-]{500,}\n$/);
    const secretKeys = line.trim().slice('SECRET_KEYS='.length);
    const elsewhere = { ...gateway.config, secretKeys };
    const rotated = await runCommand((output) => runSecrets(['rotate'], () => elsewhere, output));
    expect(rotated.stdout).toMatch(/^Setze diese Zeile auf jedem Rechner [^\n]*\nSECRET_KEYS=[A-Za-z0-9_-]+\n$/);
  });

  it('says what is wrong with keys of another database, and adopts them on request', async () => {
    const [gateway, other] = [await gateways.start(), await gateways.start()];
    const mixedConfig = { ...gateway.config, dataDir: other.config.dataDir };
    const runWithMixedConfig = (command: string) =>
      runCommand((output) => runSecrets([command], () => mixedConfig, output));
    await expect(runWithMixedConfig('list')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('must hold the keys'),
    });
    expect((await runWithMixedConfig('adopt')).stdout).toMatch(/^Die Datenbank gehört jetzt zu diesen Schlüsseln\./);
    expect((await runWithMixedConfig('list')).stdout).toContain('idToken');
  });

  it.each([[[]], [['rotate', '--after', 'x']], [['list', 'x']], [['list', '--after', '1']], [['toString']]])(
    'prints its usage for %j',
    async (commandArguments) => {
      await expect(
        runCommand((output) =>
          runSecrets(
            commandArguments,
            () => {
              throw new Error('The configuration is not needed');
            },
            output,
          ),
        ),
      ).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('npm run secrets') });
    },
  );
});
