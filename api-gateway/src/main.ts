import texts from '../locales/de.json';
import { DEMO_ACCOUNTS, demoPartnerToken, demoPassword } from './seeds/demo/accounts';
import { createGateway } from './app';
import type { Gateway } from './app';
import type { GatewayConfig } from './platform/config/config';
import { reserveFileTable, readConfig, startErrorText } from './startup';

/** Time after its signal at which a gateway ends, whatever still runs: below the 30 seconds of most supervisors. */
const STOP_WITHIN_MS = 25_000;

const fillValues = (text: string, values: Readonly<Record<string, string | number>>): string =>
  `${text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))}\n`;

const printGreeting = ({ address, world, partnerToken, sandboxUrl }: Gateway, config: GatewayConfig): void => {
  process.stdout.write(fillValues(texts.started, { url: address.publicUrl }));
  process.stdout.write(
    sandboxUrl === null ? `${texts.sandboxForbidden}\n` : fillValues(texts.sandbox, { url: sandboxUrl }),
  );
  if (world === 'demo')
    process.stdout.write(
      fillValues(texts.demoAccounts, {
        emails: DEMO_ACCOUNTS.map(({ email }) => email).join(', '),
        password: demoPassword,
      }),
    );
  if (world === 'demo' && sandboxUrl !== null)
    process.stdout.write(
      fillValues(texts.demoCounter, { url: `${address.publicUrl}/partner`, token: demoPartnerToken }),
    );
  // Prints the partner token outside of production only. In production, many people can read the logs, so the token is
  // only in its file.
  if (config.partnerToken === null && config.stage !== 'prod')
    process.stdout.write(fillValues(texts.partnerToken, { token: partnerToken }));
};

const drainAndClose = async (gateway: Gateway): Promise<void> => {
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await gateway.drain();
  await gateway.close();
};

const closeOnSignals = (gateway: Gateway): void => {
  let isClosing = false;
  const closeGateway = (): void => {
    // Ignores a second signal: a terminal sends each signal to this process and also to the launcher, which passes it
    // on.
    if (isClosing) return;
    isClosing = true;
    drainAndClose(gateway).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, closeGateway);
  // Closes the gateway when its launcher has ended: without the launcher, nobody could stop this process.
  process.on('disconnect', closeGateway);
};

const main = async (): Promise<void> => {
  const config = readConfig();
  reserveFileTable();
  try {
    const gateway = await createGateway(config);
    closeOnSignals(gateway);
    printGreeting(gateway, config);
    // Runs the jobs that became due while no gateway was running: unchecked payments, e-mails, events of payment
    // providers.
    void gateway.catchUp(); // Not awaited: each worker logs its own errors.
  } catch (error) {
    process.stderr.write(`${startErrorText(error, config)}\n`);
    process.exit(1);
  }
};

void main(); // Not awaited: on an error, `main` ends the process itself.
