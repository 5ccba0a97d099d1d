import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CodeField } from './code-field';

const renderCodeField = (error?: string) => {
  const enteredCodes: string[] = [];
  const { container } = render(
    <CodeField label="Code" error={error} onChange={(event) => void enteredCodes.push(event.target.value)} />,
  );
  const digitBoxTexts = () =>
    [...container.querySelectorAll('span[aria-hidden]')].map((box) => box.textContent).join('|');
  return {
    codes: enteredCodes,
    boxes: digitBoxTexts,
    field: screen.getByRole('textbox', { name: 'Code' }),
    user: userEvent.setup(),
  };
};

it('A02 keeps a leading zero, and draws each digit in its own box', async () => {
  const { user, field, codes, boxes } = renderCodeField();
  await user.type(field, '0471');
  expect(codes.at(-1)).toBe('0471');
  expect(boxes()).toBe('0|4|7|1||');
});

it.each([
  ['123 456', '123456'],
  ['Dein Code: 012345.', '012345'],
  ['12345678', '123456'],
])('A02 takes from %j what is pasted', async (pastedText, expectedCode) => {
  const { user, field, codes } = renderCodeField();
  await user.click(field);
  await user.paste(pastedText);
  expect(codes).toEqual([expectedCode]);
  expect(field).toHaveValue(expectedCode);
});

it('replaces a complete code by another one that is pasted, and completes a partial one', async () => {
  const { user, field } = renderCodeField();
  await user.type(field, '111');
  await user.paste('222');
  expect(field).toHaveValue('111222');
  await user.paste('654321');
  expect(field).toHaveValue('654321');
});

it('is one field for screen readers, the keyboard of a phone and autofill', () => {
  const { field } = renderCodeField('Der Code stimmt nicht.');
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(field).toHaveAttribute('inputmode', 'numeric');
  expect(field).toHaveAccessibleDescription('Der Code stimmt nicht.');
  expect(field).toBeInvalid();
});

it('continues after the last digit, wherever it is tapped', async () => {
  const { user, field, codes } = renderCodeField();
  await user.type(field, '12');
  await user.tab();
  await user.type(field, '3', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  expect(codes.at(-1)).toBe('123');
});

it('lets selected digits be replaced', async () => {
  const { user, field, codes } = renderCodeField();
  await user.type(field, '12');
  await user.type(field, '9', { initialSelectionStart: 0, initialSelectionEnd: 2 });
  expect(codes.at(-1)).toBe('9');
});
