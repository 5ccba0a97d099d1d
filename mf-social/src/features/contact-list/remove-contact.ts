import { addContacts, removeContacts } from '@mahlzeit/contract';
import type { Contact, ContactGroup, Result } from '@mahlzeit/contract';
import { isGroupTooSmall } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi } from '@mahlzeit/shared-ui/platform';
import { text } from '../../social-texts';
import { applyContactsToStore, liveContactGroups, liveContacts, membersOf, storeGroup } from '../contacts';
import { showResultSnackbar } from '../result-snackbar';

/**
 * Maximum number of group names in the confirmation dialog. If there are more groups, their number replaces the last
 * name.
 */
const MAX_NAMED_GROUPS = 3;

const nameListFormat = new Intl.ListFormat('de');

const groupNamesText = (groups: readonly ContactGroup[]): string => {
  const namedGroups = groups.slice(0, groups.length > MAX_NAMED_GROUPS ? MAX_NAMED_GROUPS - 1 : MAX_NAMED_GROUPS);
  const groupNames = namedGroups.map(({ name }) => text('GroupInQuotes', { name }));
  const unnamedCount = groups.length - namedGroups.length;
  return nameListFormat.format(
    unnamedCount > 0 ? [...groupNames, text('MorePeople', { count: unnamedCount })] : groupNames,
  );
};

/**
 * Returns the groups that would have too few members after the removal of a contact. Groups that are too small already
 * are left out.
 */
const groupsBecomingSmall = (
  contactKey: string,
  groups: readonly ContactGroup[],
  contacts: readonly Contact[],
): readonly ContactGroup[] =>
  groups.filter((group) => {
    const members = membersOf(group, contacts).flatMap(({ key, name }) => (name === null ? [] : [key]));
    const remainingMembers = members.filter((member) => member !== contactKey);
    return !isGroupTooSmall(members, null) && isGroupTooSmall(remainingMembers, null);
  });

/** Contact that the user wants to remove, with the user's groups that contain this contact. */
interface ContactRemoval {
  readonly contact: Contact;
  /** Name of the contact as texts show it; a label for a deleted account. */
  readonly name: string;
  readonly groups: readonly ContactGroup[];
  /** Whether the removal can be undone, because the gateway would accept the contact again. */
  readonly canBeUndone: boolean;
}

/** Asks the user to confirm the removal of a contact. The dialog names the groups that lose this contact. */
const confirmRemoval = async (
  { alert, store }: Pick<ShellApi, 'alert' | 'store'>,
  { contact, name, groups, canBeUndone }: ContactRemoval,
): Promise<boolean> => {
  const smallGroups = groupsBecomingSmall(contact.key, groups, liveContacts.of(store).get().items);
  const sentences = [
    ...(groups.length === 0
      ? []
      : [text('RemoveContactFromGroups', { name, count: groups.length, groups: groupNamesText(groups) })]),
    ...(smallGroups.length === 0
      ? []
      : [text('GroupsBecomeSmall', { count: smallGroups.length, groups: groupNamesText(smallGroups) })]),
    ...(contact.status === 'deleted' ? [] : [text('RemoveContactIsQuiet', { name })]),
    ...(canBeUndone ? [] : [text('RemoveContactIsFinal')]),
  ];
  const chosenAction = await alert({
    title: text('RemoveContactTitle', { name }),
    text: sentences.join(' '),
    actions: [
      { id: 'cancel', label: text('Cancel'), tone: 'safe' },
      { id: 'remove', label: text('Remove'), tone: 'danger' },
    ],
  });
  return chosenAction === 'remove';
};

/** Returns the members of a group after a removed member is added again. Changes that were made meanwhile stay. */
const membersWith = (contactKey: string, storedGroup: ContactGroup, currentGroup: ContactGroup): string[] => [
  ...storedGroup.members.filter((member) => member === contactKey || currentGroup.members.includes(member)),
  ...currentGroup.members.filter((member) => !storedGroup.members.includes(member)),
];

type RemovalShell = Pick<ShellApi, 'alert' | 'apiClient' | 'session' | 'snackbar' | 'store' | 'track'>;

/**
 * Undoes the removal of a contact: makes the person a contact again, and a member of the groups that still exist. Shows
 * the result.
 */
const undoRemoval = async (shell: RemovalShell, { contact, name, groups }: ContactRemoval): Promise<void> => {
  const { apiClient, store, track } = shell;
  const addAnswer = await track(apiClient.call(addContacts, { body: { contacts: [contact.key] } }));
  if (addAnswer.ok) applyContactsToStore(shell, addAnswer.value.contacts);
  const groupUpdateResults = [];
  for (const storedGroup of addAnswer.ok ? groups : []) {
    const currentGroup = liveContactGroups
      .of(store)
      .get()
      .items.find(({ key }) => key === storedGroup.key);
    if (currentGroup !== undefined)
      groupUpdateResults.push(
        await storeGroup(shell, { ...currentGroup, members: membersWith(contact.key, storedGroup, currentGroup) }),
      );
  }
  const result: Result<unknown, ApiError> = groupUpdateResults.find(({ ok }) => !ok) ?? addAnswer;
  showResultSnackbar(shell, result, {
    success: text('SuccessRemovalUndone', { name }),
    failure: text(addAnswer.ok ? 'ErrorGroupsNotRestored' : 'ErrorRemovalNotUndone', { name }),
  });
};

const isSessionVerified = ({ session }: Pick<ShellApi, 'session'>): boolean => {
  const sessionView = session.get();
  return sessionView.status === 'known' && sessionView.account.verified;
};

/**
 * Returns a function that removes a contact after a confirmation. A message offers to undo the removal, unless the
 * gateway would refuse to add the contact again: the account is deleted, one user blocks the other, or the user has no
 * verified e-mail address.
 */
export const useRemoveContact = (): ((contact: Contact, name: string) => Promise<void>) => {
  const shell = useShell();
  return async (contact, name) => {
    const removal: ContactRemoval = {
      contact,
      name,
      groups: liveContactGroups
        .of(shell.store)
        .get()
        .items.filter(({ members }) => members.includes(contact.key)),
      canBeUndone: contact.status !== 'deleted' && !contact.uninvitable && isSessionVerified(shell),
    };
    if (!(await confirmRemoval(shell, removal))) return;
    const removeAnswer = await shell.track(shell.apiClient.call(removeContacts, { body: { contacts: [contact.key] } }));
    showResultSnackbar(shell, removeAnswer, {
      success: text('SuccessContactsRemoved', { name }),
      successAction: removal.canBeUndone
        ? { label: text('Undo'), run: () => void undoRemoval(shell, removal) }
        : undefined,
      failure: text('ErrorContactsNotRemoved'),
    });
  };
};
