import type { Contact, ContactGroup } from '@mahlzeit/contract';
import { DELETED_PERSON } from '@mahlzeit/contract/rules';
import { useCollection, useShell } from '@mahlzeit/shared-ui/platform';
import { Avatar, Mosaic } from '@mahlzeit/shared-ui/ui/dialog';
import { ActionRow, ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { Ban, Heart, HeartOff, LockOpen, MessageCircle, Pencil, Trash2, UserMinus, Users } from 'lucide-react';
import { useTexts } from '../../social-texts';
import { useOpenChat } from '../chat';
import { liveBlockedUsers, membersOf, useContactActions, useWaitingFavorite } from '../contacts';
import { ReportRows, useBlockPerson, usePersonActions, useEnsureVerified } from '../person';
import type { ReportedPart } from '../person';
import { useRemoveContact } from './remove-contact';

interface ContactSheetProps {
  readonly contact: Contact;
  /**
   * Called after the sheet has closed, when the user wants to report the contact or a part of the contact's profile.
   */
  readonly onReport: (part: ReportedPart) => void;
  readonly onClose: () => void;
}

/** Sheet with the actions on a contact: favourite, message, block, report, remove. */
export const ContactSheet = ({ contact, onReport, onClose }: ContactSheetProps) => {
  const t = useTexts();
  const { setFavorite } = useContactActions();
  const removeContact = useRemoveContact();
  const { unblock } = usePersonActions();
  const ensureVerified = useEnsureVerified();
  const { block } = useBlockPerson();
  const openChat = useOpenChat();
  const blockedUser = useCollection(liveBlockedUsers).items.find(({ key }) => key === contact.key);
  const { photoURL, status, uninvitable } = contact;
  const isFavorite = useWaitingFavorite(contact) ?? contact.isFavorite;
  const isAccountDeleted = status === 'deleted';
  const displayedName = isAccountDeleted ? DELETED_PERSON : contact.name;
  const closeSheetAndRun = (action: () => unknown) => (): void => {
    // The sheet closes before the action starts. A dialog of this action then lies directly over the list and returns
    // the focus to the list.
    onClose();
    void action();
  };
  const unblockIfAllowed = async (): Promise<void> => {
    if (blockedUser !== undefined && (await ensureVerified())) await unblock(blockedUser, false);
  };
  return (
    <ActionSheet
      title={displayedName}
      text={isFavorite ? t('FavoriteContact') : undefined}
      emblem={<Avatar name={displayedName} pictureUrl={isAccountDeleted ? null : photoURL} size="large" />}
      onClose={onClose}
    >
      <div>
        {!isAccountDeleted && !uninvitable && (
          <ActionRow
            icon={MessageCircle}
            label={t('WriteMessage')}
            onClick={closeSheetAndRun(() => openChat(contact.key))}
          />
        )}
        {(isFavorite || !isAccountDeleted) && (
          <ActionRow
            icon={isFavorite ? HeartOff : Heart}
            label={t(isFavorite ? 'RemoveFavorite' : 'MakeFavorite')}
            onClick={closeSheetAndRun(() => setFavorite(contact, !isFavorite))}
          />
        )}
        <ActionRow
          icon={UserMinus}
          label={t('RemoveContact')}
          onClick={closeSheetAndRun(() => removeContact(contact, displayedName))}
        />
        {!isAccountDeleted && (
          <ReportRows pictureUrl={photoURL} onReport={(part) => closeSheetAndRun(() => onReport(part))()} />
        )}
        {!isAccountDeleted && blockedUser !== undefined && (
          <ActionRow icon={LockOpen} label={t('UnblockUser')} onClick={closeSheetAndRun(unblockIfAllowed)} />
        )}
        {!isAccountDeleted && blockedUser === undefined && (
          <ActionRow icon={Ban} label={t('Block')} isDanger onClick={closeSheetAndRun(() => block(contact))} />
        )}
      </div>
    </ActionSheet>
  );
};

interface GroupSheetProps {
  readonly group: ContactGroup;
  readonly contacts: readonly Contact[];
  readonly onClose: () => void;
}

/**
 * Sheet with the actions on a group of contacts, such as marking it as a favourite, and removing it after a
 * confirmation.
 */
export const GroupSheet = ({ group, contacts, onClose }: GroupSheetProps) => {
  const t = useTexts();
  const { navigation, alert } = useShell();
  const { setGroupFavorite, removeGroup } = useContactActions();
  const ensureVerified = useEnsureVerified();
  const groupMembers = membersOf(group, contacts).map(({ key, name, photoURL }) => ({
    key,
    name: name ?? DELETED_PERSON,
    pictureUrl: photoURL,
  }));
  const closeAndRun = (action: () => unknown) => (): void => {
    onClose();
    void action();
  };
  const toggleGroupFavorite = async (): Promise<void> => {
    if (await ensureVerified()) await setGroupFavorite(group, !group.isFavorite);
  };
  const confirmAndRemoveGroup = async (): Promise<void> => {
    if (!(await ensureVerified())) return;
    const alertAnswer = await alert({
      title: t('RemoveGroupTitle', { name: group.name }),
      text: t('RemoveGroupExplanation'),
      actions: [
        { id: 'cancel', label: t('Cancel'), tone: 'safe' },
        { id: 'remove', label: t('RemoveGroup'), tone: 'danger' },
      ],
    });
    if (alertAnswer === 'remove') await removeGroup(group);
  };
  return (
    <ActionSheet
      title={group.name}
      text={t('GroupMembers', { count: groupMembers.length })}
      emblem={<Mosaic mosaicPeople={groupMembers} />}
      onClose={onClose}
    >
      <div>
        <ActionRow
          icon={group.isFavorite ? HeartOff : Heart}
          label={t(group.isFavorite ? 'RemoveFavoriteGroup' : 'MakeFavoriteGroup')}
          onClick={closeAndRun(toggleGroupFavorite)}
        />
        <ActionRow
          icon={Pencil}
          label={t('EditGroupName')}
          onClick={closeAndRun(() => navigation.open('editgroupname', group.key))}
        />
        <ActionRow
          icon={Users}
          label={t('EditGroupMembers')}
          onClick={closeAndRun(() => navigation.open('editgroup', group.key))}
        />
        <ActionRow icon={Trash2} label={t('RemoveGroup')} isDanger onClick={closeAndRun(confirmAndRemoveGroup)} />
      </div>
    </ActionSheet>
  );
};
