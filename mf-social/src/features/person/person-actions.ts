import { addContacts, blockUsers, unblockUsers } from '@mahlzeit/contract';
import type { BlockedUser, Contact } from '@mahlzeit/contract';
import { defineTexts, useShell } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { applyContactsToStore, liveBlockedUsers } from '../contacts';
import { showResultSnackbar } from '../result-snackbar';
import de from './locales/de.json';

/** German texts about actions on another person: `useTexts` for components, `text` for other code. */
export const { useTexts, text } = defineTexts('person', de);

type PersonShell = Pick<ShellApi, 'apiClient' | 'store' | 'snackbar' | 'track'>;

/**
 * Unblocks a user. The list of blocked users marks the user as pending at once; the mark is removed if the request
 * fails.
 */
const unblockUser = async (shell: PersonShell, user: BlockedUser, addAsContacts: boolean): Promise<boolean> => {
  const { apiClient, store, track } = shell;
  const undoPending = liveBlockedUsers.of(store).apply(user.key, { ...user, pending: true });
  const unblockAnswer = await track(apiClient.call(unblockUsers, { body: { users: [user.key], addAsContacts } }));
  if (!unblockAnswer.ok) undoPending();
  return showResultSnackbar(shell, unblockAnswer, {
    success: text('SuccessUnblockUser', { name: user.name }),
    failure: text('ErrorUnblockUser'),
  });
};

/**
 * Returns the actions on another person, who may be a contact or not. Each action shows its result in a snackbar and
 * returns whether it succeeded.
 */
export const usePersonActions = () => {
  const t = useTexts();
  const shell = useShell();
  const { apiClient, track } = shell;
  return {
    async add(contactKeys: readonly string[]) {
      const addAnswer = await track(apiClient.call(addContacts, { body: { contacts: [...contactKeys] } }));
      if (addAnswer.ok) applyContactsToStore(shell, addAnswer.value.contacts);
      return showResultSnackbar(shell, addAnswer, {
        success: t('SuccessContactsAdded', { count: contactKeys.length }),
        failure: t('ErrorContactsNotAdded'),
        listFullText: t('ErrorContactListFull'),
        refusedText: t('ErrorContactsRefused', { count: contactKeys.length }),
        tooManyText: t('ErrorTooManyContacts'),
      });
    },
    async block({ key, name }: Pick<Contact, 'key' | 'name'>) {
      const blockAnswer = await track(apiClient.call(blockUsers, { body: { users: [key] } }));
      return showResultSnackbar(shell, blockAnswer, {
        success: t('SuccessBlockedUserSet', { name }),
        failure: t('ErrorBlockedUserNotSet'),
        listFullText: t('ErrorBlockedListFull'),
      });
    },
    async blockAll(userKeys: readonly string[]) {
      const blockAnswer = await track(apiClient.call(blockUsers, { body: { users: [...userKeys] } }));
      return showResultSnackbar(shell, blockAnswer, {
        success: t('SuccessBlockedUsersAdded', { count: userKeys.length }),
        failure: t('ErrorBlockedUsersNotAdded'),
        listFullText: t('ErrorBlockedListFull'),
      });
    },
    unblock: (user: BlockedUser, addAsContacts: boolean) => unblockUser(shell, user, addAsContacts),
  };
};

/**
 * Returns a function that tells whether the user has a verified e-mail address and is allowed to act. Users without one
 * are asked to verify it first.
 */
export const useEnsureVerified = (): (() => Promise<boolean>) => {
  const t = useTexts();
  const { remotes, session, snackbar } = useShell();
  return async () => {
    const sessionView = session.get();
    if (sessionView.status === 'known' && sessionView.account.verified) return true;
    const callToActionOutcome = await remotes.runCommand('account/callToAction', { reason: 'other' });
    if (!callToActionOutcome.ok) snackbar({ tone: 'error', text: t('ErrorUnknown') });
    return callToActionOutcome.ok && callToActionOutcome.value.mayGoOn;
  };
};

/** Returns the functions that block a person after a confirmation dialog. */
export const useBlockPerson = () => {
  const t = useTexts();
  const { alert } = useShell();
  const { block } = usePersonActions();
  const ensureVerified = useEnsureVerified();
  const confirmBlock = async (title: string, refusalLabel: string): Promise<boolean> =>
    (await alert({
      title,
      text: t('BlockConsequences'),
      actions: [
        { id: 'cancel', label: refusalLabel, tone: 'safe' },
        { id: 'block', label: t('Block'), tone: 'danger' },
      ],
    })) === 'block';
  return {
    /**
     * Asks for a confirmation, and then blocks the person. A user without a verified e-mail address is asked to verify
     * it first.
     */
    async block(person: Pick<Contact, 'key' | 'name'>): Promise<void> {
      if ((await ensureVerified()) && (await confirmBlock(t('BlockTitle', { name: person.name }), t('Cancel'))))
        await block(person);
    },
    /** Offers to block a person after a report. Only a user who agrees is asked to verify the e-mail address. */
    async offer(person: Pick<Contact, 'key' | 'name'>): Promise<void> {
      if ((await confirmBlock(t('BlockToo', { name: person.name }), t('NotNow'))) && (await ensureVerified()))
        await block(person);
    },
  };
};
