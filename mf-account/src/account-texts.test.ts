import { fieldErrorText, tooManyAttemptsText, formatWaitTime } from './account-texts';

it.each([
  [0, '1 Sekunde'],
  [1, '1 Sekunde'],
  [1_001, '2 Sekunden'],
  [59_000, '59 Sekunden'],
  [59_001, '1 Minute'],
  [60_000, '1 Minute'],
  [60_001, '2 Minuten'],
  [59 * 60_000, '59 Minuten'],
  [59 * 60_000 + 1, '1 Stunde'],
  [3_600_001, '2 Stunden'],
])('formats %i ms as „%s“', (waitMs, expectedText) => expect(formatWaitTime(waitMs)).toBe(expectedText));

it('names the waiting time when it is known', () => {
  expect(tooManyAttemptsText(90_000)).toBe('Zu viele Versuche. Versuch es in 2 Minuten noch einmal.');
  expect(tooManyAttemptsText(null)).toBe('Zu viele Versuche. Warte einen Moment und versuch es dann noch einmal.');
});

it('returns the text of an error, with the waiting time for too many attempts', () => {
  expect(fieldErrorText('ErrorPasswordIncorrect', { retryAfterMs: null })).toBe('Das Passwort stimmt nicht.');
  expect(fieldErrorText('ErrorTooManyAttempts', { retryAfterMs: 90_000 })).toBe(tooManyAttemptsText(90_000));
});
