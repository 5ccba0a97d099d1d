import type { Locator } from '@playwright/test';

/** Returns the messages of the chat. The inbox next to the chat is a list, too, and is left out. */
export const messagesIn = (chat: Locator): Locator => chat.getByRole('list').last().getByRole('listitem');

/** Writes a message in the chat and sends it. */
export const writeMessage = async (chat: Locator, text: string): Promise<void> => {
  const inputField = chat.getByRole('textbox', { name: 'Deine Nachricht' });
  await inputField.fill(text);
  await inputField.press('Enter');
};
