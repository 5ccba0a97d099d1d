import { maxDigitCountOf, recognizeBrand } from './card-rules';
import { cvvFormat, editDigits, expiryFormat, numberFormat } from './digit-field';

const numberDigitFormat = numberFormat((digits) => maxDigitCountOf(recognizeBrand(digits)));

/** Applies an edit to a text field and returns its text, with `|` at the position of the caret. */
const editText = (
  digitFormat: typeof numberDigitFormat,
  textBefore: string,
  markedText: string,
  inputType = 'insertText',
): string => {
  const caretIndex = markedText.indexOf('|');
  const { digits, caret: newCaretIndex } = editDigits(digitFormat, {
    text: markedText.replace('|', ''),
    caret: caretIndex,
    textBefore,
    inputType,
  });
  const formattedDigits = digitFormat.formatDigits(digits);
  return `${formattedDigits.slice(0, newCaretIndex)}|${formattedDigits.slice(newCaretIndex)}`;
};

describe('C20 a number in groups of four', () => {
  it.each([
    ['the fifth digit begins a group', '4242', '42424|', '4242 4|'],
    ['a digit in the middle leaves the caret behind itself', '42424242', '429|42 4242', '429|4 2424 2'],
    ['a digit at the end of a group', '42424242', '42429| 4242', '4242 9|424 2'],
    ['pasted with blanks', '', '4970 1071 1111 1119|', '4970 1071 1111 1119|'],
    ['pasted with dashes and more', '', 'Nr. 4970-1071-1111-1119.|', '4970 1071 1111 1119|'],
    ['pasted before what is there', '99', '4242 4242|99', '4242 4242| 99'],
    ['no more digits than the brand has', '5555555555554444', '5555 5555 5555 44449|', '5555 5555 5555 4444|'],
    ['letters go', '42', '42x|', '42|'],
  ])('%s', (_, textBefore, typedText, expectedText) => {
    expect(editText(numberDigitFormat, textBefore, typedText)).toBe(expectedText);
  });

  it.each([
    ['back over a blank takes the digit before it', '42425', '4242|5', 'deleteContentBackward', '424|5'],
    ['forward over a blank takes the digit behind it', '424256', '4242|56', 'deleteContentForward', '4242| 6'],
    ['back at the end', '42425', '4242 |', 'deleteContentBackward', '4242|'],
    ['back in a group', '42425242', '424|5 242', 'deleteContentBackward', '424|5 242'],
  ])('%s', (...[, textBefore, typedText, inputType, expectedText]) => {
    expect(editText(numberDigitFormat, textBefore, typedText, inputType)).toBe(expectedText);
  });
});

describe('an expiry', () => {
  it.each([
    ['', '0|', '0|'],
    ['0', '08|', '08|'],
    ['08', '082|', '08 / 2|'],
    ['082', '08 / 28|', '08 / 28|'],
    ['', '8|', '08|'],
    ['', '1|', '1|'],
    ['0828', '08 / 289|', '08 / 28|'],
    ['0820', '08 / 202|', '08 / 202|'],
    ['08202', '08 / 2028|', '08 / 2028|'],
    ['', '08/2028|', '08 / 2028|'],
    ['', '8/28|', '08 / 28|'],
    ['0828', '18| / 28', '18| / 28'],
    ['1', '1/|', '01|'],
    ['01', '01/|', '01|'],
    ['', '1/30|', '01 / 30|'],
    ['', '1.2030|', '01 / 2030|'],
    ['', '12-30|', '12 / 30|'],
    ['', '2030-12|', '12 / 2030|'],
    ['', '2030-1|', '01 / 2030|'],
    ['', ' 2030/07 |', '07 / 2030|'],
    // Only a separator that the user types ends the month; the separator that the field shows doesn't.
    ['1228', '1| / 28', '1|2 / 8'],
  ])('after %p, %s becomes %s', (textBefore, typedText, expectedText) => {
    expect(editText(expiryFormat, textBefore, typedText)).toBe(expectedText);
  });

  it('goes back over its stroke', () => {
    expect(editText(expiryFormat, '0828', '08 /|28', 'deleteContentBackward')).toBe('0|2 / 8');
  });
});

it('takes three digits of a check number', () => {
  expect(editText(cvvFormat(3), '123', '1234|')).toBe('123|');
});
