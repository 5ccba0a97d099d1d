import { useId, useState } from 'react';
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { tokens } from '../theme/tokens';
import { describedBy, FieldBox, FieldFrame } from './field-frame';

interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'maxLength' | 'defaultValue' | 'value'> {
  readonly label: string;
  readonly value: string;
  /** Error text of the field; it appears once the field has lost the focus. */
  readonly error?: string;
  readonly hint?: string;
  /**
   * Current and maximum number, if something else than characters is counted, such as addresses. Without it, no counter
   * is shown.
   */
  readonly characterCount?: { readonly length: number; readonly max: number };
}

/** Text field of several lines. Text that is too long is reported, never cut. */
export const TextArea = ({ label, value, error, hint, characterCount, rows = 4, onBlur, ...rest }: TextAreaProps) => {
  const id = useId();
  const [wasBlurred, setWasBlurred] = useState(false);
  const shownError = wasBlurred ? error : undefined;
  return (
    <FieldFrame id={id} label={label} error={shownError} hint={hint} characterCount={characterCount}>
      <FieldBox $isInvalid={shownError !== undefined}>
        <StyledTextArea
          {...rest}
          id={id}
          rows={rows}
          value={value}
          aria-invalid={shownError !== undefined}
          aria-describedby={describedBy(id, { error: shownError, hint, characterCount })}
          onBlur={(event) => {
            setWasBlurred(true);
            onBlur?.(event);
          }}
        />
      </FieldBox>
    </FieldFrame>
  );
};

// Field for a text of several lines. Its font size is at least 16 px, because phones zoom in on inputs with smaller
// text.
const StyledTextArea = styled.textarea`
  flex: 1;
  min-width: 0;
  min-height: 96px;
  padding: 14px 12px 14px 16px;
  border: 0;
  border-radius: ${tokens.radius.control};
  background: none;
  font-size: 1rem;
  line-height: 1.5rem;
  color: ${tokens.color.ink};
  outline: none;
  resize: vertical;
  field-sizing: content;
  max-height: 40vh;
  &::placeholder {
    color: ${tokens.color.ink3};
    opacity: 1;
  }
`;
