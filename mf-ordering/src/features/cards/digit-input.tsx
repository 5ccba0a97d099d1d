import { TextField } from '@mahlzeit/shared-ui/ui/form';
import type { ChangeEvent, ComponentProps } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import { editDigits } from './digit-field';
import type { DigitFormat } from './digit-field';

interface DigitInputProps extends Omit<
  ComponentProps<typeof TextField>,
  'value' | 'defaultValue' | 'onChange' | 'validate' | 'ref' | 'type' | 'inputMode' | 'maxLength'
> {
  readonly digits: string;
  readonly format: DigitFormat;
  /** Error text for the typed digits, shown after the field has lost the focus; undefined if they are valid. */
  readonly mistake: string | undefined;
  readonly onDigits: (digits: string) => void;
}

const inputTypeOf = ({ nativeEvent }: ChangeEvent<HTMLInputElement>): string =>
  'inputType' in nativeEvent && typeof nativeEvent.inputType === 'string' ? nativeEvent.inputType : '';

/** Form field that shows digits in groups; the caret stays beside the digit that was typed (C20). */
export const DigitInput = ({ digits, format, mistake, onDigits, ...inputProps }: DigitInputProps) => {
  const inputRef = useRef<HTMLInputElement>(null);
  const [caretPosition, setCaret] = useState<{ readonly position: number } | null>(null);
  useLayoutEffect(() => {
    if (caretPosition !== null && inputRef.current !== null && inputRef.current === document.activeElement)
      inputRef.current.setSelectionRange(caretPosition.position, caretPosition.position);
  }, [caretPosition]);
  const handleChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const { value, selectionStart } = event.target;
    const editedDigits = editDigits(format, {
      text: value,
      caret: selectionStart ?? value.length,
      textBefore: digits,
      inputType: inputTypeOf(event),
    });
    setCaret({ position: editedDigits.caret });
    onDigits(editedDigits.digits);
  };
  return (
    <TextField
      {...inputProps}
      ref={inputRef}
      inputMode="numeric"
      autoCorrect="off"
      spellCheck={false}
      value={format.formatDigits(digits)}
      validate={() => mistake}
      onChange={handleChange}
    />
  );
};
