import { addContacts, blockUsers, unblockUsers } from '@mahlzeit/contract';
import type { BlockedUser, Contact } from '@mahlzeit/contract';
import { defineTexts, useShell } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { applyContacts, liveBlockedUsers } from '../contacts/contact-collections';
import { showOutcome } from '../result-snackbar';
import de from './locales/de.json';

/** German texts of what can be done with somebody. */
export const { useTexts, text } = defineTexts('person', de);

type Shell = Pick<ShellApi, 'apiClient' | 'store' | 'snackbar' | 'track'>;

/** Shows at once that somebody is being unblocked, and takes it back where that fails. */
const unblock = async (shell: Shell, user: BlockedUser, addAsContacts: boolean): Promise<boolean> => {
  const { apiClient, store, track } = shell;
  const holder = liveBlockedUsers.of(store);
  holder.apply(user.key, { ...user, pending: true });
  const answer = await track(apiClient.call(unblockUsers, { body: { users: [user.key], addAsContacts } }));
  if (!answer.ok) holder.apply(user.key, { ...user, pending: false });
  return showOutcome(shell, answer, {
    success: text('SuccessUnblockUser', { name: user.name }),
    failure: text('ErrorUnblockUser'),
  });
};

/**
 * What can be done with anybody, contact or not. Each tells by itself how it went, and answers whether it went well.
 */
export const usePersonActions = () => {
  const t = useTexts();
  const shell = useShell();
  const { apiClient, track } = shell;
  return {
    async add(keys: readonly string[]) {
      const answer = await track(apiClient.call(addContacts, { body: { contacts: [...keys] } }));
      if (answer.ok) applyContacts(shell, answer.value.contacts);
      return showOutcome(shell, answer, {
        success: t('SuccessContactsAdded', { count: keys.length }),
        failure: t('ErrorContactsNotAdded'),
        full: t('ErrorContactListFull'),
        refused: t('ErrorContactsRefused', { count: keys.length }),
      });
    },
    async block({ key, name }: Pick<Contact, 'key' | 'name'>) {
      const answer = await track(apiClient.call(blockUsers, { body: { users: [key] } }));
      return showOutcome(shell, answer, {
        success: t('SuccessBlockedUserSet', { name }),
        failure: t('ErrorBlockedUserNotSet'),
        full: t('ErrorBlockedListFull'),
      });
    },
    async blockAll(keys: readonly string[]) {
      const answer = await track(apiClient.call(blockUsers, { body: { users: [...keys] } }));
      return showOutcome(shell, answer, {
        success: t('SuccessBlockedUsersAdded', { count: keys.length }),
        failure: t('ErrorBlockedUsersNotAdded'),
        full: t('ErrorBlockedListFull'),
      });
    },
    unblock: (user: BlockedUser, addAsContacts: boolean) => unblock(shell, user, addAsContacts),
  };
};

/** Whether the reader may do what needs a verified address; who may not is led there. */
export const useVerifiedOnly = (): (() => Promise<boolean>) => {
  const t = useTexts();
  const { remotes, session, snackbar } = useShell();
  return async () => {
    const view = session.get();
    if (view.status === 'known' && view.account.verified) return true;
    const outcome = await remotes.runCommand('account/callToAction', { reason: 'other' });
    if (!outcome.ok) snackbar({ tone: 'error', text: t('ErrorUnknown') });
    return outcome.ok && outcome.value.mayGoOn;
  };
};

/** Blocks somebody once they have said so. */
export const useBlocking = () => {
  const t = useTexts();
  const { alert } = useShell();
  const { block } = usePersonActions();
  const mayAct = useVerifiedOnly();
  const isWanted = async (title: string, refusal: string): Promise<boolean> =>
    (await alert({
      title,
      text: t('BlockConsequences'),
      actions: [
        { id: 'cancel', label: refusal, tone: 'safe' },
        { id: 'block', label: t('Block'), tone: 'danger' },
      ],
    })) === 'block';
  return {
    /** Asks and does it; who lacks a verified address is led there first. */
    async block(person: Pick<Contact, 'key' | 'name'>): Promise<void> {
      if ((await mayAct()) && (await isWanted(t('BlockTitle', { name: person.name }), t('Cancel'))))
        await block(person);
    },
    /** Reporting offers to block; only who wants to is led to what that needs. */
    async offer(person: Pick<Contact, 'key' | 'name'>): Promise<void> {
      if ((await isWanted(t('BlockToo', { name: person.name }), t('NotNow'))) && (await mayAct())) await block(person);
    },
  };
};
