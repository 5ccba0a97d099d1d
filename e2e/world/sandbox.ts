import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { World } from './start-world';
import { expect } from '@playwright/test';

/** Mail as the sandbox shows it to tests. */
const SentMail = z.object({ id: z.string(), subject: z.string(), text: z.string() });
type SentMail = z.infer<typeof SentMail>;

const Clock = z.object({ now: z.number() });

type Sandbox = Pick<World, 'sandboxUrl'>;

const readMails = async ({ sandboxUrl }: Sandbox, email: string): Promise<readonly SentMail[]> => {
  const answer = await fetch(`${sandboxUrl}/mail?to=${encodeURIComponent(email)}`);
  return z.array(SentMail).parse(await answer.json());
};

/** Waits for the newest mail with this subject to an e-mail address. */
export const waitForMail = async (world: Sandbox, email: string, subject: RegExp): Promise<SentMail> => {
  const findMail = async () => (await readMails(world, email)).find((mail) => subject.test(mail.subject));
  await expect.poll(findMail).toBeDefined();
  const mail = await findMail();
  if (mail === undefined) throw new Error('The mail has gone again');
  return mail;
};

/** Returns the six-digit code in a verification mail. */
export const codeFrom = ({ text }: Pick<SentMail, 'text'>): string => {
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (code === undefined) throw new Error(`No code in: ${text}`);
  return code;
};

/** Returns the first link in a mail. */
export const linkFrom = ({ text }: Pick<SentMail, 'text'>): string => {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`No link in: ${text}`);
  return link;
};

/** Returns the time of the product's clock, in ms since 1970. */
export const productNow = async ({ sandboxUrl }: Sandbox): Promise<number> =>
  Clock.parse(await (await fetch(`${sandboxUrl}/clock`)).json()).now;

/** Moves the product's clock forward by `ms`. Resolves as soon as the gateway has done all work that became due. */
export const passTime = async ({ sandboxUrl }: Sandbox, ms: number): Promise<void> => {
  const now = await productNow({ sandboxUrl });
  const clockResponse = await fetch(`${sandboxUrl}/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ now: now + ms }),
  });
  expect(clockResponse.ok).toBe(true);
};

/** Moves the product's clock by days. */
export const passDays = (sandbox: Sandbox, days: number): Promise<void> => passTime(sandbox, days * 86_400_000);

/** Types an e-mail address into the sign-in page of a third party and presses the button. */
export const answerThirdParty = async (
  popup: Page,
  email: string,
  button: 'Anmelden' | 'Abbrechen' = 'Anmelden',
): Promise<void> => {
  await popup.getByLabel('E-Mail-Adresse', { exact: true }).fill(email);
  const closePromise = popup.waitForEvent('close');
  await popup.getByRole('button', { name: button, exact: true }).click();
  await closePromise;
};
