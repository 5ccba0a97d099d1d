import { createChat } from '@mahlzeit/contract';
import { errorText } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { PickedKeys } from '../people/contact-picker';

interface OpenChatOptions {
  /** Whom to write to. */
  readonly people: PickedKeys;
  /** `replace`: it takes the place of the screen on which they were chosen. */
  readonly how: 'open' | 'replace';
}

/** Opens the chat of exactly these people: the one that is there, or a new one. Where that can't be, it is said why. */
export const openChatWith = async (
  { apiClient, navigation, snackbar }: Pick<ShellApi, 'apiClient' | 'navigation' | 'snackbar'>,
  { people, how }: OpenChatOptions,
): Promise<void> => {
  const created = await apiClient.call(createChat, { body: { participantKeys: [...people] } });
  if (created.ok) navigation[how]('chatmessages', created.value.chatId);
  else snackbar({ tone: 'error', text: errorText(created.error) });
};
