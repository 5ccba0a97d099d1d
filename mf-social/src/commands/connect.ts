import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { connectByCode } from '../features/contacts/contact-actions';
import { text } from '../social-texts';

/**
 * Connects with whoever has sent a connection link, once the reader has agreed: a link that lies somewhere must not
 * make contacts by itself. What goes wrong the reader is told; only a missing connection can be tried again.
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
  // Who went elsewhere meanwhile stays there.
  if (isConnected && shell.navigation.current()?.key === 'addcontacts') shell.navigation.replace('contacts');
  return {};
};

export default connect;
