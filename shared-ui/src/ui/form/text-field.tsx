import type { ComponentPropsWithRef } from 'react';
import { useId } from 'react';
import { describedBy, FieldBox, FieldFrame, FieldInput } from './field-frame';
import { enterGoesOn } from './next-field';
import type { FieldRule } from './use-field-text';
import { useFieldText } from './use-field-text';

interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'id'> {
  readonly label: string;
  readonly type?: 'text' | 'email' | 'tel' | 'url';
  /** What is wrong, said from outside; goes before `validate`. */
  readonly error?: string;
  readonly hint?: string;
  /** Judges the value once the field was left. */
  readonly validate?: FieldRule;
}

/** A line of text, trimmed when left. Takes the native props, so that a form library can register it. With `maxLength` it counts; what is longer is judged and never cut, which would go through the middle of a sign. */
export const TextField = ({ label, type = 'text', error, hint, validate, value, defaultValue, onChange, onBlur, maxLength, ...rest }: TextFieldProps) => {
  const id = useId();
  const text = useFieldText({ value, defaultValue, onChange, onBlur, error, validate, isTrimmed: true });
  const counter = maxLength === undefined ? undefined : { length: text.length, max: maxLength };
  return (
    <FieldFrame id={id} label={label} error={text.error} hint={hint} counter={counter}>
      <FieldBox $isInvalid={text.error !== undefined}>
        <FieldInput
          onKeyDown={enterGoesOn}
          {...rest}
          {...(value === undefined ? { defaultValue } : { value })}
          id={id}
          type={type}
          aria-invalid={text.error !== undefined}
          aria-describedby={describedBy(id, { error: text.error, hint, counter })}
          onChange={text.onChange}
          onBlur={text.onBlur}
        />
      </FieldBox>
    </FieldFrame>
  );
};
