import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import styled from 'styled-components';
import { Icon } from '../art/art';
import { CheckboxInput } from '../choice-input';
import { textStyles, tokens } from '../theme/tokens';
import { describedBy, FieldError } from './field-frame';

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'id' | 'children'> {
  /** Label of the checkbox. It may contain a link. */
  readonly children: ReactNode;
  readonly error?: string;
  readonly hint?: string;
}

/** Checkbox with a label, an error and a hint. */
export const Checkbox = ({ children, error, hint, ...rest }: CheckboxProps) => {
  const id = useId();
  return (
    <CheckboxLine>
      <StyledCheckbox
        {...rest}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, { error, hint })}
      />
      <div>
        <label htmlFor={id}>{children}</label>
        {error === undefined && hint !== undefined && <HintText id={`${id}-hint`}>{hint}</HintText>}
        <CheckboxError id={`${id}-error`} aria-live="polite">
          {error !== undefined && (
            <>
              <Icon source={CircleAlert} size={16} />
              {error}
            </>
          )}
        </CheckboxError>
      </div>
    </CheckboxLine>
  );
};

const CheckboxLine = styled.div`
  display: flex;
  gap: 12px;
  position: relative;
  font-size: 0.9375rem;
  line-height: 1.3125rem;
  padding: 6px 0;
  overflow-wrap: anywhere;
  > div {
    min-width: 0;
  }
  label {
    display: block;
  }
`;

const HintText = styled.span`
  ${textStyles.caption}
  display: block;
  margin-top: 2px;
  color: ${tokens.color.ink2};
`;

const CheckboxError = styled(FieldError)`
  ${textStyles.caption}
  margin-top: 2px;
`;

const StyledCheckbox = styled(CheckboxInput)`
  /* 44 px under a finger. */
  &::after {
    content: '';
    position: absolute;
    left: -11px;
    top: -5px;
    width: 44px;
    height: 44px;
  }
`;
