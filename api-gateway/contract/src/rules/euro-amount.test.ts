import { parseEuroAmount } from './euro-amount';

it.each([
  ['7', 700],
  ['7,5', 750],
  ['7,50', 750],
  ['7.50 €', 750],
  ['7,-', 700],
  ['1.250,00', 125_000],
  ['1.250', 125_000],
  ['1 250,5 EUR', 125_050],
  ['1,250.00', 125_000],
  ['1.25,00', null],
  ['1.250.000,00', null],
  ['1,250', null],
  ['0,01', 1],
  [' 12,00', 1200],
  ['', null],
  ['-3', null],
  ['7,505', null],
  ['sieben', null],
  ['7,', null],
  ['1e3', null],
])('reads „%s“ as %s cents', (typedText, expectedCents) => {
  expect(parseEuroAmount(typedText)).toBe(expectedCents);
});
