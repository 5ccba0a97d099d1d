import type { ScreenAddress, Timers } from '@mahlzeit/shared-ui/platform';

/**
 * State to show after a history step. `asItIs`: the reached entry as it is; `cleared`: the reached entry without its
 * modal screen; `overdue`: the current entry without its modal screen; an address: the entry then shows this modal
 * screen; a function: runs after a step that only left overlays.
 */
export type HistoryStepResult = 'asItIs' | 'cleared' | 'overdue' | ScreenAddress | (() => void);

interface HistoryStepsDeps {
  readonly history: Pick<History, 'go'>;
  readonly timers: Timers;
  /** Shows the state after a history step. */
  applyResult(result: HistoryStepResult): void;
}

// Maximum duration of a history step in ms. A step ends with the event popstate; if the browser doesn't fire the event,
// the step counts as ended after this time.
const MAX_HISTORY_STEP_MS = 700;

/**
 * Runs steps in the browser's history, which every browser completes asynchronously. One step runs at a time; all other
 * navigation waits until the step has ended.
 */
export const createHistorySteps = ({ history, timers, applyResult }: HistoryStepsDeps) => {
  const waitingActions: (() => void)[] = [];
  let currentStep: { readonly result: HistoryStepResult; readonly stopWaiting: () => void } | null = null;

  const finishStep = (stepResult: HistoryStepResult): void => {
    currentStep?.stopWaiting();
    currentStep = null;
    applyResult(stepResult);
    while (currentStep === null && waitingActions.length > 0) waitingActions.shift()?.();
  };

  return {
    isUnderWay: () => currentStep !== null,
    /**
     * Runs `navigationAction` now or, during a history step, after the step has ended, because a push during the step
     * would cancel it.
     */
    whenArrived(navigationAction: () => void): void {
      if (currentStep === null) navigationAction();
      else waitingActions.push(navigationAction);
    },
    /** Goes back in the history by this number of entries; forward if the number is negative. */
    back(stepCount: number, result: Exclude<HistoryStepResult, 'overdue'>): void {
      // If the browser doesn't move within the time limit, the modal screen is removed from the current entry, so that
      // a closed screen stays closed. The step isn't repeated, because a slow browser would then move twice.
      currentStep = {
        result,
        stopWaiting: timers.after(MAX_HISTORY_STEP_MS, () =>
          finishStep(result === 'asItIs' || result === 'cleared' ? 'overdue' : result),
        ),
      };
      history.go(-stepCount);
    },
    /** Called when the browser has reached an entry, by a step of the router or by the user's Back button. */
    arrived: () => finishStep(currentStep?.result ?? 'asItIs'),
    dispose(): void {
      currentStep?.stopWaiting();
      waitingActions.length = 0;
    },
  };
};
