import { CHAT_MESSAGE_MAX_LENGTH, messageLength, messageToSend } from '@mahlzeit/contract/rules';
import { Icon, media, textStyles, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { ArrowUp } from 'lucide-react';
import { useId, useState } from 'react';
import type { KeyboardEvent, SubmitEvent } from 'react';
import styled from 'styled-components';
import { useTexts } from './chat-texts';

/** Number of characters from which screen readers announce the length of the text. */
const MIN_COUNTED_LENGTH = CHAT_MESSAGE_MAX_LENGTH - 20;

/**
 * Text field for messages. When a text is too long, the field shows the number of characters and doesn't cut the text.
 */
export const Composer = ({ onSend }: { readonly onSend: (text: string) => void }) => {
  const t = useTexts();
  const id = useId();
  const [typedText, setTypedText] = useState('');
  const length = messageLength(typedText.trim());
  const isTooLong = length > CHAT_MESSAGE_MAX_LENGTH;
  const sendableText = messageToSend(typedText);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (sendableText === null) return;
    setTypedText('');
    onSend(sendableText);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    // Some input methods use Enter to accept the typed characters. This Enter must not send the message.
    if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault();
  };
  return (
    <form onSubmit={submit}>
      <Field>
        <Input
          value={typedText}
          onChange={({ target }) => setTypedText(target.value)}
          onKeyDown={onKeyDown}
          aria-label={t('YourMessage')}
          placeholder={t('YourMessage')}
          aria-invalid={isTooLong}
          aria-describedby={length >= MIN_COUNTED_LENGTH ? id : undefined}
          autoComplete="off"
          enterKeyHint="send"
        />
        <SendButton type="submit" aria-label={t('Send')} aria-disabled={sendableText === null || undefined}>
          <Icon source={ArrowUp} size={22} />
        </SendButton>
      </Field>
      {length >= MIN_COUNTED_LENGTH && (
        <FieldFooter id={id} $isTooLong={isTooLong}>
          <span role={isTooLong ? 'alert' : undefined}>
            {isTooLong && t('MessageTooLong', { max: CHAT_MESSAGE_MAX_LENGTH })}
          </span>
          <span aria-hidden="true">
            {length}/{CHAT_MESSAGE_MAX_LENGTH}
          </span>
          <VisuallyHidden>{t('SignsUsed', { count: length, max: CHAT_MESSAGE_MAX_LENGTH })}</VisuallyHidden>
        </FieldFooter>
      )}
    </form>
  );
};

const Field = styled.div`
  display: flex;
  gap: 8px;
`;

const Input = styled.input`
  flex: 1;
  min-width: 0;
  height: 48px;
  padding: 0 18px;
  border: 0;
  border-radius: ${tokens.radius.full};
  background: ${tokens.color.sunken};
  color: ${tokens.color.ink};
  font-size: 1rem;
  line-height: 1.5rem;
  &::placeholder {
    color: ${tokens.color.ink3};
    opacity: 1;
  }
  &:focus-visible {
    outline: 2px solid ${tokens.color.plumText};
    outline-offset: 0;
  }
  &[aria-invalid='true'] {
    box-shadow: inset 0 0 0 2px ${tokens.color.err};
  }
  ${media.forced} {
    border: 1px solid;
  }
`;

const SendButton = styled.button`
  display: grid;
  flex: none;
  place-items: center;
  width: 48px;
  height: 48px;
  border-radius: 50%;
  background: ${tokens.color.plum};
  color: ${tokens.color.onPlum};
  ${media.hover} {
    &:hover:not([aria-disabled]) {
      background: ${tokens.color.plumHover};
    }
  }
  &[aria-disabled] {
    background: ${tokens.color.sunken};
    color: ${tokens.color.ink3};
    cursor: default;
  }
  ${media.forced} {
    border: 1px solid ButtonText;
  }
`;

const FieldFooter = styled.div<{ readonly $isTooLong: boolean }>`
  ${textStyles.caption}
  ${textStyles.digits}
  display: flex;
  justify-content: space-between;
  gap: 12px;
  padding: 4px 60px 0 18px;
  color: ${({ $isTooLong }) => ($isTooLong ? tokens.color.err : tokens.color.ink2)};
`;
