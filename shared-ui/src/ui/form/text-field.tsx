import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import type { ChangeEvent, ComponentPropsWithRef, FocusEvent, InputHTMLAttributes, ReactNode } from 'react';
import { IconButton } from '../button';
import { uiText } from '../text';
import { describedBy, focusNextOnEnter, FieldBox, FieldFrame, FieldInput } from './field-frame';

/** Function that validates a value: returns the error text, or undefined for a valid value. */
export type FieldRule = (value: string) => string | undefined;

interface FieldTextOptions extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'defaultValue' | 'onChange' | 'onBlur'
> {
  /** Error text from outside of the field: of the server or of a form library. It has priority over `validate`. */
  readonly error?: string;
  readonly validate?: FieldRule;
  readonly isTrimmed: boolean;
}

interface FieldTextState {
  /** Number of characters. An emoji counts as one character. */
  readonly length: number;
  readonly error: string | undefined;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
  onBlur(event: FocusEvent<HTMLInputElement>): void;
}

// Sets the value of an input as if the user had typed it. React overrides the input's own setter and would ignore the
// change, so the prototype's setter is called.
const setInputValueAsTyped = (input: HTMLInputElement, value: string): void => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
};

// Counts characters as the contract does (`textLength`): the emoji of a family, for example, counts as one.
const graphemeSegmenter = new Intl.Segmenter('de', { granularity: 'grapheme' });

/**
 * Holds the text of a field. The text is trimmed when the field loses the focus. It is validated then for the first
 * time, and from then on with every change (S1§2).
 */
const useFieldText = ({
  value,
  defaultValue,
  onChange,
  onBlur,
  error,
  validate,
  isTrimmed,
}: FieldTextOptions): FieldTextState => {
  const [typedText, setTypedText] = useState(String(defaultValue ?? ''));
  const [wasBlurred, setWasBlurred] = useState(false);
  const text = value === undefined ? typedText : String(value);
  return {
    length: [...graphemeSegmenter.segment(text)].length,
    error: error ?? (wasBlurred ? validate?.(text) : undefined),
    onChange: (event) => {
      setTypedText(event.target.value);
      onChange?.(event);
    },
    onBlur: (event) => {
      const input = event.currentTarget;
      const trimmedText = input.value.trim();
      if (isTrimmed && trimmedText !== input.value) setInputValueAsTyped(input, trimmedText);
      setWasBlurred(true);
      onBlur?.(event);
    },
  };
};

interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'id'> {
  readonly label: string;
  readonly type?: 'text' | 'email' | 'tel' | 'url';
  /** Error text that the caller provides. It has priority over `validate`. */
  readonly error?: string;
  readonly hint?: string;
  /** Validates the value once the field has lost the focus. */
  readonly validate?: FieldRule;
  /**
   * Current and maximum number, if something else than characters is counted, such as the digits of a card number. It
   * has priority over `maxLength`.
   */
  readonly characterCount?: { readonly length: number; readonly max: number };
  /** Element at the right edge of the field. */
  readonly trailing?: ReactNode;
}

/**
 * Text field of one line. Its text is trimmed when the field loses the focus. It accepts the native props of an input,
 * so that a form library can register it. Counts characters with `maxLength`; text that is too long is reported, never
 * cut, because cutting could split a character.
 */
export const TextField = ({
  label,
  type = 'text',
  error,
  hint,
  validate,
  value,
  defaultValue,
  onChange,
  onBlur,
  maxLength,
  characterCount: givenCharacterCount,
  trailing,
  ...rest
}: TextFieldProps) => {
  const id = useId();
  const fieldText = useFieldText({ value, defaultValue, onChange, onBlur, error, validate, isTrimmed: true });
  const characterCount =
    givenCharacterCount ?? (maxLength === undefined ? undefined : { length: fieldText.length, max: maxLength });
  return (
    <FieldFrame id={id} label={label} error={fieldText.error} hint={hint} characterCount={characterCount}>
      <FieldBox $isInvalid={fieldText.error !== undefined}>
        <FieldInput
          onKeyDown={focusNextOnEnter}
          {...rest}
          {...(value === undefined ? { defaultValue } : { value })}
          id={id}
          type={type}
          aria-invalid={fieldText.error !== undefined}
          aria-describedby={describedBy(id, { error: fieldText.error, hint, characterCount })}
          onChange={fieldText.onChange}
          onBlur={fieldText.onBlur}
        />
        {trailing}
      </FieldBox>
    </FieldFrame>
  );
};

interface PasswordFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'id' | 'autoComplete'> {
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error?: string;
  readonly hint?: string;
  readonly validate?: FieldRule;
}

/**
 * Field for a password, with a button that shows the text. The text is never trimmed, because blanks may be part of the
 * password.
 */
export const PasswordField = ({
  label,
  error,
  hint,
  validate,
  value,
  defaultValue,
  onChange,
  onBlur,
  ...rest
}: PasswordFieldProps) => {
  const id = useId();
  const [isPasswordShown, setIsPasswordShown] = useState(false);
  const fieldText = useFieldText({ value, defaultValue, onChange, onBlur, error, validate, isTrimmed: false });
  return (
    <FieldFrame id={id} label={label} error={fieldText.error} hint={hint}>
      <FieldBox $isInvalid={fieldText.error !== undefined}>
        <FieldInput
          onKeyDown={focusNextOnEnter}
          {...rest}
          {...(value === undefined ? { defaultValue } : { value })}
          id={id}
          type={isPasswordShown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={fieldText.error !== undefined}
          aria-describedby={describedBy(id, { error: fieldText.error, hint })}
          onChange={fieldText.onChange}
          onBlur={fieldText.onBlur}
        />
        <IconButton
          label={uiText(isPasswordShown ? 'HidePassword' : 'ShowPassword')}
          icon={isPasswordShown ? EyeOff : Eye}
          iconSize={20}
          onClick={() => setIsPasswordShown(!isPasswordShown)}
        />
      </FieldBox>
    </FieldFrame>
  );
};
