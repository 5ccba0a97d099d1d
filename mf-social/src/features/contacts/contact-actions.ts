import { connectUsers, deleteContactGroup, importContacts, putContactGroup, UserChanges } from '@mahlzeit/contract';
import type { Contact, ContactGroup, Result } from '@mahlzeit/contract';
import { connectionCodeOf } from '@mahlzeit/contract/rules';
import { useShell, useWaitingWrites } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi } from '@mahlzeit/shared-ui/platform';
import { text, useTexts } from '../../social-texts';
import { applyContactsToStore, liveContacts } from './contact-collections';
import { showResultSnackbar } from '../result-snackbar';

type ContactShell = Pick<ShellApi, 'apiClient' | 'store' | 'session' | 'snackbar' | 'track'>;

const aboutFavoriteOf = ({ key }: Pick<Contact, 'key'>): string => `favourite/${key}`;

/** Returns whether a contact is to become a favourite by a change that waits for the network; null without one. */
export const useWaitingFavorite = (contact: Pick<Contact, 'key'>): boolean | null => {
  const about = aboutFavoriteOf(contact);
  const write = useWaitingWrites().find((candidate) => candidate.about === about && candidate.status !== 'refused');
  const changes = UserChanges.safeParse(write?.input.body);
  return changes.success && write !== undefined ? changes.data.favorites?.add.includes(contact.key) === true : null;
};

/**
 * Adds a contact to the user's favourites, or removes the contact from them. The change is visible at once, and is
 * undone when the request fails.
 */
const setContactFavorite = async (
  shell: Pick<ShellApi, 'store' | 'snackbar' | 'waitingWrites'>,
  contact: Contact,
  isFavorite: boolean,
): Promise<boolean> => {
  const { store, snackbar, waitingWrites } = shell;
  const undoFavorite = liveContacts.of(store).apply(contact.key, { ...contact, isFavorite });
  const favoriteAnswer = await waitingWrites.send(
    'patchMe',
    { body: { favorites: isFavorite ? { add: [contact.key] } : { remove: [contact.key] } } },
    { about: aboutFavoriteOf(contact), title: text('FavoriteWrite', { name: contact.name }) },
  );
  if (favoriteAnswer === 'waiting') {
    undoFavorite();
    snackbar({ text: text('FavoriteWaits') });
    return true;
  }
  if (!favoriteAnswer.ok) undoFavorite();
  return showResultSnackbar(shell, favoriteAnswer, {
    success: text(isFavorite ? 'SuccessFavoriteSet' : 'SuccessFavoriteUnset'),
    failure: text('ErrorFavoriteNotSet'),
  });
};

/** Returns the error text for a connection code that the gateway refused. */
const connectErrorText = ({ code }: ApiError): string => {
  if (code === 'connectionCodeUnknown' || code === 'notFound') return text('ErrorConnectionCodeUnknown');
  return text(code === 'uninvitable' ? 'ErrorConnectionRefused' : 'ErrorContactsNotAdded');
};

/**
 * Makes the user and the owner of a connection code contacts of each other. Returns whether it succeeded. The user's
 * own code is refused without a request.
 */
export const connectByCode = async (shell: ContactShell, typedCode: string): Promise<boolean> => {
  const { apiClient, session, snackbar, track } = shell;
  const normalizedCode = connectionCodeOf(typedCode);
  const sessionView = session.get();
  if (
    sessionView.status === 'known' &&
    sessionView.account.connectionCode !== null &&
    connectionCodeOf(sessionView.account.connectionCode) === normalizedCode
  ) {
    snackbar({ tone: 'error', text: text('OwnConnectionCode') });
    return false;
  }
  const connectAnswer = await track(apiClient.call(connectUsers, { body: { code: normalizedCode } }));
  if (!connectAnswer.ok)
    return showResultSnackbar(shell, connectAnswer, {
      success: '',
      failure: connectErrorText(connectAnswer.error),
      listFullText: text('ErrorConnectionListFull'),
    });
  applyContactsToStore(shell, connectAnswer.value.contacts);
  const addedContactNames = connectAnswer.value.contacts.map(({ name }) => name);
  return showResultSnackbar(shell, connectAnswer, {
    success:
      addedContactNames.length === 0
        ? text('SuccessContactsAdded', { count: 1 })
        : text('SuccessConnected', { names: new Intl.ListFormat('de').format(addedContactNames) }),
    failure: '',
  });
};

/** Fields of a group that the request sends. */
type StoredGroup = Pick<ContactGroup, 'key' | 'name' | 'isFavorite'> & { readonly members: readonly string[] };

/** Stores a group in the gateway. The caller must show the result. */
export const storeGroup = (
  { apiClient, track }: ContactShell,
  { key, name, isFavorite, members }: StoredGroup,
): Promise<Result<ContactGroup, ApiError>> =>
  track(apiClient.call(putContactGroup, { params: { key }, body: { name, isFavorite, contacts: [...members] } }));

/**
 * Returns the actions on contacts and groups. Each action shows its result in a snackbar and returns whether it
 * succeeded.
 */
export const useContactActions = () => {
  const t = useTexts();
  const shell = useShell();
  const { apiClient, track } = shell;
  return {
    setFavorite: (contact: Contact, isFavorite: boolean) => setContactFavorite(shell, contact, isFavorite),
    async setGroupFavorite(group: ContactGroup, isFavorite: boolean) {
      const storeAnswer = await storeGroup(shell, { ...group, isFavorite });
      return showResultSnackbar(shell, storeAnswer, {
        success: t(isFavorite ? 'SuccessGroupFavoriteSet' : 'SuccessGroupFavoriteUnset'),
        failure: t('ErrorFavoriteNotSet'),
      });
    },
    async removeGroup({ key, name }: Pick<ContactGroup, 'key' | 'name'>) {
      const deleteAnswer = await track(apiClient.call(deleteContactGroup, { params: { key } }));
      return showResultSnackbar(shell, deleteAnswer, {
        success: t('SuccessGroupRemoved', { name }),
        failure: t('ErrorGroupNotRemoved'),
      });
    },
    connect: (typedCode: string) => connectByCode(shell, typedCode),
    async importAddresses(emails: readonly string[]) {
      const importAnswer = await track(apiClient.call(importContacts, { body: { emails: [...emails] } }));
      if (!importAnswer.ok)
        return showResultSnackbar(shell, importAnswer, { success: '', failure: t('ErrorContactsNotAdded') });
      if (importAnswer.value.added === 0) shell.snackbar({ text: t('NobodyImported') });
      else
        showResultSnackbar(shell, importAnswer, {
          success: t('SuccessContactsAdded', { count: importAnswer.value.added }),
          failure: '',
        });
      return importAnswer.value.added > 0;
    },
  };
};
