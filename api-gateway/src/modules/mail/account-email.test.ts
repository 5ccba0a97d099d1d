import { maskEmail } from './account-email';
import type { AccountEmail } from './account-email';
import { renderEmail } from './render-email';

const supportEmail = 'hilfe@mahlzeit.test';
const recipient = '123456@mahlzeit.test';

describe('an e-mail about the account', () => {
  it('contains the verification code as the only six digits', () => {
    const { text } = renderEmail({ kind: 'verificationCode', to: recipient, code: '042017' }, { supportEmail });
    expect(text.match(/\d{6}/g)).toEqual(['042017']);
    expect(text).toContain('15 Minuten');
    // The e-mail must not say that an account exists, because a stranger may have typed the reader's address.
    expect(text).not.toContain('ein Konto gibt');
  });

  it('contains the link to a new password as the only link', () => {
    const resetLink = 'https://mahlzeit.test/restaurants?resetToken=a&b=c';
    const { text, html } = renderEmail({ kind: 'passwordReset', to: recipient, link: resetLink }, { supportEmail });
    expect(text.match(/https?:\S+/g)).toEqual([resetLink]);
    expect(html).toContain('href="https://mahlzeit.test/restaurants?resetToken=a&amp;b=c"');
  });

  it.each(['emailChangeRequested', 'emailChanged'] as const)(
    'tells the old address without the new one: %s',
    (kind) => {
      const undoLink = 'https://mahlzeit.test/restaurants?resetToken=t';
      const { text } = renderEmail(
        { kind, to: recipient, newEmail: 'neue.adresse@beispiel.de', undoLink },
        { supportEmail },
      );
      expect(text).toContain('n…@beispiel.de');
      expect(text).not.toContain('neue.adresse');
      expect(text).toContain(supportEmail);
    },
  );

  it('names the day of the erasure in Berlin', () => {
    // The date in the e-mail is the next day, because 23:30 in UTC is after midnight in Berlin.
    const { text } = renderEmail(
      { kind: 'accountDeleted', to: recipient, erasedAt: Date.parse('2026-07-24T23:30:00Z') },
      { supportEmail },
    );
    expect(text).toContain('25. Juli 2026');
  });

  it('welcomes back a user who keeps the account', () => {
    expect(renderEmail({ kind: 'accountRestored', to: recipient }, { supportEmail }).subject).toBe(
      'Schön, dass du bleibst',
    );
  });

  it('escapes texts of users', () => {
    const { html } = renderEmail(
      { kind: 'emailChanged', to: recipient, newEmail: '<img/src=x>@b"<script>.de', undoLink: '' },
      { supportEmail },
    );
    expect(html).not.toMatch(/<img|<script/);
    expect(html).toContain('@b&quot;&lt;script&gt;.de');
  });

  const at = Date.parse('2026-06-24T09:30:00Z');
  const securityLink = 'https://mahlzeit.test/restaurants#security';
  const device = { browser: 'Firefox', system: 'Windows', country: 'AT' };

  it.each<[AccountEmail, RegExp]>([
    [{ kind: 'passwordChanged', to: recipient, at }, /neues Passwort, seit 24\. Juni 2026 um 11:30/],
    [{ kind: 'emailChangeRequested', to: recipient, newEmail: 'neu@beispiel.de' }, /n…@beispiel\.de/],
    [{ kind: 'emailChanged', to: recipient, newEmail: 'neu@beispiel.de', undoLink: securityLink }, /72 Stunden/],
    [{ kind: 'emailConfirmed', to: recipient }, /ab jetzt unter dieser Adresse/],
    [
      { kind: 'newSignIn', to: recipient, device, at, securityLink },
      /Firefox auf Windows, Österreich\n24\. Juni 2026 um 11:30/,
    ],
    [{ kind: 'signInWayChanged', to: recipient, change: 'added', provider: 'Google', securityLink }, /auch mit Google/],
    [
      { kind: 'signInWayChanged', to: recipient, change: 'removed', provider: 'Google', securityLink },
      /mit Google kommst du ab jetzt nicht mehr/,
    ],
    [{ kind: 'cardAdded', to: recipient, card: 'Visa', cardsLink: securityLink }, /diese Karte gespeichert: Visa\./],
    [{ kind: 'accountDeleted', to: recipient, erasedAt: at }, /24\. Juni 2026/],
  ])('asks whether it was the reader, and says what to do: %j', (message, expectedText) => {
    const { subject, text, html } = renderEmail(message, { supportEmail });
    expect(text).toMatch(expectedText);
    expect(text).toContain('Warst du das nicht?');
    expect(text).toContain(supportEmail);
    expect(`${subject}${text}${html}`).not.toMatch(/\{\w+\}|undefined|null/);
  });

  it.each([
    [{ browser: null, system: null, country: null }, /noch nicht kannte:\n\nUnbekanntes Gerät\n24\./],
    [{ browser: 'Firefox', system: null, country: null }, /\nFirefox\n24\./],
  ])('names a browser as far as it is known: %j', (unknownDevice, expectedText) => {
    const message = { kind: 'newSignIn', to: recipient, device: unknownDevice, at, securityLink } as const;
    expect(renderEmail(message, { supportEmail }).text).toMatch(expectedText);
  });
});

describe('maskEmail', () => {
  it.each([
    ['anna@mahlzeit.test', 'a…@mahlzeit.test'],
    ['a@b.de', 'a…@b.de'],
    ['"x@y"@b.de', '"…@b.de'],
    ['ä@b.de', 'ä…@b.de'],
    ['👩‍🍳chefin@b.de', '👩‍🍳…@b.de'],
  ])('masks %s as %s', (email, maskedAddress) => {
    expect(maskEmail(email)).toBe(maskedAddress);
  });
});
