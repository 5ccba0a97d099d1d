import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { testGateways } from './platform/testing/test-gateway';
import { openPreparedDatabase } from './prepare-database';

/** Starts a local SMTP server that stores received messages. */
const startMailServer = async (): Promise<{
  readonly url: string;
  readonly mailSource: Promise<string>;
  close(): Promise<void>;
}> => {
  let resolveArrival: (mailSource: string) => void = () => undefined;
  const mailArrival = new Promise<string>((resolve) => (resolveArrival = resolve));
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        resolveArrival(Buffer.concat(chunks).toString('utf8'));
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.server.address();
  const port = typeof address === 'object' ? address?.port : '';
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailSource: mailArrival,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

describe('with SMTP_URL set', () => {
  const gatewayFactory = testGateways();

  it('a registration mails its code by that server, and there is no sandbox', async () => {
    const server = await startMailServer();
    const { url, sandboxUrl, config, close } = await gatewayFactory.start({
      environment: { SMTP_URL: server.url, MAIL_FROM: 'kueche@mahlzeit.test' },
    });
    const registrationForm = {
      email: 'anna@mahlzeit.test',
      password: 'mittagspause',
      visible: true,
      policyAccepted: true,
    };
    await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(registrationForm),
    });
    const source = await server.mailSource;
    expect(source).toMatch(/^From: Mahlzeit <kueche@mahlzeit\.test>\r$/m);
    expect(source).toMatch(/^To: anna@mahlzeit\.test\r$/m);
    expect(source).toMatch(/^ {4}\d{6}\r?$/m);
    expect(sandboxUrl).toBeNull();
    // Deletes the job after `close`, which waits for the worker that sends e-mails.
    await close();
    const { database } = await openPreparedDatabase(config);
    expect(await database.knex('job')).toEqual([]);
    await database.close();
    await server.close();
  });
});
