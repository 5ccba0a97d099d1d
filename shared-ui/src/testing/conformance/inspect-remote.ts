import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import type { ShellEntries } from '../../shell-entries';
import { showsScreen } from '../shell/scenario';
import type { Scenario } from '../shell/scenario';
import type { SessionKind } from '../scenario/session-kind';
import { checkDeclaration } from './check-declaration';
import { findingsOf, messageOfError } from './finding';
import type { Finding, Problem } from './finding';
import { watchOutsideCalls } from './outside-calls';
import { readPage } from './page-state';
import { watchPage } from './page-watch';
import type { OpenResource, ResourceWatcher } from './page-watch';
import { createHarness, runOutsideAct } from './screen-harness';
import type { ScreenHarness } from './screen-harness';
import { readSharedGlobals } from './shared-globals';
import type { SharedGlobals } from './shared-globals';
import { conditionHoldsWithin, MAX_EVENT_LOOP_TURNS } from './turns';
import { watchRejections } from './unhandled-rejections';

const SESSION_BY_ACCESS = {
  anyone: 'anonymous',
  notLoggedIn: 'anonymous',
  loggedIn: 'verified',
  verified: 'verified',
} as const satisfies Record<string, SessionKind>;

/** Returns the name of the screen or slot that a scenario shows: `screen details`, `slot meal/actions`. */
const subjectOfScenario = (scenario: Scenario): string =>
  showsScreen(scenario) ? `screen ${scenario.screen}` : `slot ${scenario.slot}`;

interface VisitPlan {
  readonly scenario: Scenario;
  /** True when the remote has no scenario for the screen, so that it is mounted with default props. */
  readonly isImplied: boolean;
}

/** Returns one planned visit for each scenario, and one more for each declared screen that has no scenario. */
const visitPlansOf = ({ screens }: RemoteDeclaration, scenarios: readonly Scenario[]): VisitPlan[] => {
  const scenarioSubjects = new Set(scenarios.map(subjectOfScenario));
  const impliedScenarios: Scenario[] = screens.map(({ key, access }) => ({
    name: 'default props',
    screen: key,
    session: SESSION_BY_ACCESS[access],
  }));
  return [
    ...scenarios.map((scenario) => ({ scenario, isImplied: false })),
    ...impliedScenarios
      .filter((scenario) => !scenarioSubjects.has(subjectOfScenario(scenario)))
      .map((scenario) => ({ scenario, isImplied: true })),
  ];
};

/**
 * Returns the declared slots that have no scenario. They aren't visited, because only a scenario knows which props
 * another remote passes.
 */
const slotsWithoutScenario = ({ slots }: RemoteDeclaration, scenarios: readonly Scenario[]): string[] => {
  const scenarioSubjects = new Set(scenarios.map(subjectOfScenario));
  return Object.keys(slots).filter((slotName) => !scenarioSubjects.has(`slot ${slotName}`));
};

const MISSING_SCENARIO: Problem = { kind: 'missingScenario', description: 'it has no scenario' };

const isScenarioDeclared = ({ screens, slots }: RemoteDeclaration, scenario: Scenario): boolean =>
  showsScreen(scenario)
    ? screens.some(({ key }) => key === scenario.screen)
    : Object.keys(slots).includes(scenario.slot);

/** Runs a function and adds a problem for each call of `console.error` during the run. */
const withConsoleProblems = async (
  runVisit: () => Promise<Problem[]>,
  { isImplied }: VisitPlan,
): Promise<Problem[]> => {
  const originalConsoleError = console.error;
  const consoleErrors: string[] = [];
  console.error = (...consoleArguments: unknown[]): void =>
    void consoleErrors.push(consoleArguments.map(messageOfError).join(' '));
  try {
    const problems = await runVisit();
    const relevantErrors = isImplied
      ? consoleErrors.filter((errorText) => !errorText.startsWith('The scenario has no answer'))
      : consoleErrors;
    // React also logs the error of a screen that failed. Without this line, the error would be reported twice.
    if (problems.some(({ kind }) => kind === 'failed')) return problems;
    return [
      ...problems,
      ...relevantErrors.map((text): Problem => ({
        kind: 'consoleError',
        description: `it writes to console.error: ${text.slice(0, 300)}`,
      })),
    ];
  } finally {
    console.error = originalConsoleError;
  }
};

// The original class is stored here, because a visit replaces the global `MutationObserver`.
const { MutationObserver } = globalThis;

