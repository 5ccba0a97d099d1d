import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { connectByCode } from '../features/contacts';
import { text } from '../social-texts';

/**
 * Connects the reader with the owner of a connection link, after a question: a link alone must not make contacts. Shows
 * an error message for every failure; only a failed connection can be tried again.
 */
const connect: CommandHandler<'social/connect'> = async ({ code }, shell) => {
  const answer = await shell.alert({
    title: text('ConnectTitle'),
    text: text('ConnectExplanation', { code }),
    actions: [
      { id: 'cancel', label: text('Cancel'), tone: 'safe' },
      { id: 'connect', label: text('Connect'), tone: 'primary' },
    ],
  });
  const isConnected = answer === 'connect' && (await connectByCode(shell, code));
  // A reader who has opened another screen meanwhile stays there.
  if (isConnected && shell.navigation.current()?.key === 'addcontacts') shell.navigation.replace('contacts');
  return {};
};

export default connect;
