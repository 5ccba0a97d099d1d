import { addContacts, blockUsers, connectUsers, deleteContactGroup, importContacts, patchMe, putContactGroup, removeContacts, unblockUsers } from '@mahlzeit/contract';
import type { BlockedUser, Contact, ContactGroup, Result } from '@mahlzeit/contract';
import { connectionCodeOf } from '@mahlzeit/contract/rules';
import { errorText, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi } from '@mahlzeit/shared-ui/platform';
import { text, useTexts } from '../social-texts';
import { liveBlockedUsers, liveContacts } from './contacts';

type Shell = Pick<ShellApi, 'apiClient' | 'store' | 'session' | 'snackbar' | 'track'>;

/** The texts that tell how something went. */
interface OutcomeTexts {
  readonly success: string;
  readonly failure: string;
  /** Where a list may have no room left. */
  readonly full?: string;
  /** Where a block stands between. */
  readonly refused?: string;
}

/** Another try fails again where somebody was slowed down, a list is full or a block stands between: they are told so. */
const failureText = (error: ApiError, { failure, full = failure, refused = failure }: OutcomeTexts): string => {
  switch (error.code) {
    case 'ErrorTooManyAttempts': return errorText(error);
    case 'listFull': return full;
    case 'uninvitable': return refused;
    default: return failure;
  }
};

const report = <Value>({ snackbar }: Shell, answer: Result<Value, ApiError>, texts: OutcomeTexts): boolean => {
  snackbar(answer.ok ? { tone: 'success', text: texts.success } : { tone: 'error', text: failureText(answer.error, texts) });
  return answer.ok;
};

const applyContacts = ({ store }: Shell, contacts: readonly Contact[]): void => {
  const holder = liveContacts.of(store);
  for (const contact of contacts) holder.apply(contact.key, contact);
};

/** A favourite changes at once, and back where the gateway refuses it. */
const setFavorite = async (shell: Shell, contact: Contact, isFavorite: boolean): Promise<boolean> => {
  const { apiClient, store, session } = shell;
  const holder = liveContacts.of(store);
  holder.apply(contact.key, { ...contact, isFavorite });
  const answer = await apiClient.call(patchMe, { body: { favorites: isFavorite ? { add: [contact.key] } : { remove: [contact.key] } } });
  if (answer.ok) session.applyUser(answer.value);
  else holder.apply(contact.key, { ...(holder.get().items.find(({ key }) => key === contact.key) ?? contact), isFavorite: !isFavorite });
  return report(shell, answer, { success: text(isFavorite ? 'SuccessFavoriteSet' : 'SuccessFavoriteUnset'), failure: text('ErrorFavoriteNotSet') });
};

/** Shows at once that somebody is being unblocked, and takes it back where that fails. */
const unblock = async (shell: Shell, user: BlockedUser, addAsContacts: boolean): Promise<boolean> => {
  const { apiClient, store, track } = shell;
  const holder = liveBlockedUsers.of(store);
  holder.apply(user.key, { ...user, pending: true });
  const answer = await track(apiClient.call(unblockUsers, { body: { users: [user.key], addAsContacts } }));
  if (!answer.ok) holder.apply(user.key, { ...user, pending: false });
  return report(shell, answer, { success: text('SuccessUnblockUser', { name: user.name }), failure: text('ErrorUnblockUser') });
};

/** What is wrong with a code, where the gateway has said so. */
const connectionError = ({ code }: ApiError): string => {
  if (code === 'connectionCodeUnknown' || code === 'notFound') return text('ErrorConnectionCodeUnknown');
  return text(code === 'uninvitable' ? 'ErrorConnectionRefused' : 'ErrorContactsNotAdded');
};

/** Connects the reader with whoever has the code, both sides; answers whether that went well. One's own code connects nobody. */
export const connectByCode = async (shell: Shell, typed: string): Promise<boolean> => {
  const { apiClient, session, snackbar, track } = shell;
  const code = connectionCodeOf(typed);
  const view = session.get();
  if (view.status === 'known' && view.account.connectionCode !== null && connectionCodeOf(view.account.connectionCode) === code) {
    snackbar({ tone: 'error', text: text('OwnConnectionCode') });
    return false;
  }
  const answer = await track(apiClient.call(connectUsers, { body: { code } }));
  if (!answer.ok) return report(shell, answer, { success: '', failure: connectionError(answer.error), full: text('ErrorConnectionListFull') });
  applyContacts(shell, answer.value.contacts);
  const names = answer.value.contacts.map(({ name }) => name);
  return report(shell, answer, { success: names.length === 0 ? text('SuccessContactsAdded', { count: 1 }) : text('SuccessConnected', { names: new Intl.ListFormat('de').format(names) }), failure: '' });
};

