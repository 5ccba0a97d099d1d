import { CHAT_MESSAGE_MAX_LENGTH, textLength, messageToSend } from '@mahlzeit/contract/rules';
import { Icon, media, textStyles, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { ArrowUp } from 'lucide-react';
import { useId, useState } from 'react';
import type { KeyboardEvent, SubmitEvent } from 'react';
import styled from 'styled-components';
import { useTexts } from './chat-texts';

/** Number of characters from which screen readers announce the length of the text. */
const MIN_LENGTH_WITH_COUNTER = CHAT_MESSAGE_MAX_LENGTH - 20;

/**
 * Text field for messages. When a text is too long, the field shows the number of characters and doesn't cut the text.
 */
export const MessageComposer = ({ onSend }: { readonly onSend: (text: string) => void }) => {
  const t = useTexts();
  const id = useId();
  const [typedText, setTypedText] = useState('');
  const typedLength = textLength(typedText.trim());
  const isMessageTooLong = typedLength > CHAT_MESSAGE_MAX_LENGTH;
  const sendableText = messageToSend(typedText);
  const submitMessage = (event: SubmitEvent<HTMLFormElement>): void => {
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
    <form onSubmit={submitMessage}>
      <ComposerField>
        <MessageInput
          value={typedText}
          onChange={({ target }) => setTypedText(target.value)}
          onKeyDown={onKeyDown}
          aria-label={t('YourMessage')}
          placeholder={t('YourMessage')}
          aria-invalid={isMessageTooLong}
          aria-describedby={typedLength >= MIN_LENGTH_WITH_COUNTER ? id : undefined}
          autoComplete="off"
          enterKeyHint="send"
        />
        <SendButton type="submit" aria-label={t('Send')} aria-disabled={sendableText === null || undefined}>
          <Icon source={ArrowUp} size={22} />
        </SendButton>
      </ComposerField>
      {typedLength >= MIN_LENGTH_WITH_COUNTER && (
        <ComposerFooter id={id} $isTooLong={isMessageTooLong}>
          <span role={isMessageTooLong ? 'alert' : undefined}>
            {isMessageTooLong && t('MessageTooLong', { max: CHAT_MESSAGE_MAX_LENGTH })}
          </span>
          <span aria-hidden="true">
            {typedLength}/{CHAT_MESSAGE_MAX_LENGTH}
          </span>
          <VisuallyHidden>{t('SignsUsed', { count: typedLength, max: CHAT_MESSAGE_MAX_LENGTH })}</VisuallyHidden>
        </ComposerFooter>
      )}
    </form>
  );
};

const ComposerField = styled.div`
  display: flex;
  gap: 8px;
`;

const MessageInput = styled.input`
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

const ComposerFooter = styled.div<{ readonly $isTooLong: boolean }>`
  ${textStyles.caption}
  ${textStyles.digits}
  display: flex;
  justify-content: space-between;
  gap: 12px;
  padding: 4px 60px 0 18px;
  color: ${({ $isTooLong }) => ($isTooLong ? tokens.color.err : tokens.color.ink2)};
`;
