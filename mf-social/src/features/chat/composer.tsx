import { CHAT_MESSAGE_MAX_LENGTH, textLength, messageToSend } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { Icon, media, textStyles, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { ArrowUp } from 'lucide-react';
import { useId } from 'react';
import type { KeyboardEvent, SubmitEvent } from 'react';
import styled, { css } from 'styled-components';
import { chatDraftsOf, useChatDraft } from './chat-drafts';
import { useTexts } from './chat-texts';

/** Number of characters from which screen readers announce the length of the text. */
const MIN_LENGTH_WITH_COUNTER = CHAT_MESSAGE_MAX_LENGTH - 20;

interface MessageComposerProps {
  readonly chatKey: string;
  readonly onSend: (text: string) => void;
}

/**
 * Text field for messages. It shows the chat's unsent text and grows with its lines. Enter sends the message, Shift and
 * Enter begin a new line. When a text is too long, the field shows the number of characters and doesn't cut the text.
 */
export const MessageComposer = ({ chatKey, onSend }: MessageComposerProps) => {
  const t = useTexts();
  const id = useId();
  const drafts = chatDraftsOf(useShell());
  const typedText = useChatDraft(chatKey);
  const typedLength = textLength(typedText.trim());
  const isMessageTooLong = typedLength > CHAT_MESSAGE_MAX_LENGTH;
  const sendableText = messageToSend(typedText);
  const submitMessage = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (sendableText === null) return;
    onSend(sendableText);
    drafts.write(chatKey, '');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    // Some input methods (for Japanese, for example) use Enter to accept the typed characters. This press of Enter must
    // not send the message.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form onSubmit={submitMessage}>
      <ComposerField>
        <GrowingArea data-text={typedText}>
          <MessageInput
            rows={1}
            dir="auto"
            value={typedText}
            onChange={({ target }) => drafts.write(chatKey, target.value)}
            onKeyDown={onKeyDown}
            aria-label={t('YourMessage')}
            placeholder={t('ShortMessageHint')}
            aria-invalid={isMessageTooLong}
            aria-describedby={typedLength >= MIN_LENGTH_WITH_COUNTER ? id : undefined}
            autoComplete="off"
            enterKeyHint="send"
          />
        </GrowingArea>
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
  align-items: flex-end;
  gap: 8px;
`;

/** Text style, padding and height that the text field shares with the invisible copy of its text. */
const composerTextStyle = css`
  grid-area: 1 / 1;
  box-sizing: border-box;
  min-width: 0;
  min-height: 48px;
  padding: 12px 18px;
  font-size: 1rem;
  line-height: 1.5rem;
  overflow-wrap: anywhere;
`;

// Box with the text field and an invisible copy of its text below it. The copy gives both their height, because not all
// browsers support the CSS property `field-sizing`.
const GrowingArea = styled.div`
  display: grid;
  flex: 1;
  min-width: 0;
  &::after {
    content: attr(data-text) ' ';
    ${composerTextStyle}
    max-height: calc(6 * 1.5rem + 24px);
    overflow: hidden;
    white-space: pre-wrap;
    visibility: hidden;
  }
`;

const MessageInput = styled.textarea`
  ${composerTextStyle}
  resize: none;
  border: 0;
  border-radius: 24px;
  background: ${tokens.color.sunken};
  color: ${tokens.color.ink};
  &::placeholder {
    color: ${tokens.color.ink3};
    opacity: 1;
    /* The empty field is one line high, at letters of any size. */
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
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
