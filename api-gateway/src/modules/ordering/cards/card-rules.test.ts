import { canCardPay, isCardExpired } from './card-access';

describe('a card that can pay', () => {
  const card = { Id: 'card_m_1', Alias: '**** 1119', ExpirationDate: '0626', Active: true, Validity: 'VALID' };
  it.each([
    ['whose month hasn’t ended', {}, true],
    ['that nobody has used so far', { Validity: 'UNKNOWN' }, true],
    ['that its bank takes no more', { Validity: 'INVALID' }, false],
    ['that was taken away', { Active: false }, false],
    ['whose month is over', { ExpirationDate: '0526' }, false],
  ])('is one %s: %#', (_title, cardOverrides, isAbleToPay) => {
    expect(canCardPay({ mangoPayData: { ...card, ...cardOverrides }, data: { typeAlias: 'VISA' } }, '2026-06-24')).toBe(
      isAbleToPay,
    );
  });
});

describe('a card’s last month', () => {
  it.each([
    ['0626', '2026-06-30', false],
    ['0626', '2026-07-01', true],
    ['1225', '2026-01-01', true],
    ['0127', '2026-12-31', false],
  ])('C21 %s on %s: over %s', (expirationDate, berlinDate, isExpired) => {
    expect(isCardExpired(expirationDate, berlinDate)).toBe(isExpired);
  });
});
