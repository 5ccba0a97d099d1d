import { CircleAlert } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import { Banner } from '../feedback';
import { uiText, VisuallyHidden } from '../text';
import { media, textStyles, tokens } from '../theme/tokens';

const TEXT_LIKE = ['text', 'email', 'password', 'tel', 'url', 'number', 'search', 'date', 'time'];

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  (element instanceof HTMLInputElement && TEXT_LIKE.includes(element.type) && !element.disabled && !element.readOnly) ||
  (element instanceof HTMLTextAreaElement && !element.disabled);

const isSubmitButton = (element: Element): element is HTMLButtonElement =>
  element instanceof HTMLButtonElement && element.type === 'submit';

/** Enter goes to the form's next text field and sends the form from the last one (S1§2). */
export const enterGoesOn = (event: KeyboardEvent<HTMLInputElement>): void => {
  // 229: some input methods commit their text with an Enter of their own.
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return;
  const { form } = event.currentTarget;
  if (form === null) return;
  event.preventDefault();
  const elements = [...form.elements];
  const next = elements.slice(elements.indexOf(event.currentTarget) + 1).find(isTextField);
  if (next !== undefined) return next.focus();
  // Through the button, so that one which says why it can't be used still says it.
  const button = elements.find(isSubmitButton);
  if (button === undefined) form.requestSubmit();
  else button.click();
};

/** Length and maximum of a text. */
interface Counter {
  readonly length: number;
  readonly max: number;
}

interface FieldFrameProps {
  /** The control's id; the parts' ids derive from it. */
  readonly id: string;
  readonly label: string;
  readonly error?: string;
  readonly hint?: string;
  readonly counter?: Counter;
  readonly children: ReactNode;
}

/** Ids of the texts below a control, for its `aria-describedby`. */
export const describedBy = (
  id: string,
  parts: { readonly error?: string; readonly hint?: string; readonly counter?: Counter },
): string | undefined => {
  const ids = [
    parts.error !== undefined && `${id}-error`,
    parts.error === undefined && parts.hint !== undefined && `${id}-hint`,
    parts.counter !== undefined && `${id}-counter`,
  ].filter((part) => part !== false);
  return ids.length === 0 ? undefined : ids.join(' ');
};

/** Label above, control, error or hint below, counter on the right. */
export const FieldFrame = ({ id, label, error, hint, counter, children }: FieldFrameProps) => (
  <Frame>
    <FieldLabel htmlFor={id}>{label}</FieldLabel>
    {children}
    <Below>
      {/* Stands before the error comes, so that it is read out. */}
      <FieldError id={`${id}-error`} aria-live="polite">
        {error !== undefined && (
          <>
            <Icon of={CircleAlert} size={16} />
            {error}
          </>
        )}
      </FieldError>
      {error === undefined && hint !== undefined && <span id={`${id}-hint`}>{hint}</span>}
      {counter !== undefined && (
        <Length id={`${id}-counter`}>
          {counter.length}/{counter.max}
          <VisuallyHidden> {uiText('Signs')}</VisuallyHidden>
        </Length>
      )}
    </Below>
  </Frame>
);

/** The frame that carries a text field's border, focus and error. */
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

/** The input in a FieldBox; never below 16 px, or phones zoom in. */
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

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
  min-width: 0;
`;

const FieldLabel = styled.label`
  ${textStyles.small}
  font-weight: 600;
`;

const Below = styled.div`
  ${textStyles.caption}
  display: flex;
  justify-content: space-between;
  gap: 12px;
  color: ${tokens.color.ink2};
  &:not(:has(> :not(:empty))) {
    display: none;
  }
`;

/** What is wrong with a control. */
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

const Length = styled.span`
  ${textStyles.digits}
  margin-left: auto;
`;

interface FormErrorProps {
  readonly children: ReactNode;
  /** A LinkButton that helps on. */
  readonly action?: ReactNode;
}

/** Why a form could not be sent, where no single field is to blame. Read out when it comes. */
export const FormError = ({ children, action }: FormErrorProps) => (
  <Banner tone="err" action={action}>
    {children}
  </Banner>
);