/** Waits until the page no longer changes, so that a visit inspects more than the loading state. */
const waitUntilQuiet = async (turns: number): Promise<Problem[]> => {
  let quietTurns = 0;
  const changeObserver = new MutationObserver(() => {
    quietTurns = 0;
  });
  changeObserver.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  const isQuiet = await conditionHoldsWithin(turns, () => {
    quietTurns += 1;
    return quietTurns > 3;
  });
  changeObserver.disconnect();
  return isQuiet ? [] : [{ kind: 'restless', description: 'it draws again and again' }];
};

interface VisitOptions {
  readonly harness: ScreenHarness;
  readonly watch: ResourceWatcher;
  readonly globals: SharedGlobals;
  readonly turns: number;
  /** Storage keys that the scenario is allowed to write. */
  readonly stores: readonly string[];
  /** Time at which the screen is left: during loading (`drawn`), or after rendering has finished (`quiet`). */
  readonly until: 'quiet' | 'drawn';
}

/**
 * Returns the resources (timers, listeners and so on) that a visit has left open. After the first visit, global
 * resources of packages may stay open; the second visit must not add any.
 */
const leakedResourcesOf = (
  resourcesBefore: readonly OpenResource[],
  resourcesAfter: readonly OpenResource[],
  until: VisitOptions['until'],
): OpenResource[] => {
  const countResources = (resources: readonly OpenResource[], description: string): number =>
    resources.filter((resource) => resource.description === description).length;
  return resourcesAfter.filter(
    (resource) =>
      resource.isOpenedByOwnCode ||
      (until === 'drawn' &&
        countResources(resourcesAfter, resource.description) > countResources(resourcesBefore, resource.description)),
  );
};

const patchProblemsOf = (globals: SharedGlobals): Problem[] =>
  globals.patchedGlobals().map((globalName) => ({ kind: 'patched', description: `it patches ${globalName}` }));

const resourceKindOf = (description: string): 'listener' | 'timer' | 'observer' => {
  if (description.includes('listener')) return 'listener';
  return description.endsWith('Observer') ? 'observer' : 'timer';
};

/** Renders a scenario once. Returns the problems that occurred during the visit and after it. */
const visitOnce = async ({ harness, watch, globals, turns, stores, until }: VisitOptions): Promise<Problem[]> => {
  const pageState = readPage(stores);
  const resourcesBefore = watch.openResources();
  const mountProblems = await harness.show();
  const quietProblems = until === 'quiet' && mountProblems.length === 0 ? await waitUntilQuiet(turns) : [];
  const problemsWhileMounted: Problem[] = [
    ...mountProblems,
    ...quietProblems,
    ...(until === 'quiet' && mountProblems.length === 0 ? harness.problemsOfContent() : []),
    ...pageState.problemsWhileShown(),
    ...patchProblemsOf(globals),
  ];
  const leaveProblems = await harness.leave();
  // A timeout that fires within a few turns of the event loop doesn't count as a leak.
  await conditionHoldsWithin(5, () => leakedResourcesOf(resourcesBefore, watch.openResources(), until).length === 0);
  const leakedResources = leakedResourcesOf(resourcesBefore, watch.openResources(), until);
  const problems: Problem[] = [
    ...problemsWhileMounted,
    ...leaveProblems,
    ...pageState.problemsAfterUnmount(),
    ...globals.addedGlobals().map((what): Problem => ({ kind: 'global', description: `it puts ${what} on window` })),
    ...patchProblemsOf(globals),
    ...leakedResources.map(({ description }): Problem => ({
      kind: resourceKindOf(description),
      description: `it leaves ${description}`,
    })),
  ];
  for (const leakedResource of leakedResources) leakedResource.release();
  pageState.restore();
  return problems;
};

/** Options of the conformance suite for one remote. */
export interface ConformanceOptions {
  /**
   * Scenarios that show every screen and slot in every state. The page that runs the remote without the shell shows the
   * same scenarios.
   */
  readonly scenarios: readonly Scenario[];
  /** Entries that the remote's `src/shell-entries` exports; undefined without them. */
  readonly entries?: ShellEntries;
  /** Declarations of the other remotes in this checkout: no two remotes may declare the same name. */
  readonly otherRemotes?: readonly RemoteDeclaration[];
  /**
   * Maximum number of event loop turns for each phase: load, bootstrap, mount, render and unmount. Default:
   * `MAX_EVENT_LOOP_TURNS`.
   */
  readonly turns?: number;
}

