import type { DecisionForm, OpenReport } from '@mahlzeit/contract';
import { text } from '../../console-texts';

export type DecisionKind = DecisionForm['decision'];

/** Returns whether nothing is left to remove or to disable, so that the decision would only close the report. */
const isPointless = ({ contentState, accountState }: OpenReport, kind: Exclude<DecisionKind, 'dismiss'>): boolean =>
  kind === 'remove' ? contentState !== 'same' : accountState === 'disabled' || accountState === 'gone';

/** Returns the label of the button that opens the confirmation dialog of a decision. */
export const labelOf = ({ kind: reportKind }: OpenReport, kind: DecisionKind): string => {
  if (kind !== 'remove') return text(`Decide_${kind}`);
  return text(reportKind === 'picture' ? 'Decide_remove_picture' : 'Decide_remove_message');
};

/** Texts of the dialog that asks a moderator to confirm a decision. */
interface QuestionTexts {
  readonly title: string;
  /** Text that names the effects of the decision and the affected user, and that it can't be undone. */
  readonly consequence: string;
  /** Label of the button that confirms the decision. */
  readonly confirm: string;
}

/** Returns the texts of the dialog that asks a moderator to confirm a decision. */
export const questionOf = (report: OpenReport, kind: DecisionKind): QuestionTexts => {
  const title = text('Question', { decision: labelOf(report, kind) });
  if (kind !== 'dismiss' && isPointless(report, kind))
    return { title, consequence: text(`Pointless_${kind}`), confirm: text('Confirm_close') };
  return {
    title,
    consequence: text(`Consequence_${kind}`, { count: report.sameContentCount }),
    confirm: text(`Confirm_${kind}`),
  };
};
