import { LegalItem, globalTopic } from '@mahlzeit/contract';
import type { Account, User } from '@mahlzeit/contract';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { liveItems } from '@mahlzeit/shared-ui/platform';
import type { MeWatch } from '../me/watch-me';
import type { Router } from '../router/create-router';
import { askPolicy } from './ask-policy';
import { askRestore } from './ask-restore';
import { askVerification } from './ask-verification';
import { PROFILE } from './ask-verification';
import { requiredActionOf } from './demand-rules';
import type { RequiredAction } from './demand-rules';
import { showQuestion } from './stand-question';
import type { QuestionDeps } from './stand-question';

export interface RequiredActionDeps extends QuestionDeps {
  readonly shell: Pick<ShellApi, 'session' | 'live' | 'apiClient' | 'track' | 'snackbar'>;
  readonly me: Pick<MeWatch, 'get' | 'subscribe' | 'apply'>;
  readonly router: Pick<Router, 'get' | 'subscribe' | 'open' | 'hrefOf'>;
  /** Whether some remote declares the screen. */
  hasScreen(key: string): boolean;
}

/** The policy in the language that every visitor can be shown. */
const POLICY_KEY = 'privacyde';

const documentsOf = liveItems('legal', LegalItem);

const isSameUser = (one: Account | null, other: Account | null): boolean => one?.uid === other?.uid && one?.loggedIn === other?.loggedIn;

/** The active user, and what the questions need to know of them. */
const createMemberState = ({ session }: Pick<ShellApi, 'session'>) => {
  const activeAccount = (): Account | null => {
    const view = session.get();
    return view.status === 'known' ? view.account : null;
  };
  let account = activeAccount();
  let came: Pick<User, 'deleted'> | null = null;
  let isVerificationSettled = false;
  let isNewcomer = false;
  return {
    account: () => account,
    cameDeleted: () => came?.deleted === true,
    isVerificationSettled: () => isVerificationSettled,
    /** The gateway mails the first code at registration, which keeps the visitor's uid. */
    isNewcomer: () => isNewcomer,
    /** S1§4: what is asked is decided by the first document of a user. A change of the address leads to its code by itself. */
    noteDocument(member: User): void {
      isVerificationSettled ||= came === null && member.verificationCode;
      // Once restored, they are like all others.
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

/** Asks the active user what they have to answer (S1§4), one thing after another, until it is settled here or elsewhere. Returns an unsubscribe function. */
export const watchRequiredActions = (deps: RequiredActionDeps): (() => void) => {
  const { shell, me, router, hasScreen } = deps;
  const { account, settle, ...known } = createMemberState(shell);
  let policyVersion: number | null = null;
  let shown: { readonly action: RequiredAction; readonly uid: string; withdraw(): void } | null = null;

  const questionOf = (action: RequiredAction) => {
    const common = { ...shell, me, navigation: router, hasScreen };
    if (action === 'restore') return askRestore({ ...common, erasedAt: me.get()?.erasedAt ?? null });
    return action === 'policy' ? askPolicy(common) : askVerification({ ...common, email: account()?.email ?? '', isCodeSent: known.isNewcomer(), settle });
  };
  const activeMember = (): User | null => {
    const [user, here] = [me.get(), account()];
    return here?.loggedIn === true && here.uid === user?.uid ? user : null;
  };
  const update = (): void => {
    const member = activeMember();
    const { modal } = router.get();
    if (member !== null) known.noteDocument(member);
    if (member !== null && modal?.key === PROFILE) settle();
    const action = requiredActionOf({ member, policyVersion, modal, cameDeleted: known.cameDeleted(), isVerificationSettled: known.isVerificationSettled(), hasScreen });
    if (shown?.action === action && shown?.uid === member?.uid) return;
    shown?.withdraw();
    shown = null;
    if (action !== null && member !== null) shown = { action, uid: member.uid, withdraw: showQuestion(deps, questionOf(action), update) };
  };

  const stops = [
    shell.session.subscribe(() => {
      known.noteSession();
      update();
    }),
    me.subscribe(update),
    router.subscribe(update),
    shell.live.subscribe(globalTopic, (view) => {
      policyVersion = documentsOf(view).find(({ key }) => key === POLICY_KEY)?.version ?? policyVersion;
      update();
    }),
  ];
  update();
  return () => {
    for (const stop of stops) stop();
    shown?.withdraw();
  };
};
