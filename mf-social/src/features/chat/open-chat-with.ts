import { createChat } from '@mahlzeit/contract';
import { errorText } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { PickedKeys } from '../people';
import { text } from './chat-texts';

interface OpenChatOptions {
  /** Keys of the people with whom the user wants to chat. The user's own key isn't among them. */
  readonly pickedKeys: PickedKeys;
  /** `replace`: the chat replaces the screen on which the people were chosen. `open`: Back leads to this screen. */
  readonly navigationMode: 'open' | 'replace';
}

/**
 * Opens the chat between the user and exactly the people in `pickedKeys`; creates the chat if there is none. Shows an
 * error message when that fails.
 */
export const openChatWith = async (
  { apiClient, navigation, snackbar }: Pick<ShellApi, 'apiClient' | 'navigation' | 'snackbar'>,
  { pickedKeys, navigationMode }: OpenChatOptions,
): Promise<void> => {
  const createChatAnswer = await apiClient.call(createChat, { body: { participantKeys: [...pickedKeys] } });
  if (createChatAnswer.ok) navigation[navigationMode]('chatmessages', createChatAnswer.value.chatId);
  else
    snackbar({
      tone: 'error',
      // Waiting a moment doesn't help, because the gateway limits only the number of new chats per day.
      text:
        createChatAnswer.error.code === 'ErrorTooManyAttempts'
          ? text('ErrorTooManyNewChats')
          : errorText(createChatAnswer.error),
    });
};
