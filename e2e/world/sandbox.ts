import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { World } from './start-world';
import { expect } from '@playwright/test';

/** Mail that the gateway has sent, as the sandbox's API returns it. */
const SentMail = z.object({ id: z.string(), subject: z.string(), text: z.string() });
type SentMail = z.infer<typeof SentMail>;

const ClockState = z.object({ now: z.number() });

type SandboxAddress = Pick<World, 'sandboxUrl'>;

const readMails = async ({ sandboxUrl }: SandboxAddress, email: string): Promise<readonly SentMail[]> => {
  const mailsResponse = await fetch(`${sandboxUrl}/mail?to=${encodeURIComponent(email)}`);
  return z.array(SentMail).parse(await mailsResponse.json());
};

/** Waits for the newest mail to an e-mail address whose subject matches the pattern. */
export const waitForMail = async (world: SandboxAddress, email: string, subjectPattern: RegExp): Promise<SentMail> => {
  const findMail = async () => (await readMails(world, email)).find((mail) => subjectPattern.test(mail.subject));
  await expect.poll(findMail).toBeDefined();
  const mail = await findMail();
  if (mail === undefined) throw new Error('The mail has gone again');
  return mail;
};

/** Returns the six-digit code in a verification mail. */
export const readCodeFromMail = ({ text }: Pick<SentMail, 'text'>): string => {
  const mailedCode = /\b\d{6}\b/.exec(text)?.[0];
  if (mailedCode === undefined) throw new Error(`No code in: ${text}`);
  return mailedCode;
};

/** Returns the first link in a mail. */
export const readLinkFromMail = ({ text }: Pick<SentMail, 'text'>): string => {
  const mailedLink = /https?:\/\/\S+/.exec(text)?.[0];
  if (mailedLink === undefined) throw new Error(`No link in: ${text}`);
  return mailedLink;
};

/** Returns the time of the gateway's clock, which tests can move, in ms since 1970. */
export const readProductTime = async ({ sandboxUrl }: SandboxAddress): Promise<number> =>
  ClockState.parse(await (await fetch(`${sandboxUrl}/clock`)).json()).now;

/**
 * Moves the gateway's clock forward by `durationMs`. Resolves when the gateway has finished all work that became due.
 */
export const advanceClock = async ({ sandboxUrl }: SandboxAddress, durationMs: number): Promise<void> => {
  const currentTimeMs = await readProductTime({ sandboxUrl });
  const clockResponse = await fetch(`${sandboxUrl}/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ now: currentTimeMs + durationMs }),
  });
  expect(clockResponse.ok).toBe(true);
};

/** Moves the gateway's clock forward by a number of days. */
export const advanceClockByDays = (sandboxAddress: SandboxAddress, days: number): Promise<void> =>
  advanceClock(sandboxAddress, days * 86_400_000);

/** Types an e-mail address into the sign-in page of a third party and presses the button. */
export const answerThirdParty = async (
  popup: Page,
  email: string,
  buttonName: 'Anmelden' | 'Abbrechen' = 'Anmelden',
): Promise<void> => {
  await popup.getByLabel('E-Mail-Adresse', { exact: true }).fill(email);
  const closePromise = popup.waitForEvent('close');
  await popup.getByRole('button', { name: buttonName, exact: true }).click();
  await closePromise;
};
