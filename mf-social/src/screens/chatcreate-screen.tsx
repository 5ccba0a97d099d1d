import { defineScreen, useHoldReload, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import { Button, Small, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { SquarePen } from 'lucide-react';
import { useState } from 'react';
import { ChatPartners, openChatWith, useChatTexts } from '../features/chat';
import type { PickedKeys } from '../features/people';
import { text } from '../social-texts';

/**
 * Screen on which the user chooses contacts for a chat. If there is already a chat with exactly these contacts, it
 * opens. The chat replaces this screen, so that Back leads to the inbox.
 */
export const NewChat = () => {
  const t = useChatTexts();
  const shell = useShell();
  const [pickedKeys, setPickedKeys] = useState<PickedKeys>([]);
  const { isBusy, run } = useSingleFlight();
  useHoldReload(pickedKeys.length > 0);
  const dockContent = (
    <Button
      isBlock
      icon={SquarePen}
      isBusy={isBusy}
      disabledReason={pickedKeys.length === 0 ? t('PickSomebody') : undefined}
      onClick={() => run(() => openChatWith(shell, { pickedKeys, navigationMode: 'replace' }))}
    >
      {t('NewMessage')}
    </Button>
  );
  return (
    <Sheet title={t('NewMessage')} onClose={shell.navigation.close} dock={dockContent}>
      <Stack $gap={12}>
        {pickedKeys.length === 0 && <Small $tone="quiet">{text('WhomToWrite')}</Small>}
        <ChatPartners pickedKeys={pickedKeys} onChange={setPickedKeys} />
      </Stack>
    </Sheet>
  );
};

export default defineScreen(NewChat);