/** Group as it is stored. */
type StoredGroup = Pick<ContactGroup, 'key' | 'name' | 'isFavorite'> & { readonly members: readonly string[] };

/** Stores a group; the caller says how it went. */
export const storeGroup = ({ apiClient, track }: Shell, { key, name, isFavorite, members }: StoredGroup): Promise<Result<ContactGroup, ApiError>> =>
  track(apiClient.call(putContactGroup, { params: { key }, body: { name, isFavorite, contacts: [...members] } }));

/** What can be done with people and groups. Each tells by itself how it went, and answers whether it went well. */
export const useContactActions = () => {
  const t = useTexts();
  const shell = useShell();
  const { apiClient, track } = shell;
  return {
    setFavorite: (contact: Contact, isFavorite: boolean) => setFavorite(shell, contact, isFavorite),
    async setGroupFavorite(group: ContactGroup, isFavorite: boolean) {
      const answer = await storeGroup(shell, { ...group, isFavorite });
      return report(shell, answer, { success: t(isFavorite ? 'SuccessGroupFavoriteSet' : 'SuccessGroupFavoriteUnset'), failure: t('ErrorFavoriteNotSet') });
    },
    async add(keys: readonly string[]) {
      const answer = await track(apiClient.call(addContacts, { body: { contacts: [...keys] } }));
      if (answer.ok) applyContacts(shell, answer.value.contacts);
      return report(shell, answer, { success: t('SuccessContactsAdded', { count: keys.length }), failure: t('ErrorContactsNotAdded'), full: t('ErrorContactListFull'), refused: t('ErrorContactsRefused', { count: keys.length }) });
    },
    async remove({ key, name }: Pick<Contact, 'key' | 'name'>) {
      const answer = await track(apiClient.call(removeContacts, { body: { contacts: [key] } }));
      return report(shell, answer, { success: t('SuccessContactsRemoved', { name }), failure: t('ErrorContactsNotRemoved') });
    },
    async removeGroup({ key, name }: Pick<ContactGroup, 'key' | 'name'>) {
      const answer = await track(apiClient.call(deleteContactGroup, { params: { key } }));
      return report(shell, answer, { success: t('SuccessGroupRemoved', { name }), failure: t('ErrorGroupNotRemoved') });
    },
    async block({ key, name }: Pick<Contact, 'key' | 'name'>) {
      const answer = await track(apiClient.call(blockUsers, { body: { users: [key] } }));
      return report(shell, answer, { success: t('SuccessBlockedUserSet', { name }), failure: t('ErrorBlockedUserNotSet'), full: t('ErrorBlockedListFull') });
    },
    async blockAll(keys: readonly string[]) {
      const answer = await track(apiClient.call(blockUsers, { body: { users: [...keys] } }));
      return report(shell, answer, { success: t('SuccessBlockedUsersAdded', { count: keys.length }), failure: t('ErrorBlockedUsersNotAdded'), full: t('ErrorBlockedListFull') });
    },
    unblock: (user: BlockedUser, addAsContacts: boolean) => unblock(shell, user, addAsContacts),
    connect: (code: string) => connectByCode(shell, code),
    async importAddresses(emails: readonly string[]) {
      const answer = await track(apiClient.call(importContacts, { body: { emails: [...emails] } }));
      if (!answer.ok) return report(shell, answer, { success: '', failure: t('ErrorContactsNotAdded') });
      if (answer.value.added === 0) shell.snackbar({ text: t('NobodyImported') });
      else report(shell, answer, { success: t('SuccessContactsAdded', { count: answer.value.added }), failure: '' });
      return answer.value.added > 0;
    },
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
  const { block } = useContactActions();
  const mayAct = useVerifiedOnly();
  const isWanted = async (title: string, refusal: string): Promise<boolean> =>
    (await alert({ title, text: t('BlockConsequences'), actions: [{ id: 'cancel', label: refusal, tone: 'safe' }, { id: 'block', label: t('Block'), tone: 'danger' }] })) === 'block';
  return {
    /** Asks and does it; who lacks a verified address is led there first. */
    async block(person: Pick<Contact, 'key' | 'name'>): Promise<void> {
      if ((await mayAct()) && (await isWanted(t('BlockTitle', { name: person.name }), t('Cancel')))) await block(person);
    },
    /** Reporting offers to block; only who wants to is led to what that needs. */
    async offer(person: Pick<Contact, 'key' | 'name'>): Promise<void> {
      if ((await isWanted(t('BlockToo', { name: person.name }), t('NotNow'))) && (await mayAct())) await block(person);
    },
  };
};
