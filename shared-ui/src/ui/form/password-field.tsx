import { Eye, EyeOff } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { useId, useState } from 'react';
import { IconButton } from '../button';
import { uiText } from '../ui-text';
import { describedBy, FieldBox, FieldFrame, FieldInput } from './field-frame';
import { enterGoesOn } from './next-field';
import type { FieldRule } from './use-field-text';
import { useFieldText } from './use-field-text';

interface PasswordFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'id' | 'autoComplete'> {
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error?: string;
  readonly hint?: string;
  readonly validate?: FieldRule;
}

/** A password, shown on demand and never trimmed: blanks may belong to it. */
export const PasswordField = ({ label, error, hint, validate, value, defaultValue, onChange, onBlur, ...rest }: PasswordFieldProps) => {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const text = useFieldText({ value, defaultValue, onChange, onBlur, error, validate, isTrimmed: false });
  return (
    <FieldFrame id={id} label={label} error={text.error} hint={hint}>
      <FieldBox $isInvalid={text.error !== undefined}>
        <FieldInput
          onKeyDown={enterGoesOn}
          {...rest}
          {...(value === undefined ? { defaultValue } : { value })}
          id={id}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={text.error !== undefined}
          aria-describedby={describedBy(id, { error: text.error, hint })}
          onChange={text.onChange}
          onBlur={text.onBlur}
        />
        <IconButton label={uiText(isShown ? 'HidePassword' : 'ShowPassword')} icon={isShown ? EyeOff : Eye} iconSize={20} onClick={() => setIsShown(!isShown)} />
      </FieldBox>
    </FieldFrame>
  );
};
