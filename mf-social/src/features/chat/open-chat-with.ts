import { createChat } from '@mahlzeit/contract';
import { errorText } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { PickedKeys } from '../people';

interface OpenChatOptions {
  /** Participants beside the reader. */
  readonly people: PickedKeys;
  /** `replace`: the chat replaces the screen on which the people were chosen. */
  readonly how: 'open' | 'replace';
}

/**
 * Opens the chat with exactly these people; creates the chat if there is none. Shows an error message when that fails.
 */
export const openChatWith = async (
  { apiClient, navigation, snackbar }: Pick<ShellApi, 'apiClient' | 'navigation' | 'snackbar'>,
  { people, how }: OpenChatOptions,
): Promise<void> => {
  const created = await apiClient.call(createChat, { body: { participantKeys: [...people] } });
  if (created.ok) navigation[how]('chatmessages', created.value.chatId);
  else snackbar({ tone: 'error', text: errorText(created.error) });
};
