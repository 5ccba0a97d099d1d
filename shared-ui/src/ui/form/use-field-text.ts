import type { ChangeEvent, FocusEvent, InputHTMLAttributes } from 'react';
import { useState } from 'react';

/** Returns what is wrong with a value, or nothing. */
export type FieldRule = (value: string) => string | undefined;

interface FieldTextOptions extends Pick<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue' | 'onChange' | 'onBlur'> {
  /** Says it from outside: an answer of the server, a form library. Goes before `validate`. */
  readonly error?: string;
  readonly validate?: FieldRule;
  readonly isTrimmed: boolean;
}

interface FieldText {
  /** Characters as people count them. */
  readonly length: number;
  readonly error: string | undefined;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
  onBlur(event: FocusEvent<HTMLInputElement>): void;
}

// React keeps a record of the value it set; only the prototype's own setter lets it notice another one.
const writeAsTyped = (input: HTMLInputElement, value: string): void => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
};

/** A text field's text: trimmed when left, judged when left and from then on with every change (S1§2). */
export const useFieldText = ({ value, defaultValue, onChange, onBlur, error, validate, isTrimmed }: FieldTextOptions): FieldText => {
  const [typed, setTyped] = useState(String(defaultValue ?? ''));
  const [wasLeft, setWasLeft] = useState(false);
  const text = value === undefined ? typed : String(value);
  return {
    length: [...text].length,
    error: error ?? (wasLeft ? validate?.(text) : undefined),
    onChange: (event) => {
      setTyped(event.target.value);
      onChange?.(event);
    },
    onBlur: (event) => {
      const input = event.currentTarget;
      const trimmed = input.value.trim();
      if (isTrimmed && trimmed !== input.value) writeAsTyped(input, trimmed);
      setWasLeft(true);
      onBlur?.(event);
    },
  };
};
