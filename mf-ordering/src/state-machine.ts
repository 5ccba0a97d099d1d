/** Names that the transition table of one state machine may use: one union type for each kind of name. */
export interface MachineNames {
  readonly state: string;
  readonly event: string;
  readonly guard: string;
  readonly step: string;
  readonly effect: string;
  readonly activity: string;
}

/**
 * Row of a state machine's transition table. For an event, the first row with matching event, state and guard is used.
 * Without such a row the event has no effect.
 */
export interface Transition<Names extends MachineNames> {
  readonly event: Names['event'];
  readonly from: readonly Names['state'][];
  /** Condition under which the row is used; absent: always. */
  readonly guard?: Names['guard'];
  readonly to: Names['state'];
  /** Names of synchronous actions, which run before the user sees the new step. */
  readonly effects?: readonly Names['effect'][];
  /** Step that the user sees from then on; absent: the previous step stays. */
  readonly shows?: Names['step'];
  /** Name of an asynchronous activity. Its result is the next event, unless another event has occurred before. */
  readonly awaits?: Names['activity'];
}

/** Returns the row of a transition table that applies to an event in a state; undefined if the event has no effect. */
export const findTransition = <Names extends MachineNames>(
  transitions: readonly Transition<Names>[],
  { state, event }: Pick<Names, 'state' | 'event'>,
  isGuardTrue: (guard: Names['guard']) => boolean,
): Transition<Names> | undefined =>
  transitions.find(
    (candidateTransition) =>
      candidateTransition.event === event &&
      candidateTransition.from.includes(state) &&
      (candidateTransition.guard === undefined || isGuardTrue(candidateTransition.guard)),
  );

/** Numbers the runs of one state machine. Each transition starts a run, and the results of earlier runs are ignored. */
export interface ActivityRuns {
  /** Starts a run, which supersedes the previous run, and returns its number. */
  startRun(): number;
  isSuperseded(runNumber: number): boolean;
}

/** Creates the numbering for the runs of one state machine. */
export const createActivityRuns = (): ActivityRuns => {
  let currentRunNumber = 0;
  return {
    startRun() {
      currentRunNumber += 1;
      return currentRunNumber;
    },
    isSuperseded: (runNumber) => runNumber !== currentRunNumber,
  };
};

type MachineEventOf<Names extends MachineNames> = { readonly type: Names['event'] };
type ActivityResult<Event> = Event | null | Promise<Event | null>;

/** Transition table of a state machine, and the functions that belong to the names in the table. */
interface MachineDefinition<Names extends MachineNames, Event extends MachineEventOf<Names>> {
  readonly transitions: readonly Transition<Names>[];
  readonly initial: Names['state'];
  readonly runs: ActivityRuns;
  readonly guards: Readonly<Record<Names['guard'], (event: Event) => boolean>>;
  readonly effects: Readonly<Record<Names['effect'], (event: Event) => void>>;
  /** Asynchronous activities, each of which results in an event; null if no event follows. */
  readonly activities: Readonly<Record<Names['activity'], (run: number) => ActivityResult<Event>>>;
  readonly showStep: (step: Names['step']) => void;
  /**
   * Returns the event that the state machine handles for an activity's result; if absent, the result itself is the
   * event.
   */
  readonly eventOfResult?: (result: Event) => Event;
}

/** State machine that follows a transition table; `dispatch` handles one event. */
export interface StateMachine<Names extends MachineNames, Event> {
  state(): Names['state'];
  dispatch(event: Event): void;
}

/** Creates a state machine that starts in `initial` and follows a transition table. */
export const createStateMachine = <Names extends MachineNames, Event extends MachineEventOf<Names>>({
  transitions,
  initial,
  runs,
  guards,
  effects,
  activities,
  showStep,
  eventOfResult = (result) => result,
}: MachineDefinition<Names, Event>): StateMachine<Names, Event> => {
  let state: Names['state'] = initial;

  const startActivity = (activity: Names['activity'], runNumber: number): void => {
    const activityResult = activities[activity](runNumber);
    const dispatchResult = (result: Event | null): void => {
      if (result !== null && !runs.isSuperseded(runNumber)) dispatch(eventOfResult(result));
    };
    if (activityResult instanceof Promise) void activityResult.then(dispatchResult);
    else dispatchResult(activityResult);
  };

  const dispatch = (event: Event): void => {
    const foundTransition = findTransition(transitions, { state, event: event.type }, (guard) => guards[guard](event));
    if (foundTransition === undefined) return;
    state = foundTransition.to;
    const runNumber = runs.startRun();
    for (const effect of foundTransition.effects ?? []) {
      effects[effect](event);
      // An effect may have dispatched another event. The transition of that event then counts, and the current
      // transition stops here.
      if (runs.isSuperseded(runNumber)) return;
    }
    if (foundTransition.shows !== undefined) showStep(foundTransition.shows);
    if (foundTransition.awaits !== undefined && !runs.isSuperseded(runNumber))
      startActivity(foundTransition.awaits, runNumber);
  };

  return { state: () => state, dispatch };
};
