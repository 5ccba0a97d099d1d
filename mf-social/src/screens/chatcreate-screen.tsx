import { createChat } from '@mahlzeit/contract';
import { defineScreen, errorText, useReloadHold, useShell } from '@mahlzeit/shared-ui/platform';
import { Button, Small, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { SquarePen } from 'lucide-react';
import { useState } from 'react';
import { ChatPartners, useChatTexts } from '../features/chat';
import type { PickedKeys } from '../features/contact-picker';
import { useWork } from '../features/use-work';
import { text } from '../social-texts';

/** Begins a chat with the picked contacts, or goes on with the one that is there. It takes the place of this screen, so that Back leads to the inbox. */
export const NewChat = () => {
  const t = useChatTexts();
  const { apiClient, navigation, snackbar } = useShell();
  const [picked, setPicked] = useState<PickedKeys>([]);
  const { isBusy, run } = useWork();
  useReloadHold(picked.length > 0);
  const create = async (): Promise<void> => {
    const created = await apiClient.call(createChat, { body: { participantKeys: [...picked] } });
    if (created.ok) navigation.replace('chatmessages', created.value.chatId);
    else snackbar({ tone: 'error', text: errorText(created.error) });
  };
  const dock = <Button isBlock icon={SquarePen} isBusy={isBusy} disabledReason={picked.length === 0 ? t('PickSomebody') : undefined} onClick={() => run(create)}>{t('NewMessage')}</Button>;
  return (
    <Sheet title={t('NewMessage')} onClose={navigation.close} dock={dock}>
      <Stack $gap={12}>
        {picked.length === 0 && <Small $tone="quiet">{text('WhomToWrite')}</Small>}
        <ChatPartners picked={picked} onChange={setPicked} />
      </Stack>
    </Sheet>
  );
};

export default defineScreen(NewChat);
