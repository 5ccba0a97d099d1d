import { ReleaseProblemDetails } from '@mahlzeit/contract';
import type { ReleaseProblem, ReleaseSummary } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { text } from '../../console-texts';
import type { ReleaseMove } from '../../platform';
import { deliveredReleasesOf, rollbackTargetOf, shareOf } from '../../releases/delivered-releases';
import type { OwnRemote, VersionHealth } from '../../releases/overview';

/** Shares that the form offers, in percent. */
export const OFFERED_SHARES = [10, 25, 50, 100] as const;

/** Share in whole percent that a user has typed; null for anything else. */
export const parseShare = (typedText: string): number | null => {
  const share = /^\s*(\d{1,3})\s*%?\s*$/.exec(typedText)?.[1];
  return share === undefined || Number(share) < 1 || Number(share) > 100 ? null : Number(share);
};

/** Returns the next larger offered share: the likely next step of a trial. */
export const nextShareOf = (presentShare: number): number =>
  OFFERED_SHARES.find((share) => share > presentShare) ?? OFFERED_SHARES[OFFERED_SHARES.length - 1] ?? 100;

/** An act before its confirmation, as it was when the user asked for it. */
export type PlannedAct =
  | {
      readonly kind: 'promote';
      readonly name: string;
      readonly version: string;
      /** Part of the visitors in percent that get the release now. */
      readonly presentShare: number;
      /** Whether the release went back by itself, so that only a person may deliver it again. */
      readonly isWithdrawn: boolean;
      /** Health of a release that went back; null if it is unknown. */
      readonly health: VersionHealth | null;
    }
  | { readonly kind: 'rollBack' | 'pin' | 'unpin'; readonly name: string; readonly version: string };

/** Kind of an act. */
export type ActKind = PlannedAct['kind'];

/** An act that the page offers: the act itself, or the reason why it isn't possible now. */
export type Offer =
  { readonly isPossible: true; readonly act: PlannedAct } | { readonly isPossible: false; readonly reason: string };

const offer = (act: PlannedAct): Offer => ({ isPossible: true, act });
const noOffer = (reason: string): Offer => ({ isPossible: false, reason });

/** Returns whether a release can be delivered to more visitors. */
export const offerPromote = ({ name, team }: OwnRemote, { version, ...release }: ReleaseSummary): Offer => {
  const presentShare = shareOf(release, 'stable');
  const { stable, trial } = deliveredReleasesOf(team);
  if (trial === null && stable?.version === version) return noOffer(text('PromoteNothing'));
  const withdrawn = team.health?.find((health) => health.version === version && health.withdrawnAt !== null) ?? null;
  return offer({
    kind: 'promote',
    name,
    version,
    presentShare,
    isWithdrawn: withdrawn !== null,
    health: withdrawn,
  });
};

/** Returns whether a remote's release can be taken back. */
export const offerRollBack = ({ name, team }: OwnRemote): Offer => {
  const target = rollbackTargetOf(team);
  return target === null ? noOffer(text('RollBackNothing')) : offer({ kind: 'rollBack', name, version: target });
};

/** Returns whether the release of all visitors can be pinned, or its pin released. */
export const offerPin = ({ name, team }: OwnRemote): Offer => {
  const { stable, trial } = deliveredReleasesOf(team);
  if (stable === null) return noOffer(text('PinNothing'));
  if (stable.isPinned) return offer({ kind: 'unpin', name, version: stable.version });
  return trial === null ? offer({ kind: 'pin', name, version: stable.version }) : noOffer(text('PinTrial'));
};

/** Returns the act as the gateway gets it. */
export const moveOf = (act: PlannedAct, share: number): ReleaseMove =>
  act.kind === 'promote'
    ? { kind: 'promote', name: act.name, version: act.version, share, isForced: act.isWithdrawn }
    : act;

/** Words of the question before an act, and of the sentence after it. */
export interface ActTexts {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly done: string;
}

const percent = (share: number): string => text('Percent', { share: String(share) });

const promoteConfirm = (share: number): string =>
  share === 100 ? text('PromoteConfirmAll') : text('PromoteConfirm', { share: percent(share) });

/** Words of a question. */
type QuestionTexts = Omit<ActTexts, 'done'>;

/** Returns the words of a promotion whose share isn't a number yet. */
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

/** Returns the words of an act; `share` counts for a promotion alone. */
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

/** Returns the problems that a refusal names; none for other errors. */
export const problemsOf = ({ details }: ApiError): readonly ReleaseProblem[] =>
  ReleaseProblemDetails.safeParse(details).data?.problems ?? [];
