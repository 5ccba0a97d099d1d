import { globalTopic, LegalItem } from '@mahlzeit/contract';
import type { Account, User } from '@mahlzeit/contract';
import { accountOf, defineCollection } from '@mahlzeit/shared-ui/platform';
import type { ScreenAddress, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { Alerts } from '../messages/alerts';
import type { DialogModule } from '../loading/lazy-module';
import type { AddressLookup } from '../remotes/registry';
import type { Router } from '../router/router';
import type { MeWatch } from './me';
import { askPolicy, askRestore, askVerification } from './questions';
import type { Question } from './questions';

/**
 * Action that a member must take: restore the account, accept the policy, verify the e-mail address. The most urgent
 * action comes first.
 */
export type RequiredAction = 'restore' | 'policy' | 'verification';

/** State from which the required action is decided. */
export interface RequiredActionSituation {
  /** Document of the current member; null when nobody is logged in or the document isn't known yet. */
  readonly member: Pick<User, 'deleted' | 'policyVersion' | 'verificationCode' | 'email'> | null;
  /** Current version of the policy; null while unknown. */
  readonly policyVersion: number | null;
  readonly modal: ScreenAddress | null;
  /**
   * Whether the account was already flagged deleted when its document was first loaded. A user who deletes the account
   * on this page isn't asked to restore it.
   */
  readonly cameDeleted: boolean;
  /**
   * Whether the address was verified when the document was first loaded, or the user has already answered the question.
   */
  readonly isVerificationSettled: boolean;
  readonly lookup: AddressLookup;
}

/** Whether the policy is open; the question is hidden while the member reads the policy. */
const isReading = ({ modal, lookup }: RequiredActionSituation): boolean => {
  const policy = lookup.address('privacy');
  return policy !== null && modal?.key === policy.key && policy.params.every((param, at) => modal.params[at] === param);
};

/**
 * Whether the member accepted an older version of the policy, or none. Version numbers are compared, because the date
 * of acceptance doesn't tell which version was accepted (A04).
 */
const hasOldPolicy = ({ member, policyVersion }: RequiredActionSituation): boolean =>
  member !== null && policyVersion !== null && (member.policyVersion ?? 0) < policyVersion;

/**
 * Returns the required action; null for none. Called when the user's document is loaded, and when the document, the
 * policy or the screen changes (S1§4).
 */
export const requiredActionOf = (situation: RequiredActionSituation): RequiredAction | null => {
  const { member, cameDeleted, modal, isVerificationSettled, lookup } = situation;
  if (member === null) return null;
  if (member.deleted) return cameDeleted ? 'restore' : null;
  if (hasOldPolicy(situation)) return isReading(situation) ? null : 'policy';
  const verification = lookup.address('verification');
  if (member.verificationCode || isVerificationSettled || verification === null || modal?.key === verification.key)
    return null;
  // A code can't be sent without an e-mail address; the user's profile tells how to get one.
  return member.email === null ? null : 'verification';
};

interface QuestionDeps {
  readonly alerts: Pick<Alerts, 'show'>;
  readonly dialogModule: Pick<DialogModule, 'load'>;
  readonly browser: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

/**
 * Shows a question until the returned function withdraws it. Executes one answer at a time and calls `onAnswered` after
 * each answer.
 */
const showQuestion = (
  { alerts, dialogModule, browser }: QuestionDeps,
  { request, answer }: Question,
  onAnswered: () => void,
): (() => void) => {
  let isAnswering = false;
  const choose = async (choice: string | null): Promise<void> => {
    if (isAnswering) return;
    isAnswering = true;
    await answer(choice).finally(() => (isAnswering = false));
    onAnswered();
  };
  // Without a connection the dialog may fail to load: the question is shown as soon as the dialog is loaded.
  const load = (): void => void dialogModule.load();
  const withdraw = alerts.show(request, (choice) => void choose(choice));
  browser.addEventListener('online', load);
  load();
  return () => {
    browser.removeEventListener('online', load);
    withdraw();
  };
};

const isSameUser = (one: Account | null, other: Account | null): boolean =>
  one?.uid === other?.uid && one?.loggedIn === other?.loggedIn;

/** Stores the state of the current user that decides which questions are asked. */
const createMemberState = ({ session }: Pick<ShellApi, 'session'>) => {
  const activeAccount = (): Account | null => accountOf(session.get());
  let account = activeAccount();
  let firstDocument: Pick<User, 'deleted'> | null = null;
  let isVerificationSettled = false;
  let isNewcomer = false;
  return {
    account: () => account,
    cameDeleted: () => firstDocument?.deleted === true,
    isVerificationSettled: () => isVerificationSettled,
    /**
     * Whether the user has registered on this page, so that the gateway has already sent the first code. A registration
     * keeps the uid of the anonymous visitor.
     */
    isNewcomer: () => isNewcomer,
    /**
     * Records a document of the user. The first document decides whether verification is asked for (S1§4). When users
     * change their address later, the screen for the code opens anyway.
     */
    noteDocument(member: User): void {
      isVerificationSettled ||= firstDocument === null && member.verificationCode;
      // After a restoration, the account is treated like any other.
      if (firstDocument === null || !member.deleted) firstDocument = member;
    },
    settle(): void {
      isVerificationSettled = true;
    },
    noteSession(): void {
      const before = account;
      account = activeAccount();
      if (isSameUser(before, account)) return;
      firstDocument = null;
      isVerificationSettled = false;
      isNewcomer = before?.isAnonymous === true && before.uid === account?.uid;
    },
  };
};

export interface RequiredActionDeps extends QuestionDeps {
  readonly shell: Pick<ShellApi, 'session' | 'store' | 'apiClient' | 'track' | 'snackbar'>;
  readonly me: Pick<MeWatch, 'get' | 'subscribe'>;
  readonly router: Pick<Router, 'get' | 'subscribe' | 'open' | 'hrefOf'>;
  readonly lookup: AddressLookup;
}

/** Key of the policy that every visitor can read: the German one. */
const POLICY_KEY = 'privacyde';

const legalDocuments = defineCollection({ topic: globalTopic, collection: 'legal', schema: LegalItem });

/**
 * Asks the current user for the required actions (S1§4), one after another, until each is done here or in another
 * place. Returns an unsubscribe function.
 */
export const watchRequiredActions = (deps: RequiredActionDeps): (() => void) => {
  const { shell, me, router, lookup } = deps;
  const { account, settle, ...memberState } = createMemberState(shell);
  const documents = legalDocuments.of(shell.store);
  let policyVersion: number | null = null;
  let visibleQuestion: { readonly action: RequiredAction; readonly uid: string; withdraw(): void } | null = null;

  const questionOf = (action: RequiredAction) => {
    const common = { ...shell, navigation: router, lookup, verification: lookup.address('verification') };
    if (action === 'restore') return askRestore({ ...common, erasedAt: me.get()?.erasedAt ?? null });
    return action === 'policy'
      ? askPolicy(common)
      : askVerification({ ...common, email: account()?.email ?? '', isCodeSent: memberState.isNewcomer(), settle });
  };
  const activeMember = (): User | null => {
    const [user, here] = [me.get(), account()];
    return here?.loggedIn === true && here.uid === user?.uid ? user : null;
  };
  const update = (): void => {
    policyVersion = documents.get().items.find(({ key }) => key === POLICY_KEY)?.version ?? policyVersion;
    const member = activeMember();
    const { modal } = router.get();
    if (member !== null) memberState.noteDocument(member);
    if (member !== null && modal !== null && modal.key === lookup.address('verification')?.key) settle();
    const action = requiredActionOf({
      member,
      policyVersion,
      modal,
      cameDeleted: memberState.cameDeleted(),
      isVerificationSettled: memberState.isVerificationSettled(),
      lookup,
    });
    if (visibleQuestion?.action === action && visibleQuestion?.uid === member?.uid) return;
    visibleQuestion?.withdraw();
    visibleQuestion = null;
    if (action !== null && member !== null)
      visibleQuestion = { action, uid: member.uid, withdraw: showQuestion(deps, questionOf(action), update) };
  };

  const stops = [
    shell.session.subscribe(() => {
      memberState.noteSession();
      update();
    }),
    me.subscribe(update),
    router.subscribe(update),
    documents.subscribe(() => update()),
  ];
  update();
  return () => {
    for (const stop of stops) stop();
    visibleQuestion?.withdraw();
  };
};
