import type { KeyboardEvent } from 'react';

const TEXT_LIKE = ['text', 'email', 'password', 'tel', 'url', 'number', 'search', 'date', 'time'];

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  (element instanceof HTMLInputElement && TEXT_LIKE.includes(element.type) && !element.disabled && !element.readOnly) || (element instanceof HTMLTextAreaElement && !element.disabled);

const isSubmitButton = (element: Element): element is HTMLButtonElement => element instanceof HTMLButtonElement && element.type === 'submit';

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
