import { ratePassword } from '@mahlzeit/contract/rules';
import { pino } from 'pino';
import { createBrowser, outcomeOf } from './modules/identity/testing/people';
import { createPasswordGuesses } from './password-guesses';
import { testGateways } from './platform/testing/test-gateway';

const gateways = testGateways();
const passwordGuesses = createPasswordGuesses(pino({ level: 'silent' }));

afterAll(() => passwordGuesses.close());

it.each([
  ['password123', 'guessable'],
  ['P@ssw0rd', 'guessable'],
  ['12345678', 'guessable'],
  ['aaaaaaaaaaaa', 'guessable'],
  ['passwordpassword', 'guessable'],
  ['anna.petersen', 'guessable'],
  // Passwords that have leaked, of which the second one is far down in the list.
  ['Passwort', 'guessable'],
  ['passwort1', 'guessable'],
  ['mittagspause', 'weak'],
  ['geheim123', 'weak'],
  ['sehr-geheim', 'fair'],
  ['rote Bete im Regen', 'strong'],
  // The text whose rating takes longest of all texts that the test's authors found.
  ['P4$$w0rd!'.repeat(400), 'fair'],
])('rates %s as %s', async (password, rating) => {
  expect(ratePassword(await passwordGuesses.estimateGuesses(password, ['anna', 'petersen', 'anna.petersen']))).toBe(
    rating,
  );
});

it('refuses a password that is easy to guess, at a registration', async () => {
  const gateway = await gateways.start({ estimateGuesses: passwordGuesses.estimateGuesses });
  const register = async (password: string, email = 'anna.petersen@mahlzeit.test') =>
    outcomeOf(
      await createBrowser(gateway.url).call('POST', '/api/auth/register', {
        body: { email, password, visible: true, policyAccepted: true },
      }),
    );
  expect([
    await register('password123'),
    await register('M4hlzeit'),
    await register('Anna.Petersen'),
    await register('mittagspause'),
  ]).toEqual([[400, 'ErrorPasswordWeak'], [400, 'ErrorPasswordWeak'], [400, 'ErrorPasswordWeak'], [200]]);
});
