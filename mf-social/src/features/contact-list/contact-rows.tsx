import type { Contact, ContactGroup } from '@mahlzeit/contract';
import { DELETED_PERSON, GROUP_MIN_MEMBERS } from '@mahlzeit/contract/rules';
import { Button, Icon, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { Avatar, Mosaic } from '@mahlzeit/shared-ui/ui/dialog';
import { PersonRow } from '@mahlzeit/shared-ui/ui/people';
import { EllipsisVertical, Heart } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../social-texts';
import { invitableMembers, membersOf, useWaitingFavorite } from '../contacts';

interface FavoriteMarkProps {
  /**
   * Label of the heart on an avatar, „Lieblingskontakt“ (favourite contact); null for a contact that isn't a favourite.
   */
  readonly label: string | null;
  /** Avatar of the contact, on which the heart lies. */
  readonly children: ReactNode;
}

/** Shows a heart on the avatar of a favourite contact. */
const FavoriteMark = ({ label, children }: FavoriteMarkProps) => (
  <AvatarFrame>
    {children}
    {label !== null && (
      <>
        <HeartDisc aria-hidden="true">
          <Icon source={Heart} size={11} isFilled />
        </HeartDisc>
        <VisuallyHidden>{label}</VisuallyHidden>
      </>
    )}
  </AvatarFrame>
);

const AvatarFrame = styled.span`
  display: grid;
  flex: none;
  position: relative;
`;

const HeartDisc = styled.span`
  position: absolute;
  right: -4px;
  bottom: -2px;
  display: grid;
  place-items: center;
  width: 20px;
  height: 20px;
  border-radius: 50%;
  background: ${tokens.color.plum};
  color: ${tokens.color.onPlum};
  box-shadow: 0 0 0 2px ${tokens.color.bg};
`;

/** Icon at the end of a row that opens a sheet with actions. */
const MoreActionsIcon = () => (
  <MutedIcon>
    <Icon source={EllipsisVertical} size={20} />
  </MutedIcon>
);

const MutedIcon = styled.span`
  display: grid;
  padding: 0 4px;
  color: ${tokens.color.ink2};
`;

/** Button at the end of a row that starts an invitation for the contact or the group. */
const InviteButton = ({ name: inviteeName, onInvite }: { readonly name: string; readonly onInvite: () => void }) => {
  const t = useTexts();
  return (
    <Button variant="tint" size="small" aria-label={t('InvitePerson', { name: inviteeName })} onClick={onInvite}>
      {t('Invite')}
    </Button>
  );
};

interface ContactRowProps {
  readonly contact: Contact;
  readonly onOpen: () => void;
  readonly onInvite: () => void;
}

/**
 * Row for one contact, with a button that invites this contact. Contacts who can't be invited get a label that says so
 * (S2§6).
 */
export const ContactRow = ({ contact, onOpen, onInvite }: ContactRowProps) => {
  const t = useTexts();
  const { name, photoURL, isFavorite, status, uninvitable } = contact;
  const waitingFavorite = useWaitingFavorite(contact);
  const isDeleted = status === 'deleted';
  const displayName = isDeleted ? DELETED_PERSON : name;
  const uninvitableText = !isDeleted && uninvitable ? t('UninvitableUser') : undefined;
  return (
    <PersonRow
      leading={
        <FavoriteMark label={(waitingFavorite ?? isFavorite) ? t('FavoriteContact') : null}>
          <Avatar name={displayName} pictureUrl={isDeleted ? null : photoURL} size="list" />
        </FavoriteMark>
      }
      title={displayName}
      text={waitingFavorite === null ? uninvitableText : t('FavoriteWaiting')}
      trailing={isDeleted || uninvitable ? <MoreActionsIcon /> : <InviteButton name={name} onInvite={onInvite} />}
      onClick={onOpen}
    />
  );
};

/**
 * Maximum number of names in the line about a group. If the group has more members, the number of further members
 * replaces the last name.
 */
const MAX_SHOWN_MEMBER_NAMES = 3;

const nameListFormat = new Intl.ListFormat('de');

interface GroupRowProps {
  readonly group: ContactGroup;
  /** All contacts of the current user, from which the members of the group are taken. */
  readonly contacts: readonly Contact[];
  readonly onOpen: () => void;
  readonly onInvite: (people: readonly Contact[]) => void;
}

/** Row for one group, with its members and a button that invites all members who can be invited. */
export const GroupRow = ({ group, contacts, onOpen, onInvite }: GroupRowProps) => {
  const t = useTexts();
  const invitableContacts = invitableMembers(group, contacts);
  const groupMembers = membersOf(group, contacts).map(({ key, name, photoURL }) => ({
    key,
    name: name ?? DELETED_PERSON,
    pictureUrl: photoURL,
  }));
  const activeNames = membersOf(group, contacts).flatMap(({ name }) => name ?? []);
  const listedNames = groupMembers
    .slice(0, groupMembers.length > MAX_SHOWN_MEMBER_NAMES ? MAX_SHOWN_MEMBER_NAMES - 1 : MAX_SHOWN_MEMBER_NAMES)
    .map(({ name }) => name);
  const unlistedCount = groupMembers.length - listedNames.length;
  return (
    <PersonRow
      leading={
        <FavoriteMark label={group.isFavorite ? t('FavoriteGroup') : null}>
          <Mosaic mosaicPeople={groupMembers} />
        </FavoriteMark>
      }
      title={group.name}
      text={
        activeNames.length < GROUP_MIN_MEMBERS
          ? t('ShrunkGroupMembers', { count: activeNames.length, name: activeNames.join('') })
          : nameListFormat.format(
              unlistedCount > 0 ? [...listedNames, t('MorePeople', { count: unlistedCount })] : listedNames,
            )
      }
      trailing={
        invitableContacts.length === 0 ? (
          <MoreActionsIcon />
        ) : (
          <InviteButton name={group.name} onInvite={() => onInvite(invitableContacts)} />
        )
      }
      onClick={onOpen}
    />
  );
};
