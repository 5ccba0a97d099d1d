import { renderEmail } from './render-email';
import type { EmailMessage } from './render-email';

const supportEmail = 'hilfe@mahlzeit.test';
const recipient = '123456@mahlzeit.test';

describe('renderEmail', () => {
  it('acknowledges a report with its number, and forwards it with its content', () => {
    const { text } = renderEmail(
      { kind: 'reportReceived', to: recipient, reportId: 'r-1', reported: 'picture' },
      { supportEmail },
    );
    expect(text).toMatch(/ein Profilbild gemeldet[^]*r-1/);
    const forwardedEmail = renderEmail(
      {
        kind: 'reportForwarded',
        to: supportEmail,
        reportId: 'r-1',
        reported: 'message',
        reason: 'spam',
        text: '',
        context: '<b>Kauf das</b>',
        person: { uid: 'u-1', name: 'Edi' },
        chatKey: 'c-1',
        sentAt: Date.parse('2026-06-24T22:30:05Z'),
      },
      { supportEmail },
    );
    expect(forwardedEmail.text).toMatch(
      /r-1[^]*Werbung[^]*<b>Kauf das<\/b>\nPerson: Edi \(u-1\)\nChat: c-1\nGesendet: 25\. Juni 2026 um 00:30:05\n[^]*\(nichts weiter\)/,
    );
    const personEmail = renderEmail(
      {
        kind: 'reportForwarded',
        to: supportEmail,
        reportId: 'r-2',
        reported: 'user',
        reason: 'spam',
        text: '',
        context: 'x',
        person: { uid: 'u-1', name: '' },
        chatKey: null,
        sentAt: null,
      },
      { supportEmail },
    );
    expect(personEmail.text).toMatch(/Person: \S+.* \(u-1\)\n\n/);
    expect(personEmail.text).not.toMatch(/Chat:|[{}]/);
    expect(forwardedEmail.html).not.toContain('<b>');
  });

  it.each([
    [
      'a message',
      { kind: 'contentRemoved', to: recipient, reported: 'message', reason: 'illegal', content: 'Kauf das' },
      /„Kauf das“[^]*Rechtswidriger Inhalt/,
    ],
    [
      'a picture',
      { kind: 'contentRemoved', to: recipient, reported: 'picture', reason: 'other', content: '' },
      /Profilbild entfernt[^]*Nutzungsbedingungen/,
    ],
    ['an account', { kind: 'accountDisabled', to: recipient, reason: 'harassment' }, /gesperrt[^]*Belästigung/],
  ] as const)(
    'gives the reason for a decision about %s, and the address for objections',
    (_title, message, expectedText) => {
      const { text } = renderEmail(message, { supportEmail });
      expect(text).toMatch(expectedText);
      expect(text).toContain(supportEmail);
      expect(text).not.toMatch(/[{}]/);
    },
  );

  it.each([
    ['removed', '', /ein Profilbild gemeldet[^]*r-1[^]*entfernt, was du/],
    ['disabled', '', /Konto gesperrt/],
    ['dismissed', '', /keinen Verstoß[^]*nichts entfernt\.\s+Hältst du/],
    ['dismissed', 'Das ist <b>Ironie</b>.', /keinen Verstoß[^]*Begründung: Das ist <b>Ironie<\/b>\./],
    ['gone', '', /nicht mehr/],
  ] as const)(
    'tells the reporter the decision %s „%s“, and the address for objections',
    (moderationDecision, moderatorNote, expectedText) => {
      const { text, html } = renderEmail(
        {
          kind: 'reportDecided',
          to: recipient,
          reportId: 'r-1',
          reported: 'picture',
          decision: moderationDecision,
          note: moderatorNote,
        },
        { supportEmail },
      );
      expect(text).toMatch(expectedText);
      expect(text).toContain(supportEmail);
      expect(`${text}${html}`).not.toMatch(/\{\w+\}/);
      expect(html).not.toContain('<b>');
    },
  );
});