/** Step in the inspection of a remote. In Jest each step is one test. */
interface InspectionStep {
  /** Name of the step: the declaration, or a screen or slot with its scenario. */
  readonly name: string;
  inspect(): Promise<Finding[]>;
}

// After this number of screens that don't finish in time, all further screens are skipped, so that the remote doesn't
// delay the other tests.
const MAX_LATE_SUBJECTS = 3;

const isLateProblem = ({ kind }: Problem): boolean => kind === 'late' || kind === 'restless';

/**
 * Returns the steps of a remote's inspection: first the declaration, then each scenario, then each screen and slot
 * without a scenario.
 */
export const inspectionStepsOf = (
  declaration: RemoteDeclaration,
  { scenarios, entries, otherRemotes, turns = MAX_EVENT_LOOP_TURNS }: ConformanceOptions,
): InspectionStep[] => {
  const { name } = declaration;
  const lateSubjects = new Set<string>();
  const visitedSubjects = new Set<string>();

  const visitScenario = async ({ scenario }: VisitPlan): Promise<Problem[]> => {
    const visitedSubject = subjectOfScenario(scenario);
    if (lateSubjects.has(visitedSubject) || lateSubjects.size >= MAX_LATE_SUBJECTS)
      return [{ kind: 'skipped', description: 'it is not visited, as others before it did not end' }];
    const watch = watchPage();
    const outsideCalls = watchOutsideCalls();
    const rejections = watchRejections();
    const globals = readSharedGlobals();
    const visitUntil = (visitEnd: VisitOptions['until']): Promise<Problem[]> => {
      const harness = createHarness(declaration, { scenario, maxTurns: turns });
      return visitOnce({ harness, watch, globals, turns, stores: scenario.stores ?? [], until: visitEnd });
    };
    try {
      const firstVisitProblems = await visitUntil('quiet');
      // The second visit checks that the screen can be opened again, and that packages don't open further global
      // resources.
      const isSecondVisitNeeded = !visitedSubjects.has(visitedSubject) || watch.openResources().length > 0;
      visitedSubjects.add(visitedSubject);
      const problems =
        isSecondVisitNeeded && !firstVisitProblems.some(isLateProblem)
          ? [...firstVisitProblems, ...(await visitUntil('drawn'))]
          : firstVisitProblems;
      if (problems.some(isLateProblem)) lateSubjects.add(visitedSubject);
      return [...problems, ...outsideCalls.problems(), ...(await rejections.problems())];
    } finally {
      globals.restore();
      rejections.restore();
      outsideCalls.restore();
      watch.restore();
    }
  };

  const inspectionStepOf = (visitPlan: VisitPlan): InspectionStep => {
    const stepName = `${subjectOfScenario(visitPlan.scenario)}, ${visitPlan.scenario.name}`;
    return {
      name: stepName,
      async inspect() {
        if (!isScenarioDeclared(declaration, visitPlan.scenario))
          return findingsOf(`${name}, ${stepName}`, [
            { kind: 'undeclared', description: 'the scenario shows what is not declared' },
          ]);
        const missingProblems = visitPlan.isImplied ? [MISSING_SCENARIO] : [];
        const problems = await runOutsideAct(() => withConsoleProblems(() => visitScenario(visitPlan), visitPlan));
        return findingsOf(`${name}, ${stepName}`, [...missingProblems, ...problems]);
      },
    };
  };

  return [
    {
      name: 'declaration',
      inspect: async () =>
        findingsOf(`${name}, declaration`, await checkDeclaration(declaration, { turns, entries, otherRemotes })),
    },
    ...visitPlansOf(declaration, scenarios).map(inspectionStepOf),
    ...slotsWithoutScenario(declaration, scenarios).map((slotName): InspectionStep => ({
      name: `slot ${slotName}`,
      inspect: () => Promise.resolve(findingsOf(`${name}, slot ${slotName}`, [MISSING_SCENARIO])),
    })),
  ];
};

/**
 * Runs all steps of the inspection and returns the findings. The time of each step is limited, except for a script of
 * the remote that never ends: the watchdog stops such a script.
 */
export const inspectRemote = async (
  declaration: RemoteDeclaration,
  conformanceOptions: ConformanceOptions,
): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const inspectionStep of inspectionStepsOf(declaration, conformanceOptions))
    findings.push(...(await inspectionStep.inspect()));
  return findings;
};
