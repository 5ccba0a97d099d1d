import { ReleaseProblemDetails } from '@mahlzeit/contract';
import type { ReleaseProblem, ReleaseSummary } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { text } from '../../console-texts';
import type { ReleaseMove } from '../../platform';
import { deliveredReleasesOf, rollbackTargetOf, shareOf } from '../../releases/delivered-releases';
import type { OwnRemote, VersionHealth } from '../../releases/overview';

/** Shares of the visitors, in percent, that the form offers for a release. */
export const OFFERED_SHARES = [10, 25, 50, 100] as const;

/** Parses a share in whole percent that a user has typed; null for anything else. */
export const parseShare = (typedText: string): number | null => {
  const share = /^\s*(\d{1,3})\s*%?\s*$/.exec(typedText)?.[1];
  return share === undefined || Number(share) < 1 || Number(share) > 100 ? null : Number(share);
};

/** Returns the next larger share that the form offers: the likely next step of a trial. */
export const nextShareOf = (presentShare: number): number =>
  OFFERED_SHARES.find((share) => share > presentShare) ?? OFFERED_SHARES[OFFERED_SHARES.length - 1] ?? 100;

/** Action on a release (deliver, take back, pin) before its confirmation, as it was when the user asked for it. */
export type PlannedAct =
  | {
      readonly kind: 'promote';
      readonly name: string;
      readonly version: string;
      /** Share of the visitors, in percent, who get the release now. */
      readonly presentShare: number;
      /** Whether the gateway has taken the release back by itself, so that only a person may deliver it again. */
      readonly isWithdrawn: boolean;
      /** Health of a release that was taken back automatically; null if it is unknown. */
      readonly health: VersionHealth | null;
    }
  | { readonly kind: 'rollBack' | 'pin' | 'unpin'; readonly name: string; readonly version: string };

/** Kind of an action on a release. */
export type ActKind = PlannedAct['kind'];

/** Action on a release that the page offers, or the reason why the action isn't possible now. */
export type Offer =
  { readonly isPossible: true; readonly act: PlannedAct } | { readonly isPossible: false; readonly reason: string };

const offer = (act: PlannedAct): Offer => ({ isPossible: true, act });
const noOffer = (reason: string): Offer => ({ isPossible: false, reason });

/** Returns the action that delivers a release to more visitors, or the reason why that isn't possible. */
export const offerPromote = ({ name, team }: OwnRemote, { version, ...release }: ReleaseSummary): Offer => {
  const presentShare = shareOf(release, 'stable');
  const { stable, trial } = deliveredReleasesOf(team);
  if (trial === null && stable?.version === version) return noOffer(text('PromoteNothing'));
  const withdrawnHealth =
    team.health?.find((health) => health.version === version && health.withdrawnAt !== null) ?? null;
  return offer({
    kind: 'promote',
    name,
    version,
    presentShare,
    isWithdrawn: withdrawnHealth !== null,
    health: withdrawnHealth,
  });
};

/** Returns the action that takes a remote's release back, or the reason why that isn't possible. */
export const offerRollBack = ({ name, team }: OwnRemote): Offer => {
  const rollbackTarget = rollbackTargetOf(team);
  return rollbackTarget === null
    ? noOffer(text('RollBackNothing'))
    : offer({ kind: 'rollBack', name, version: rollbackTarget });
};

/**
 * Returns the action that pins the release of all visitors, or that removes its pin, or the reason why neither is
 * possible.
 */
export const offerPin = ({ name, team }: OwnRemote): Offer => {
  const { stable, trial } = deliveredReleasesOf(team);
  if (stable === null) return noOffer(text('PinNothing'));
  if (stable.isPinned) return offer({ kind: 'unpin', name, version: stable.version });
  return trial === null ? offer({ kind: 'pin', name, version: stable.version }) : noOffer(text('PinTrial'));
};

/** Returns an action on a release in the form in which the gateway receives it. */
export const releaseMoveOf = (act: PlannedAct, share: number): ReleaseMove =>
  act.kind === 'promote'
    ? { kind: 'promote', name: act.name, version: act.version, share, isForced: act.isWithdrawn }
    : act;

/** Texts of the confirmation dialog before an action on a release, and of the sentence after it. */
export interface ActTexts {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly done: string;
}

const percent = (share: number): string => text('Percent', { share: String(share) });

const promoteConfirm = (share: number): string =>
  share === 100 ? text('PromoteConfirmAll') : text('PromoteConfirm', { share: percent(share) });

/** Texts of a confirmation dialog. */
type QuestionTexts = Omit<ActTexts, 'done'>;

/** Returns the texts of the dialog for delivering a release while the typed share isn't a number yet. */
export const openTextsOf = ({ version }: PlannedAct): QuestionTexts => ({
  title: text('PromoteTitleOpen', { version }),
  text: text('ShareWrong'),
  confirm: text('Promote'),
});

const promoteTexts = (
  { version, presentShare, isWithdrawn }: Extract<PlannedAct, { kind: 'promote' }>,
  share: number,
): ActTexts => ({
  title:
    share === 100 ? text('PromoteTitleAll', { version }) : text('PromoteTitle', { version, share: percent(share) }),
  text: text('PromoteText', { before: percent(presentShare), after: percent(share) }),
  confirm: isWithdrawn ? text('PromoteAnyway') : promoteConfirm(share),
  done: share === 100 ? text('PromoteDoneAll', { version }) : text('PromoteDone', { version, share: percent(share) }),
});

/** Returns the texts of an action on a release. `share` matters only for delivering a release. */
export const actTextsOf = (act: PlannedAct, share: number): ActTexts => {
  const { version } = act;
  switch (act.kind) {
    case 'promote':
      return promoteTexts(act, share);
    case 'rollBack':
      return {
        title: text('RollBackTitle', { version }),
        text: text('RollBackText'),
        confirm: text('RollBackConfirm'),
        done: text('RollBackDone', { version }),
      };
    case 'pin':
      return {
        title: text('PinTitle', { version }),
        text: text('PinText'),
        confirm: text('Pin'),
        done: text('PinDone', { version }),
      };
    case 'unpin':
      return {
        title: text('UnpinTitle', { version }),
        text: text('UnpinText'),
        confirm: text('Unpin'),
        done: text('UnpinDone', { version }),
      };
  }
};

/** Returns the problems that the gateway's refusal names; none for other errors. */
export const problemsOf = ({ details }: ApiError): readonly ReleaseProblem[] =>
  ReleaseProblemDetails.safeParse(details).data?.problems ?? [];
