import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { bundledProgram } from './platform/testing/bundled-program';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';

const repositoryRoot = join(__dirname, '../..');

describe('npm run jobs', () => {
  const gatewayFactory = testGateways();
  const jobsProgram = bundledProgram('src/jobs-main.ts');

  const runJobs = ({ commandEnvironment }: TestGateway, commandLine: readonly string[]) =>
    promisify(execFile)(process.execPath, [jobsProgram(), ...commandLine], {
      cwd: repositoryRoot,
      env: commandEnvironment,
    });

  it('names what was given up without a word of it, and queues it again beside a running gateway', async () => {
    const gateway = await gatewayFactory.start();
    const { database, sandboxUrl } = gateway;
    const mailPayload = {
      to: 'anna@mahlzeit.test',
      subject: 'Dein Code',
      text: '042017',
      html: '042017',
      writtenAt: 0,
    };
    const deadMailJob = {
      id: 'letter-1',
      kind: 'mail/send',
      key: 'letter-1',
      payload: JSON.stringify(mailPayload),
      person: mailPayload.to,
      queued_at: 0,
      attempts: 7,
      reason: '550',
      died_at: 60_000,
    };
    await database.write(({ knex }) => knex('dead_job').insert(deadMailJob));
    const { stdout } = await runJobs(gateway, []);
    expect(stdout).toBe(
      'letter-1  mail/send  550  7 Versuche, eingereiht 1970-01-01T00:00:00.000Z, aufgegeben 1970-01-01T00:01:00.000Z\n',
    );
    expect((await runJobs(gateway, ['retry', 'mail/send'])).stdout).toBe('Neu eingereiht: 1\n');
    expect(await database.knex('dead_job')).toEqual([]);
    // The gateway may already have sent the e-mail, so the test accepts a waiting job or an arrived e-mail.
    const waitingJobs = await database.knex('job').where({ id: 'letter-1' });
    const receivedMails: unknown = await (await fetch(`${sandboxUrl}/mail?to=${mailPayload.to}`)).json();
    expect([...waitingJobs, ...(Array.isArray(receivedMails) ? receivedMails : [])].length).toBeGreaterThan(0);
  });

  it('fails where no dead letter has the id', async () => {
    await expect(runJobs(await gatewayFactory.start(), ['retry', 'nonsense'])).rejects.toMatchObject({
      code: 1,
      stderr: 'Kein gescheiterter Auftrag hat die Nummer oder Art „nonsense“.\n',
    });
  });

  it('loads no seed data for a database that has its own', async () => {
    const gateway = await gatewayFactory.start();
    const bundleFolder = dirname(jobsProgram());
    const seedPrograms = readdirSync(bundleFolder).filter((name) => name.startsWith('prepare-database-'));
    expect(seedPrograms).not.toEqual([]);
    for (const name of seedPrograms) rmSync(join(bundleFolder, name));
    expect((await runJobs(gateway, [])).stdout).toBe('Kein Auftrag ist gescheitert.\n');
  });

  it('prints its usage for unknown arguments', async () => {
    await expect(runJobs(await gatewayFactory.start(), ['retry'])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npm run jobs'),
    });
  });
});
