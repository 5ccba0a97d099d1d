import type { DecisionForm, OpenReport } from '@mahlzeit/contract';
import { text } from '../../console-texts';

export type DecisionKind = DecisionForm['decision'];

/** Whether nothing is left to remove or to disable, so that the decision only closes the report. */
const isPointless = ({ contentState, accountState }: OpenReport, kind: Exclude<DecisionKind, 'dismiss'>): boolean =>
  kind === 'remove' ? contentState !== 'same' : accountState === 'disabled' || accountState === 'gone';

/** Returns the label of the button that asks before a decision. */
export const labelOf = ({ kind: reportKind }: OpenReport, kind: DecisionKind): string => {
  if (kind !== 'remove') return text(`Decide_${kind}`);
  return text(reportKind === 'picture' ? 'Decide_remove_picture' : 'Decide_remove_message');
};

/** Texts of the question before a decision. */
interface QuestionTexts {
  readonly title: string;
  /** Effects of the decision, on whom, and that it can't be undone. */
  readonly consequence: string;
  /** Label of the button that decides. */
  readonly confirm: string;
}

/** Returns the texts of the question before a decision. */
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
