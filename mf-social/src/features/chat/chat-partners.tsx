import { MAX_OTHER_PEOPLE } from '@mahlzeit/contract/rules';
import { ContactPicker } from '../people';
import type { PickablePeopleSet, PickedKeys } from '../people';
import { useTexts } from './chat-texts';

interface ChatPartnersProps {
  readonly pickedKeys: PickedKeys;
  readonly onChange: (pickedKeys: PickedKeys) => void;
  /** Chats of the current user. One press on a chat chooses all its participants. */
  readonly chats?: readonly PickablePeopleSet[];
}

/**
 * Lets the user choose the participants of a chat, one by one or a whole group at once, up to the maximum size of a
 * chat. A user without contacts sees a link to a screen that adds contacts.
 */
export const ChatPartners = ({ pickedKeys, onChange, chats }: ChatPartnersProps) => {
  const t = useTexts();
  return (
    <ContactPicker
      picked={pickedKeys}
      onChange={onChange}
      max={MAX_OTHER_PEOPLE}
      maxWarning={{ title: t('ChatIsFull', { max: MAX_OTHER_PEOPLE }), text: t('ChatIsFullText') }}
      takesUninvitable={false}
      refusedText={t('UnwritableUser')}
      allRefused={{ title: t('AllUsersInvited'), text: t('AllUsersInvitedText') }}
      hasGroups
      chats={chats}
      empty={{ title: t('NobodyToWriteTitle'), text: t('NobodyToWriteText') }}
    />
  );
};
