import { MAX_OTHERS } from '@mahlzeit/contract/rules';
import { ContactPicker } from '../people/contact-picker';
import type { PeopleSet, PickedKeys } from '../people/contact-picker';
import { useTexts } from './chat-texts';

interface ChatPartnersProps {
  readonly picked: PickedKeys;
  readonly onChange: (picked: PickedKeys) => void;
  /** Chats whose people can be chosen at once. */
  readonly chats?: readonly PeopleSet[];
}

/**
 * Chooses whom to write to: as many as a chat holds, one by one or a group at once. Who has no contacts is led to them.
 */
export const ChatPartners = ({ picked, onChange, chats }: ChatPartnersProps) => {
  const t = useTexts();
  return (
    <ContactPicker
      picked={picked}
      onChange={onChange}
      max={MAX_OTHERS}
      maxWarning={{ title: t('ChatIsFull', { max: MAX_OTHERS }), text: t('ChatIsFullText') }}
      takesUninvitable={false}
      allRefused={{ title: t('AllUsersInvited'), text: t('AllUsersInvitedText') }}
      hasGroups
      chats={chats}
      empty={{ title: t('NobodyToWriteTitle'), text: t('NobodyToWriteText') }}
    />
  );
};
