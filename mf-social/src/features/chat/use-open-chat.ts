import { useLazyPart, useShell } from '@mahlzeit/shared-ui/platform';

/**
 * Returns a function that opens the current user's chat with one person. The script of this function is loaded on the
 * first call.
 */
export const useOpenChat = (): ((personKey: string) => Promise<void>) => {
  const shell = useShell();
  const { load } = useLazyPart(() => import('./open-chat-with'));
  return async (personKey) => {
    if (!(await load())) return;
    const { openChatWith } = await import('./open-chat-with');
    await shell.track(openChatWith(shell, { pickedKeys: [personKey], navigationMode: 'open' }));
  };
};
