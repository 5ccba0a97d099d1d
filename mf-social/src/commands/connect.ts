import { getConnectionSender } from '@mahlzeit/contract';
import type { CommandHandler, ShellApi } from '@mahlzeit/shared-ui/platform';
import { connectByCode } from '../features/contacts';
import { text } from '../social-texts';

/** Returns the first name of a connection link's owner; „Jemand“ for an owner without a name, and after an error. */
const findSenderName = async (code: string, { apiClient, track }: ShellApi): Promise<string> => {
  const senderAnswer = await track(apiClient.call(getConnectionSender, { params: { code } }));
  return (senderAnswer.ok && senderAnswer.value.firstName) || text('Somebody');
};

/**
 * Connects the user with the owner of a connection link. It asks for confirmation first, because opening a link alone
 * must not create a contact. An error message explains every failure; it suggests a retry only when a retry may help.
 */
const connect: CommandHandler<'social/connect'> = async ({ code }, shell) => {
  const name = await findSenderName(code, shell);
  const chosenAction = await shell.alert({
    title: text('ConnectTitle'),
    text: text('ConnectExplanation', { name, code }),
    actions: [
      { id: 'cancel', label: text('Cancel'), tone: 'safe' },
      { id: 'connect', label: text('Connect'), tone: 'primary' },
    ],
  });
  const isConnected = chosenAction === 'connect' && (await connectByCode(shell, code));
  // A user who has opened another screen in the meantime stays on that screen.
  if (isConnected && shell.navigation.current()?.key === 'addcontacts') shell.navigation.replace('contacts');
  return {};
};

export default connect;
