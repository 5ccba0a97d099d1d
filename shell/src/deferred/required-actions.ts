import { globalTopic, LegalItem } from '@mahlzeit/contract';
import type { Account, User } from '@mahlzeit/contract';
import { accountOf, defineCollection } from '@mahlzeit/shared-ui/platform';
import type { ScreenAddress, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { Alerts } from '../messages/alerts';
import type { DialogModule } from '../loading/lazy-module';
import type { AddressLookup } from '../remotes/registry';
import type { Router } from '../router/router';
import type { CurrentUserWatch } from './me';
import { askPolicy, askRestore, askVerification } from './questions';
import type { Question } from './questions';

/**
 * Action that a member must take: restore the account, accept the policy, verify the e-mail address. The most urgent
 * action comes first.
 */
export type RequiredAction = 'restore' | 'policy' | 'verification';

/** State that decides what the user has to do next, such as verifying the e-mail address. */
export interface RequiredActionSituation {
  /** Data of the current member; null if nobody is logged in or the data isn't known yet. */
  readonly member: Pick<User, 'deleted' | 'policyVersion' | 'verificationCode' | 'email'> | null;
  /** Current version of the policy; null while unknown. */
  readonly policyVersion: number | null;
  readonly modal: ScreenAddress | null;
  /**
   * Whether the account was already marked as deleted when its data was first loaded. A user who deletes the account on
   * this page isn't asked to restore it.
   */
  readonly wasDeletedAtFirstLoad: boolean;
  /**
   * Whether the e-mail address was verified when the user's data was first loaded, or the user has already answered the
   * dialog about it.
   */
  readonly isVerificationSettled: boolean;
  readonly lookup: AddressLookup;
}

/** Returns whether the screen of a reserved name is open. Dialogs about required actions are hidden meanwhile. */
const isOpen = (name: 'privacy' | 'naming', { modal, lookup }: RequiredActionSituation): boolean => {
  const address = lookup.address(name);
  return (
    address !== null &&
    modal?.key === address.key &&
    address.params.every((param, paramIndex) => modal.params[paramIndex] === param)
  );
};

/**
 * Returns whether the member accepted an older version of the policy, or none. Version numbers are compared, because
 * the date of acceptance doesn't tell which version was accepted (A04).
 */
const hasOldPolicy = ({ member, policyVersion }: RequiredActionSituation): boolean =>
  member !== null && policyVersion !== null && (member.policyVersion ?? 0) < policyVersion;

/**
 * Returns the action that the member must take next; null for none. Called when the user's data is loaded, and when the
 * data, the policy or the screen changes (S1§4).
 */
export const requiredActionOf = (situation: RequiredActionSituation): RequiredAction | null => {
  const { member, wasDeletedAtFirstLoad, modal, isVerificationSettled, lookup } = situation;
  if (member === null) return null;
  if (member.deleted) return wasDeletedAtFirstLoad ? 'restore' : null;
  if (hasOldPolicy(situation)) return isOpen('privacy', situation) ? null : 'policy';
  const verificationAddress = lookup.address('verification');
  if (
    member.verificationCode ||
    isVerificationSettled ||
    verificationAddress === null ||
    modal?.key === verificationAddress.key ||
    isOpen('naming', situation)
  )
    return null;
  // Without an e-mail address no code can be sent. The user's profile tells how to add an address.
  return member.email === null ? null : 'verification';
};

interface QuestionDeps {
  readonly alerts: Pick<Alerts, 'show'>;
  readonly dialogModule: Pick<DialogModule, 'load'>;
  readonly browser: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

/**
 * Shows a dialog until the returned function removes it. Executes one answer of the user at a time and calls
 * `onAnswered` after each.
 */
const showQuestion = (
  { alerts, dialogModule, browser }: QuestionDeps,
  { request, answer }: Question,
  onAnswered: () => void,
): (() => void) => {
  let isAnswering = false;
  const chooseAnswer = async (choice: string | null): Promise<void> => {
    if (isAnswering) return;
    isAnswering = true;
    await answer(choice).finally(() => (isAnswering = false));
    onAnswered();
  };
  // Without a connection the dialog may fail to load. It then appears as soon as it is loaded.
  const loadDialogs = (): void => void dialogModule.load();
  const withdrawAlert = alerts.show(request, (choice) => void chooseAnswer(choice));
  browser.addEventListener('online', loadDialogs);
  loadDialogs();
  return () => {
    browser.removeEventListener('online', loadDialogs);
    withdrawAlert();
  };
};

const isSameUser = (firstAccount: Account | null, secondAccount: Account | null): boolean =>
  firstAccount?.uid === secondAccount?.uid && firstAccount?.loggedIn === secondAccount?.loggedIn;

/** Stores the state of the current user that decides which required actions are asked for. */
const createMemberState = ({ session }: Pick<ShellApi, 'session'>) => {
  const activeAccount = (): Account | null => accountOf(session.get());
  let currentAccount = activeAccount();
  let firstUserDocument: Pick<User, 'deleted'> | null = null;
  let isVerificationSettled = false;
  let hasJustRegistered = false;
  return {
    account: () => currentAccount,
    cameDeleted: () => firstUserDocument?.deleted === true,
    isVerificationSettled: () => isVerificationSettled,
    /**
     * Returns whether the user has registered on this page, so that the gateway has already sent the first code. A
     * registration keeps the uid of the anonymous visitor.
     */
    isNewcomer: () => hasJustRegistered,
    /**
     * Stores the user's data. The data loaded first decides whether verification is asked for (S1§4). When users change
     * their e-mail address later, the screen for the code opens anyway.
     */
    noteDocument(member: User): void {
      isVerificationSettled ||= firstUserDocument === null && member.verificationCode;
      // After a restoration, the account is handled like any other.
      if (firstUserDocument === null || !member.deleted) firstUserDocument = member;
    },
    settle(): void {
      isVerificationSettled = true;
    },
    noteSession(): void {
      const previousAccount = currentAccount;
      currentAccount = activeAccount();
      if (isSameUser(previousAccount, currentAccount)) return;
      firstUserDocument = null;
      isVerificationSettled = false;
      hasJustRegistered = previousAccount?.isAnonymous === true && previousAccount.uid === currentAccount?.uid;
    },
  };
};

export interface RequiredActionDeps extends QuestionDeps {
  readonly shell: Pick<ShellApi, 'session' | 'store' | 'apiClient' | 'track' | 'snackbar'>;
  readonly me: Pick<CurrentUserWatch, 'get' | 'subscribe'>;
  readonly router: Pick<Router, 'get' | 'subscribe' | 'open' | 'hrefOf'>;
  readonly lookup: AddressLookup;
}

/** Key of the policy that every visitor can read: the German version. */
const POLICY_KEY = 'privacyde';

const legalDocuments = defineCollection({ topic: globalTopic, collection: 'legal', schema: LegalItem });

/**
 * Asks the current user for the required actions (S1§4), one after another, until each is done in this tab or
 * elsewhere. Returns an unsubscribe function.
 */
export const watchRequiredActions = (deps: RequiredActionDeps): (() => void) => {
  const { shell, me, router, lookup } = deps;
  const { account, settle, ...memberState } = createMemberState(shell);
  const liveLegalDocuments = legalDocuments.of(shell.store);
  let policyVersion: number | null = null;
  /**
   * Returns the policy's version from the response with the session, which is used until the live topic delivers the
   * version.
   */
  const sessionPolicy = (): number | null => {
    const session = shell.session.get();
    return policyVersion ?? (session.status === 'known' ? (session.policyVersion ?? null) : null);
  };
  let visibleQuestion: { readonly action: RequiredAction; readonly uid: string; withdraw(): void } | null = null;

  const questionOf = (action: RequiredAction) => {
    const commonDeps = { ...shell, navigation: router, lookup, verificationScreen: lookup.address('verification') };
    if (action === 'restore') return askRestore({ ...commonDeps, erasedAt: me.get()?.erasedAt ?? null });
    return action === 'policy'
      ? askPolicy(commonDeps)
      : askVerification({
          ...commonDeps,
          email: account()?.email ?? '',
          isCodeSent: memberState.isNewcomer(),
          settleVerification: settle,
        });
  };
  const activeMember = (): User | null => {
    const [user, activeAccount] = [me.get(), account()];
    return activeAccount?.loggedIn === true && activeAccount.uid === user?.uid ? user : null;
  };
  const updateQuestion = (): void => {
    policyVersion = liveLegalDocuments.get().items.find(({ key }) => key === POLICY_KEY)?.version ?? sessionPolicy();
    const member = activeMember();
    const { modal } = router.get();
    if (member !== null) memberState.noteDocument(member);
    if (member !== null && modal !== null && modal.key === lookup.address('verification')?.key) settle();
    const action = requiredActionOf({
      member,
      policyVersion,
      modal,
      wasDeletedAtFirstLoad: memberState.cameDeleted(),
      isVerificationSettled: memberState.isVerificationSettled(),
      lookup,
    });
    if (visibleQuestion?.action === action && visibleQuestion?.uid === member?.uid) return;
    visibleQuestion?.withdraw();
    visibleQuestion = null;
    if (action !== null && member !== null)
      visibleQuestion = { action, uid: member.uid, withdraw: showQuestion(deps, questionOf(action), updateQuestion) };
  };

  const stopFunctions = [
    shell.session.subscribe(() => {
      memberState.noteSession();
      updateQuestion();
    }),
    me.subscribe(updateQuestion),
    router.subscribe(updateQuestion),
    liveLegalDocuments.subscribe(() => updateQuestion()),
  ];
  updateQuestion();
  return () => {
    for (const stop of stopFunctions) stop();
    visibleQuestion?.withdraw();
  };
};
