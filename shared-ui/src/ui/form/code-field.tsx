import { useId, useState } from 'react';
import type { ChangeEvent, ComponentPropsWithRef, SyntheticEvent } from 'react';
import styled, { css } from 'styled-components';
import { media, textStyles, tokens } from '../theme/tokens';
import { describedBy, focusNextOnEnter, FieldFrame } from './field-frame';

interface CodeFieldProps extends Omit<
  ComponentPropsWithRef<'input'>,
  'type' | 'id' | 'value' | 'defaultValue' | 'maxLength' | 'autoComplete' | 'inputMode'
> {
  readonly label: string;
  /** Number of digits; default 6. */
  readonly digitCount?: number;
  readonly error?: string;
  readonly hint?: string;
}

/** Returns the digits of a typed or pasted text. The result is a string, because leading zeros count. */
const digitsOf = (typedText: string, maxLength: number): string => typedText.replace(/\D/g, '').slice(0, maxLength);

// Keeps the caret at the end of the field: each box shows one digit, so typing must always continue after the last
// digit.
const keepCaretAtEnd = ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>): void => {
  const endPosition = input.value.length;
  if (input.selectionStart === input.selectionEnd && input.selectionStart !== endPosition)
    input.setSelectionRange(endPosition, endPosition);
};

// Selects the digits of a complete field before a code is pasted, so that the pasted code replaces them: the user then
// corrects a wrong code.
const selectCompleteCode = ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>, digitCount: number): void => {
  if (input.value.length === digitCount) input.select();
};

/**
 * Field for a code from an e-mail. Looks like one box per digit, but is a single input, so that typing, pasting,
 * autofill and screen readers work. Accepts the native props of an input, so that a form library can register it.
 */
export const CodeField = ({
  label,
  digitCount = 6,
  error,
  hint,
  onChange,
  onPaste,
  onFocus,
  onBlur,
  ...rest
}: CodeFieldProps) => {
  const id = useId();
  const [enteredCode, setEnteredCode] = useState('');
  const [hasFocus, setHasFocus] = useState(false);
  const isInvalid = error !== undefined;
  const updateCode = (event: ChangeEvent<HTMLInputElement>) => {
    const digits = digitsOf(event.target.value, digitCount);
    if (digits !== event.target.value) event.target.value = digits;
    setEnteredCode(digits);
    onChange?.(event);
  };
  const nextBoxIndex = hasFocus ? Math.min(enteredCode.length, digitCount - 1) : null;
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <DigitBoxes $length={digitCount}>
        {Array.from({ length: digitCount }, (_, index) => (
          <DigitBox key={index} aria-hidden="true" $isNext={index === nextBoxIndex} $isInvalid={isInvalid}>
            {enteredCode[index]}
          </DigitBox>
        ))}
        <CodeInput
          onKeyDown={focusNextOnEnter}
          {...rest}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={isInvalid}
          aria-describedby={describedBy(id, { error, hint })}
          onChange={updateCode}
          onPaste={(event) => {
            selectCompleteCode(event, digitCount);
            onPaste?.(event);
          }}
          onSelect={keepCaretAtEnd}
          onFocus={(event) => {
            setHasFocus(true);
            onFocus?.(event);
          }}
          onBlur={(event) => {
            setHasFocus(false);
            onBlur?.(event);
          }}
        />
      </DigitBoxes>
    </FieldFrame>
  );
};

const DigitBoxes = styled.div<{ readonly $length: number }>`
  display: grid;
  grid-template-columns: repeat(${({ $length }) => $length}, minmax(0, 44px));
  gap: 8px;
  position: relative;
`;

const DigitBox = styled.span<{ readonly $isNext: boolean; readonly $isInvalid: boolean }>`
  ${textStyles.total}
  ${textStyles.digits}
  display: grid;
  place-items: center;
  height: 54px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.surface};
  box-shadow: inset 0 0 0 1px ${tokens.color.lineStrong};
  ${({ $isInvalid }) =>
    $isInvalid &&
    css`
      box-shadow: inset 0 0 0 2px ${tokens.color.err};
    `}
  ${({ $isNext, $isInvalid }) =>
    $isNext &&
    css`
      box-shadow: inset 0 0 0 ${$isInvalid ? 3 : 2}px ${$isInvalid ? tokens.color.err : tokens.color.plumText};
    `}
  ${media.forced} {
    border: 1px solid;
    ${({ $isNext }) =>
      $isNext &&
      css`
        outline: 2px solid Highlight;
      `}
  }
`;

// Invisible input that covers the boxes and receives taps and key presses. Its font size is at least 16 px, because
// phones zoom in on inputs with smaller text.
const CodeInput = styled.input`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  border: 0;
  background: none;
  font-size: 1rem;
  color: transparent;
  caret-color: transparent;
  outline: none;
  &::selection {
    color: transparent;
    background: none;
  }
  &:-webkit-autofill {
    opacity: 0;
  }
`;
