/** Names that one machine uses in its table. */
export interface MachineNames {
  readonly state: string;
  readonly event: string;
  readonly guard: string;
  readonly step: string;
  readonly effect: string;
  readonly activity: string;
}

/** Row of a transition table. The first row whose event, state and guard match counts; without one nothing happens. */
export interface Transition<Names extends MachineNames> {
  readonly event: Names['event'];
  readonly from: readonly Names['state'][];
  /** Condition of the row. */
  readonly guard?: Names['guard'];
  readonly to: Names['state'];
  /** Work that is done at once, before the user sees the new step. */
  readonly effects?: readonly Names['effect'][];
  /** Step that the user sees from now on; absent: the step before stays. */
  readonly shows?: Names['step'];
  /** Work that takes time. Its result is the next event, unless another event came first. */
  readonly awaits?: Names['activity'];
}

/** Returns the row that counts for an event in a state; undefined where the event changes nothing. */
export const findTransition = <Names extends MachineNames>(
  transitions: readonly Transition<Names>[],
  { state, event }: Pick<Names, 'state' | 'event'>,
  isGuardTrue: (guard: Names['guard']) => boolean,
): Transition<Names> | undefined =>
  transitions.find(
    (row) => row.event === event && row.from.includes(state) && (row.guard === undefined || isGuardTrue(row.guard)),
  );

/** Numbers of the runs of a machine: each transition begins a run, and the results of earlier runs are dropped. */
export interface Runs {
  /** Begins a run and returns its number. */
  startRun(): number;
  isSuperseded(run: number): boolean;
}

/** Creates the runs of one machine. */
export const createRuns = (): Runs => {
  let current = 0;
  return {
    startRun() {
      current += 1;
      return current;
    },
    isSuperseded: (run) => run !== current,
  };
};

type EventOf<Names extends MachineNames> = { readonly type: Names['event'] };
type Result<Event> = Event | null | Promise<Event | null>;

/** Table of a machine, and the code behind the names in the table. */
interface MachineParts<Names extends MachineNames, Event extends EventOf<Names>> {
  readonly transitions: readonly Transition<Names>[];
  readonly initial: Names['state'];
  readonly runs: Runs;
  readonly guards: Readonly<Record<Names['guard'], (event: Event) => boolean>>;
  readonly effects: Readonly<Record<Names['effect'], (event: Event) => void>>;
  /** Work that ends in an event; null: in none. */
  readonly activities: Readonly<Record<Names['activity'], (run: number) => Result<Event>>>;
  /** Shows a step to the user. */
  readonly showStep: (step: Names['step']) => void;
  /** Whether the result of an activity still counts, whatever the run; absent: always. */
  readonly mayContinue?: () => boolean;
}

/** A machine that runs a transition table. */
export interface StateMachine<Names extends MachineNames, Event> {
  state(): Names['state'];
  dispatch(event: Event): void;
}

/** Creates a machine that runs a transition table. */
export const createStateMachine = <Names extends MachineNames, Event extends EventOf<Names>>({
  transitions,
  initial,
  runs,
  guards,
  effects,
  activities,
  showStep,
  mayContinue = () => true,
}: MachineParts<Names, Event>): StateMachine<Names, Event> => {
  let state: Names['state'] = initial;

  const start = (activity: Names['activity'], run: number): void => {
    const result = activities[activity](run);
    const finish = (event: Event | null): void => {
      if (event !== null && !runs.isSuperseded(run) && mayContinue()) dispatch(event);
    };
    if (result instanceof Promise) void result.then(finish);
    else finish(result);
  };

  const dispatch = (event: Event): void => {
    const row = findTransition(transitions, { state, event: event.type }, (guard) => guards[guard](event));
    if (row === undefined) return;
    state = row.to;
    const run = runs.startRun();
    for (const effect of row.effects ?? []) {
      effects[effect](event);
      // An effect may have brought another event, whose row counts from then on.
      if (runs.isSuperseded(run)) return;
    }
    if (row.shows !== undefined) showStep(row.shows);
    if (row.awaits !== undefined && !runs.isSuperseded(run)) start(row.awaits, run);
  };

  return { state: () => state, dispatch };
};
