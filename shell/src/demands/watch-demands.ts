import { LegalItem, globalTopic } from '@mahlzeit/contract';
import type { Account, User } from '@mahlzeit/contract';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { liveItems } from '@mahlzeit/shared-ui/platform';
import type { MeWatch } from '../me';
import type { Router } from '../router';
import { askPolicy } from './ask-policy';
import { askRestore } from './ask-restore';
import { askVerification } from './ask-verification';
import { PROFILE, demandOf } from './demand-rules';
import type { Demand } from './demand-rules';
import { standQuestion } from './stand-question';
import type { StandingDeps } from './stand-question';

/** What demanding takes. */
export interface DemandDeps extends StandingDeps {
  readonly shell: Pick<ShellApi, 'session' | 'live' | 'gateway' | 'track' | 'snackbar'>;
  readonly me: Pick<MeWatch, 'get' | 'subscribe' | 'learn'>;
  readonly router: Pick<Router, 'get' | 'subscribe' | 'open' | 'hrefOf'>;
  /** Whether some remote declares the screen. */
  hasScreen(key: string): boolean;
}

/** The policy in the language that every visitor can be shown. */
const POLICY_KEY = 'privacyde';

const documentsOf = liveItems('legal', LegalItem);

const isSameUser = (one: Account | null, other: Account | null): boolean => one?.uid === other?.uid && one?.loggedIn === other?.loggedIn;

/** Who is there, and what of him the questions need to know. */
const createAcquaintance = ({ session }: Pick<ShellApi, 'session'>) => {
  const accountHere = (): Account | null => {
    const view = session.get();
    return view.status === 'known' ? view.account : null;
  };
  let account = accountHere();
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
    see(member: User): void {
      isVerificationSettled ||= came === null && member.verificationCode;
      // Once restored, he is one like all others.
      if (came === null || !member.deleted) came = member;
    },
    settle(): void {
      isVerificationSettled = true;
    },
    meet(): void {
      const before = account;
      account = accountHere();
      if (isSameUser(before, account)) return;
      came = null;
      isVerificationSettled = false;
      isNewcomer = before?.isAnonymous === true && before.uid === account?.uid;
    },
  };
};

/** Puts up what the present member has to answer (S1§4), one thing after another, until it is settled here or elsewhere. Answers the way to stop. */
export const watchDemands = (deps: DemandDeps): (() => void) => {
  const { shell, me, router, hasScreen } = deps;
  const { account, settle, ...known } = createAcquaintance(shell);
  let policyVersion: number | null = null;
  let shown: { readonly demand: Demand; readonly uid: string; withdraw(): void } | null = null;

  const questionOf = (demand: Demand) => {
    const parts = { ...shell, me, navigation: router, hasScreen };
    if (demand === 'restore') return askRestore({ ...parts, erasedAt: me.get()?.erasedAt ?? null });
    return demand === 'policy' ? askPolicy(parts) : askVerification({ ...parts, email: account()?.email ?? '', isCodeSent: known.isNewcomer(), settle });
  };
  const memberHere = (): User | null => {
    const [user, here] = [me.get(), account()];
    return here?.loggedIn === true && here.uid === user?.uid ? user : null;
  };
  const look = (): void => {
    const member = memberHere();
    const { modal } = router.get();
    if (member !== null) known.see(member);
    if (member !== null && modal?.key === PROFILE) settle();
    const demand = demandOf({ member, policyVersion, modal, cameDeleted: known.cameDeleted(), isVerificationSettled: known.isVerificationSettled(), hasScreen });
    if (shown?.demand === demand && shown?.uid === member?.uid) return;
    shown?.withdraw();
    shown = null;
    if (demand !== null && member !== null) shown = { demand, uid: member.uid, withdraw: standQuestion(deps, questionOf(demand), look) };
  };

  const stops = [
    shell.session.subscribe(() => {
      known.meet();
      look();
    }),
    me.subscribe(look),
    router.subscribe(look),
    shell.live.subscribe(globalTopic, (view) => {
      policyVersion = documentsOf(view).find(({ key }) => key === POLICY_KEY)?.version ?? policyVersion;
      look();
    }),
  ];
  look();
  return () => {
    for (const stop of stops) stop();
    shown?.withdraw();
  };
};