describe('an e-mail about an order', () => {
  const orderEmail = { to: recipient, number: 'K417', amount: 890, url: 'https://mahlzeit.test/restaurants#order/b1' };
  const orderDetails = {
    at: Date.parse('2026-06-24T10:30:00Z'),
    isTakeAway: true,
    lines: [{ amount: 1, name: 'Linsencurry', total: 890 }],
    total: 890,
  };
  const orderRefundedEmail = {
    ...orderEmail,
    kind: 'orderRefunded',
    place: '',
    reason: 'Versehen',
    paymentOption: 'paypal',
  } as const;
  const orderNewsEmail = {
    ...orderEmail,
    ...orderDetails,
    kind: 'orderNews',
    place: 'Elbkantine',
    lines: [{ amount: 1, name: 'Linsencurry', total: 890, wish: 'ohne Koriander' }],
    isRepeat: false,
    until: orderDetails.at,
  } as const;
  const refundGivenUpEmail = { ...orderEmail, kind: 'refundGivenUp', paymentOption: 'card', orderKey: 'b1' } as const;

  it.each<EmailMessage>([
    { ...orderEmail, kind: 'paymentReturned', place: null },
    { ...orderRefundedEmail, standing: null },
    { ...orderEmail, kind: 'refundDelayed', place: '', paymentSupportEmail: supportEmail },
    { ...refundGivenUpEmail, place: '', payInId: '', code: '' },
    { ...orderEmail, ...orderDetails, kind: 'orderPlaced', place: 'Elbkantine', address: '', saved: 0, vat: [] },
    { ...orderEmail, ...orderDetails, kind: 'orderUnaccepted', place: 'Elbkantine', until: orderDetails.at },
    orderNewsEmail,
    { ...orderNewsEmail, isRepeat: true },
  ])('leaves no gap for unknown facts: $kind', (message) => {
    const { subject, text } = renderEmail(message, { supportEmail });
    expect(`${subject}\n${text}`).not.toMatch(/„\s*“|\b(?:bei|Lokal|von)\s*[.,:]|:[ \t]*$|[{}]|undefined|null/m);
    expect(text).toContain('K417');
  });

  it.each([
    [false, 'Neue Bestellung K417 für 12:30 Uhr'],
    [true, 'Noch offen: Bestellung K417 für 12:30 Uhr'],
  ] as const)('tells a restaurant of an order with its wishes (told before: %s)', (isRepeat, expectedSubject) => {
    const { subject, text } = renderEmail({ ...orderNewsEmail, isRepeat }, { supportEmail });
    expect(subject).toBe(expectedSubject);
    expect(text).toMatch(/1 × Linsencurry: 8,90\s€\nWunsch: ohne Koriander\nBezahlt: 8,90\s€/);
  });

  it.each([
    ['partlyConfirmed', 'Der Rest deiner Bestellung kommt.'],
    ['partlyPending', 'Der Rest deiner Bestellung ist noch in Prüfung.'],
    ['canceledByRestaurant', 'Damit ist deine ganze Bestellung storniert.'],
    ['canceledCompletely', 'Damit ist deine ganze Bestellung storniert.'],
  ] as const)('C18 says of a refund what is left of the order: %s', (standing, expectedText) => {
    expect(renderEmail({ ...orderRefundedEmail, standing }, { supportEmail }).text).toContain(expectedText);
  });

  it('names place, payment and reason to the support, as far as they are known', () => {
    const refundEmailTextOf = (refundFacts: {
      readonly place: string;
      readonly payInId: string;
      readonly code: string;
    }): string => renderEmail({ ...refundGivenUpEmail, ...refundFacts }, { supportEmail }).text;
    expect(refundEmailTextOf({ place: 'Elbkantine', payInId: 'payin_1', code: '001403' })).toMatch(
      /für die Bestellung K417, Lokal „Elbkantine“\.\s+Zahlungsart: Karte\nGrund des Zahlungsdienstes: 001403\nZahlung: payin_1\nBestellung: b1\n/,
    );
    expect(refundEmailTextOf({ place: '', payInId: '', code: '' })).toMatch(
      /für die Bestellung K417\.\s+Zahlungsart: Karte\nGrund des Zahlungsdienstes: nicht bekannt\nZahlung: nicht bekannt\nBestellung: b1\n/,
    );
  });
});
