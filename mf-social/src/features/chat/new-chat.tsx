import { createChat } from '@mahlzeit/contract';
import { MAX_OTHERS } from '@mahlzeit/contract/rules';
import { errorText, useReloadHold, useShell } from '@mahlzeit/shared-ui/platform';
import { Button, Small, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { SquarePen } from 'lucide-react';
import { useState } from 'react';
import { ContactPicker } from '../people-picker';
import type { PickedKeys } from '../people-picker';
import { useWork } from '../use-work';
import { useTexts } from './chat-texts';

interface ChatPartnersProps {
  readonly picked: PickedKeys;
  readonly onChange: (picked: PickedKeys) => void;
}

/** Chooses whom to write to: as many as a chat holds. Who has no contacts is led to them. */
export const ChatPartners = ({ picked, onChange }: ChatPartnersProps) => {
  const t = useTexts();
  return (
    <ContactPicker
      picked={picked}
      onChange={onChange}
      max={MAX_OTHERS}
      maxWarning={{ title: t('ChatIsFull', { max: MAX_OTHERS }), text: t('ChatIsFullText') }}
      takesUninvitable={false}
      empty={{ title: t('NobodyToWriteTitle'), text: t('NobodyToWriteText') }}
    />
  );
};

/** Begins a chat with the picked contacts, or goes on with the one that is there. It takes the place of this screen, so that Back leads to the inbox. */
export const NewChat = () => {
  const t = useTexts();
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
        {picked.length === 0 && <Small $tone="quiet">{t('WhomToWrite')}</Small>}
        <ChatPartners picked={picked} onChange={setPicked} />
      </Stack>
    </Sheet>
  );
};
