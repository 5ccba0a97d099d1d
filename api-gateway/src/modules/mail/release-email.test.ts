import type { ReleaseFailedEmail } from './release-email';
import { renderEmail } from './render-email';

const failedEmail: ReleaseFailedEmail = {
  kind: 'releaseFailed',
  to: 'team@mahlzeit.test',
  name: 'mf-social',
  version: '5.0.1+aaaaaaaaaaaa',
  channel: 'stable',
  counts: { visitors: 40, failures: 21 },
  phases: { entry: 0, chunk: 0, mount: 20, update: 0, runtime: 3 },
  earlierVersion: '5.0.1+bbbbbbbbbbbb',
  before: { visitors: 900, failures: 2 },
  outcome: 'withdrawn',
};

const textOf = (email: Partial<ReleaseFailedEmail>) =>
  renderEmail({ ...failedEmail, ...email }, { supportEmail: 'support@mahlzeit.test' });

it('says how often the release fails, and which one is delivered instead', () => {
  const { subject, text } = textOf({});
  expect(subject).toBe('mf-social: Release 5.0.1+aaaaaaaaaaaa ist zurückgenommen');
  expect(text).toContain('bei 21 von 40 Gästen fehlgeschlagen.\nWo: mount 20, runtime 3\n');
  expect(text).toContain('Beim Release davor, 5.0.1+bbbbbbbbbbbb, waren es 2 von 900.');
  expect(text).toContain('Der Kanal stable liefert deshalb wieder 5.0.1+bbbbbbbbbbbb aus.');
  expect(text).toContain('promote mf-social 5.0.1+aaaaaaaaaaaa --force');
});

it.each([
  [{ outcome: 'nothingBefore', earlierVersion: null } as const, 'es gibt kein früheres Release'],
  [{ outcome: 'returnedBefore' } as const, 'Er ist schon einmal von selbst zurückgegangen'],
])('says why the release stays: %j', (email, reason) => {
  const { subject, text } = textOf(email);
  expect(subject).toBe('mf-social: Release 5.0.1+aaaaaaaaaaaa schlägt fehl');
  expect(text).toContain(reason);
  expect(text).not.toContain('--force');
  expect(text.includes('Beim Release davor')).toBe(email.outcome === 'returnedBefore');
});
