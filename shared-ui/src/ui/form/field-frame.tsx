import { CircleAlert } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import { Banner } from '../feedback';
import { uiText, VisuallyHidden } from '../text';
import { media, textStyles, tokens } from '../theme/tokens';

const TEXT_INPUT_TYPES = ['text', 'email', 'password', 'tel', 'url', 'number', 'search', 'date', 'time'];

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  (element instanceof HTMLInputElement &&
    TEXT_INPUT_TYPES.includes(element.type) &&
    !element.disabled &&
    !element.readOnly) ||
  (element instanceof HTMLTextAreaElement && !element.disabled);

const isSubmitButton = (element: Element): element is HTMLButtonElement =>
  element instanceof HTMLButtonElement && element.type === 'submit';

/** Moves the focus to the form's next text field on Enter; in the last field Enter submits the form (S1§2). */
export const focusNextOnEnter = (event: KeyboardEvent<HTMLInputElement>): void => {
  // Some input methods (for Japanese, for example) confirm their text by an Enter key, with the key code 229. Such an
  // Enter is ignored.
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return;
  const { form } = event.currentTarget;
  if (form === null) return;
  event.preventDefault();
  const formElements = [...form.elements];
  const nextField = formElements.slice(formElements.indexOf(event.currentTarget) + 1).find(isTextField);
  if (nextField !== undefined) return nextField.focus();
  // The submit button is clicked instead of submitting the form, so that a disabled button shows its reason.
  const submitButton = formElements.find(isSubmitButton);
  if (submitButton === undefined) form.requestSubmit();
  else submitButton.click();
};

/** Current and maximum length of a text, shown below the field. */
interface CharacterCount {
  readonly length: number;
  readonly max: number;
}

interface FieldFrameProps {
  /** Id of the form control. The ids of its error, hint and counter are derived from it. */
  readonly id: string;
  readonly label: string;
  readonly error?: string;
  readonly hint?: string;
  readonly characterCount?: CharacterCount;
  readonly children: ReactNode;
}

/** Returns the ids of error, hint and counter below a form control, for the control's `aria-describedby`. */
export const describedBy = (
  id: string,
  descriptions: { readonly error?: string; readonly hint?: string; readonly characterCount?: CharacterCount },
): string | undefined => {
  const descriptionIds = [
    descriptions.error !== undefined && `${id}-error`,
    descriptions.error === undefined && descriptions.hint !== undefined && `${id}-hint`,
    descriptions.characterCount !== undefined && `${id}-counter`,
  ].filter((descriptionId) => descriptionId !== false);
  return descriptionIds.length === 0 ? undefined : descriptionIds.join(' ');
};

/** Frame around a form control: the label above it, an error or hint below, and a counter on the right. */
export const FieldFrame = ({ id, label, error, hint, characterCount, children }: FieldFrameProps) => (
  <FieldContainer>
    <FieldLabel htmlFor={id}>{label}</FieldLabel>
    {children}
    <FieldFooter>
      {/* The live region exists before the error text, so that screen readers announce the text. */}
      <FieldError id={`${id}-error`} aria-live="polite">
        {error !== undefined && (
          <>
            <Icon source={CircleAlert} size={16} />
            {error}
          </>
        )}
      </FieldError>
      {error === undefined && hint !== undefined && <span id={`${id}-hint`}>{hint}</span>}
      {characterCount !== undefined && (
        <LengthCounter id={`${id}-counter`}>
          {characterCount.length}/{characterCount.max}
          <VisuallyHidden> {uiText('Signs')}</VisuallyHidden>
        </LengthCounter>
      )}
    </FieldFooter>
  </FieldContainer>
);

/** Box of a text field: border, focus ring, error state. */
export const FieldBox = styled.div<{ readonly $isInvalid: boolean }>`
  display: flex;
  align-items: center;
  gap: 4px;
  min-height: 52px;
  padding-right: 4px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.surface};
  box-shadow: inset 0 0 0 1px ${tokens.color.lineStrong};
  &:focus-within {
    box-shadow: inset 0 0 0 2px ${tokens.color.plumText};
  }
  ${({ $isInvalid }) =>
    $isInvalid &&
    css`
      &,
      &:focus-within {
        box-shadow: inset 0 0 0 2px ${tokens.color.err};
      }
    `}
  &:has(input:disabled) {
    background: ${tokens.color.sunken};
    box-shadow: none;
  }
  ${media.forced} {
    border: 1px solid;
    &:focus-within {
      outline: 2px solid Highlight;
    }
  }
`;

/**
 * Text input inside of a field's box. Its font size is at least 16 px, because phones zoom in on inputs with smaller
 * text.
 */
export const FieldInput = styled.input`
  flex: 1;
  min-width: 0;
  height: 52px;
  padding: 0 12px 0 16px;
  border: 0;
  border-radius: ${tokens.radius.control};
  background: none;
  font-size: 1rem;
  line-height: 1.5rem;
  color: ${tokens.color.ink};
  outline: none;
  &::placeholder {
    color: ${tokens.color.ink3};
    opacity: 1;
  }
  &:disabled {
    color: ${tokens.color.ink3};
  }
`;

const FieldContainer = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
  min-width: 0;
`;

const FieldLabel = styled.label`
  ${textStyles.small}
  font-weight: 600;
`;

const FieldFooter = styled.div`
  ${textStyles.caption}
  display: flex;
  justify-content: space-between;
  gap: 12px;
  color: ${tokens.color.ink2};
  &:not(:has(> :not(:empty))) {
    display: none;
  }
`;

/** Error text below a form control; empty while the value is valid. */
export const FieldError = styled.span`
  display: flex;
  gap: 6px;
  min-width: 0;
  color: ${tokens.color.err};
  font-weight: 550;
  > svg {
    margin-top: calc((1lh - 16px) / 2);
  }
  &:empty {
    position: absolute;
  }
`;

const LengthCounter = styled.span`
  ${textStyles.digits}
  margin-left: auto;
`;

interface FormErrorProps {
  readonly children: ReactNode;
  /** Button or link that helps the user to solve the problem. */
  readonly action?: ReactNode;
}

/**
 * Text that says why a form could not be sent, if the problem isn't in a single field. Screen readers read it out when
 * it appears.
 */
export const FormError = ({ children, action }: FormErrorProps) => (
  <Banner tone="err" action={action}>
    {children}
  </Banner>
);
