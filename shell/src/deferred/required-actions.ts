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
 * Action that a member has to take, the most urgent first: restore the account, accept the policy, verify the e-mail
 * address.
 */
export type RequiredAction = 'restore' | 'policy' | 'verification';

/** Input of the decision. */
export interface RequiredActionSituation {
  /** Document of a member; null when nobody is logged in or it isn't known yet. */
  readonly member: Pick<User, 'deleted' | 'policyVersion' | 'verificationCode' | 'email'> | null;
  /** Present version of the policy; null while unknown. */
  readonly policyVersion: number | null;
  readonly modal: ScreenAddress | null;
  /**
   * Whether the account was flagged deleted at the start. Users who delete their account on this page are about to
   * leave.
   */
  readonly cameDeleted: boolean;
  /** Whether the account was verified at the start, or verification was already asked for. */
  readonly isVerificationSettled: boolean;
  readonly lookup: AddressLookup;
}

/** Whether the member reads the policy: they aren't asked meanwhile. */
const isReading = ({ modal, lookup }: RequiredActionSituation): boolean => {
  const policy = lookup.address('privacy');
  return policy !== null && modal?.key === policy.key && policy.params.every((param, at) => modal.params[at] === param);
};

/**
 * Whether the member has accepted an older policy. Versions are compared with versions: the date of an acceptance says
 * nothing about the accepted version (A04).
 */
const isBehind = ({ member, policyVersion }: RequiredActionSituation): boolean =>
  member !== null && policyVersion !== null && (member.policyVersion ?? 0) < policyVersion;

/**
 * Returns the required action at the first load of the user's document, and whenever the document or the policy changes
 * (S1§4).
 */
export const requiredActionOf = (situation: RequiredActionSituation): RequiredAction | null => {
  const { member, cameDeleted, modal, isVerificationSettled, lookup } = situation;
  if (member === null) return null;
  if (member.deleted) return cameDeleted ? 'restore' : null;
  if (isBehind(situation)) return isReading(situation) ? null : 'policy';
  const verification = lookup.address('verification');
  if (member.verificationCode || isVerificationSettled || verification === null || modal?.key === verification.key)
    return null;
  // Users without an address can't get a code; their profile says how to get one.
  return member.email === null ? null : 'verification';
};

interface QuestionDeps {
  readonly alerts: Pick<Alerts, 'show'>;
  readonly dialogModule: Pick<DialogModule, 'load'>;
  readonly browser: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

/**
 * Shows a question until it is withdrawn; one answer at a time, and `onAnswered` after each. Returns a function that
 * withdraws it.
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
  // The dialog itself may be unavailable offline: the question shows as soon as the dialog is loaded.
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

/** Holds the active user's state that the questions need. */
const createMemberState = ({ session }: Pick<ShellApi, 'session'>) => {
  const activeAccount = (): Account | null => accountOf(session.get());
  let account = activeAccount();
  let came: Pick<User, 'deleted'> | null = null;
  let isVerificationSettled = false;
  let isNewcomer = false;
  return {
    account: () => account,
    cameDeleted: () => came?.deleted === true,
    isVerificationSettled: () => isVerificationSettled,
    /**
     * Whether the user has just registered: the gateway has mailed the first code. Registration keeps the visitor's
     * uid.
     */
    isNewcomer: () => isNewcomer,
    /**
     * Notes a document of the user: the first one decides whether to ask (S1§4). A change of the address leads to its
     * code by itself.
     */
    noteDocument(member: User): void {
      isVerificationSettled ||= came === null && member.verificationCode;
      // A restored account counts like all others.
      if (came === null || !member.deleted) came = member;
    },
    settle(): void {
      isVerificationSettled = true;
    },
    noteSession(): void {
      const before = account;
      account = activeAccount();
      if (isSameUser(before, account)) return;
      came = null;
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

/** Key of the policy, in the language that every visitor can read. */
const POLICY_KEY = 'privacyde';

const legalDocuments = defineCollection({ topic: globalTopic, collection: 'legal', schema: LegalItem });

/**
 * Asks the active user for the required actions (S1§4), one after another, until each is done here or elsewhere.
 * Returns an unsubscribe function.
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
