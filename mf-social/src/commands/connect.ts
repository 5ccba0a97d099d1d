import type { CommandHandler } from '@mahlzeit/shared-ui/platform';
import { connectByCode } from '../features/contacts';
import { text } from '../social-texts';

/**
 * Connects the user with the owner of a connection link. It asks for confirmation first, because opening a link alone
 * must not create a contact. An error message explains every failure; it suggests a retry only when a retry may help.
 */
const connect: CommandHandler<'social/connect'> = async ({ code }, shell) => {
  const chosenAction = await shell.alert({
    title: text('ConnectTitle'),
    text: text('ConnectExplanation', { code }),
    actions: [
      { id: 'cancel', label: text('Cancel'), tone: 'safe' },
      { id: 'connect', label: text('Connect'), tone: 'primary' },
    ],
  });
  const isConnected = chosenAction === 'connect' && (await connectByCode(shell, code));
  // A user who has opened another screen in the meantime stays there.
  if (isConnected && shell.navigation.current()?.key === 'addcontacts') shell.navigation.replace('contacts');
  return {};
};

export default connect;
