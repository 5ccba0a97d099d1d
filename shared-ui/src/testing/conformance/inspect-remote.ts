import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import type { RemoteDeclaration, SlotName } from '../../platform/shell/shell-contract';
import { showsScreen } from '../shell/scenario';
import type { Scenario, ShownSlot } from '../shell/scenario';
import type { SessionKind } from '../scenario/session-kind';
import { checkDeclaration } from './check-declaration';
import { findingsOf, textOf } from './finding';
import type { Finding, Problem } from './finding';
import { readPage } from './page-state';
import { watchPage } from './page-watch';
import type { Held, Watch } from './page-watch';
import { createHarness, outsideAct } from './screen-harness';
import type { ScreenHarness } from './screen-harness';
import { readSharedGlobals } from './shared-globals';
import type { SharedGlobals } from './shared-globals';
import { holdsWithin, TURNS_ALLOWED } from './turns';

const sessionFor = {
  anyone: 'anonymous',
  notLoggedIn: 'anonymous',
  loggedIn: 'verified',
  verified: 'verified',
} as const satisfies Record<string, SessionKind>;

const defaultSlots: { readonly [N in SlotName]: Extract<ShownSlot, { readonly slot: N }> } = {
  'frame/search': { slot: 'frame/search', props: {} },
  'meal/actions': {
    slot: 'meal/actions',
    props: {
      restaurantKey: 'elbkantine',
      routingName: 'elbkantine',
      mealKey: 'linsencurry',
      mealName: 'Linsencurry',
      offer: anOffer({ key: 'linsencurry', name: 'Linsencurry' }),
      isOrderable: true,
    },
  },
  'restaurant/cart': {
    slot: 'restaurant/cart',
    props: {
      restaurantKey: 'elbkantine',
      routingName: 'elbkantine',
      restaurant: aRestaurant(),
      layout: 'side',
      startsOpen: false,
      part: null,
      showMealType: () => undefined,
    },
  },
  'restaurant/social': {
    slot: 'restaurant/social',
    props: { restaurantKey: 'elbkantine', routingName: 'elbkantine', restaurantName: 'Elbkantine' },
  },
};

const isSlotName = (name: string): name is SlotName => name in defaultSlots;

const slotScenario = (slot: SlotName): Scenario => ({ name: 'default props', ...defaultSlots[slot] });

/** What a scenario shows: `screen details`, `slot meal/actions`. */
const subjectOf = (scenario: Scenario): string =>
  showsScreen(scenario) ? `screen ${scenario.screen}` : `slot ${scenario.slot}`;

interface Plan {
  readonly scenario: Scenario;
  /** No scenario was given: mounted as the declaration has it. */
  readonly isImplied: boolean;
}

/** The scenarios, and one for each screen and slot of the declaration that none of them shows. */
const plansOf = ({ screens, slots }: RemoteDeclaration, scenarios: readonly Scenario[]): Plan[] => {
  const shown = new Set(scenarios.map(subjectOf));
  const implied: Scenario[] = [
    ...screens.map(({ key, access }) => ({ name: 'default props', screen: key, session: sessionFor[access] })),
    ...Object.keys(slots).filter(isSlotName).map(slotScenario),
  ];
  return [
    ...scenarios.map((scenario) => ({ scenario, isImplied: false })),
    ...implied.filter((scenario) => !shown.has(subjectOf(scenario))).map((scenario) => ({ scenario, isImplied: true })),
  ];
};

const isDeclared = ({ screens, slots }: RemoteDeclaration, scenario: Scenario): boolean =>
  showsScreen(scenario)
    ? screens.some(({ key }) => key === scenario.screen)
    : Object.keys(slots).includes(scenario.slot);

/** Collects what is written to console.error while something runs. */
const withConsole = async (run: () => Promise<Problem[]>, { isImplied }: Plan): Promise<Problem[]> => {
  const printError = console.error;
  const errors: string[] = [];
  console.error = (...parts: unknown[]): void => void errors.push(parts.map(textOf).join(' '));
  try {
    const problems = await run();
    const heard = isImplied ? errors.filter((text) => !text.startsWith('The scenario has no answer')) : errors;
    // React reports again what a screen has thrown.
    if (problems.some(({ kind }) => kind === 'failed')) return problems;
    return [
      ...problems,
      ...heard.map((text): Problem => ({
        kind: 'consoleError',
        what: `it writes to console.error: ${text.slice(0, 300)}`,
      })),
    ];
  } finally {
    console.error = printError;
  }
};

// The page's own: a visit replaces it.
const { MutationObserver } = globalThis;

/** Waits until nothing more is drawn, so that a visit sees more than the loading state. */
const untilQuiet = async (turns: number): Promise<Problem[]> => {
  let quiet = 0;
  const observer = new MutationObserver(() => {
    quiet = 0;
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  const isQuiet = await holdsWithin(turns, () => {
    quiet += 1;
    return quiet > 3;
  });
  observer.disconnect();
  return isQuiet ? [] : [{ kind: 'restless', what: 'it draws again and again' }];
};

interface Visit {
  readonly harness: ScreenHarness;
  readonly watch: Watch;
  readonly globals: SharedGlobals;
  readonly turns: number;
  /** Keys of storage that being shown may write. */
  readonly stores: readonly string[];
  /** Left while it still loads, or once it has come to rest. */
  readonly until: 'quiet' | 'drawn';
}

/**
 * What a visit has left. What packages set up once for the page stays after the first visit; the second must add
 * nothing.
 */
const leaksOf = (before: readonly Held[], after: readonly Held[], until: Visit['until']): Held[] => {
  const countOf = (held: readonly Held[], what: string): number => held.filter((one) => one.what === what).length;
  return after.filter(
    (one) => one.isOwn || (until === 'drawn' && countOf(after, one.what) > countOf(before, one.what)),
  );
};

const patchesOf = (globals: SharedGlobals): Problem[] =>
  globals.patched().map((what) => ({ kind: 'patched', what: `it patches ${what}` }));

const kindOf = (what: string): 'listener' | 'timer' | 'observer' => {
  if (what.includes('listener')) return 'listener';
  return what.endsWith('Observer') ? 'observer' : 'timer';
};

/** Shows a scenario once, and tells what is wrong while it is shown and after it has left. */
const visitOnce = async ({ harness, watch, globals, turns, stores, until }: Visit): Promise<Problem[]> => {
  const page = readPage(stores);
  const before = watch.held();
  const atMount = await harness.show();
  const untilLeft = until === 'quiet' && atMount.length === 0 ? await untilQuiet(turns) : [];
  const shown: Problem[] = [...atMount, ...untilLeft, ...page.whileShown(), ...patchesOf(globals)];
  const left = await harness.leave();
  // A timeout that is about to run out is none that is left.
  await holdsWithin(5, () => leaksOf(before, watch.held(), until).length === 0);
  const leaks = leaksOf(before, watch.held(), until);
  const problems: Problem[] = [
    ...shown,
    ...left,
    ...page.leaks(),
    ...globals.added().map((what): Problem => ({ kind: 'global', what: `it puts ${what} on window` })),
    ...patchesOf(globals),
    ...leaks.map(({ what }): Problem => ({ kind: kindOf(what), what: `it leaves ${what}` })),
  ];
  for (const leak of leaks) leak.end();
  page.restore();
  return problems;
};

/** What the suite needs of a remote beside its declaration. */
export interface ConformanceOptions {
  /** Every screen and slot in every state; the same that the alone host shows. */
  readonly scenarios: readonly Scenario[];
  /**
   * Turns of the event loop that load, bootstrap, mount, drawing and unmount may take each; `TURNS_ALLOWED` by default.
   */
  readonly turns?: number;
}

/** One thing to look at, a test of its own in jest. */
interface InspectionStep {
  /** What is looked at: the declaration, or a screen or slot with its scenario. */
  readonly name: string;
  inspect(): Promise<Finding[]>;
}

// A remote that keeps one waiting again and again would keep everybody else waiting, too.
const MAX_LATE = 3;

const isLate = ({ kind }: Problem): boolean => kind === 'late' || kind === 'restless';

/**
 * The steps in which a remote is inspected: its declaration first, then each scenario, and each screen that has none.
 */
export const inspectionOf = (
  declaration: RemoteDeclaration,
  { scenarios, turns = TURNS_ALLOWED }: ConformanceOptions,
): InspectionStep[] => {
  const { name } = declaration;
  const lateSubjects = new Set<string>();
  const visited = new Set<string>();

  const visit = async ({ scenario }: Plan): Promise<Problem[]> => {
    const subject = subjectOf(scenario);
    if (lateSubjects.has(subject) || lateSubjects.size >= MAX_LATE)
      return [{ kind: 'skipped', what: 'it is not visited, as others before it did not end' }];
    const watch = watchPage();
    const globals = readSharedGlobals();
    const once = (until: Visit['until']): Promise<Problem[]> => {
      const harness = createHarness(declaration, { scenario, turns });
      return visitOnce({ harness, watch, globals, turns, stores: scenario.stores ?? [], until });
    };
    try {
      const first = await once('quiet');
      // A second visit shows that the screen can be had again, and that what packages have set up doesn't grow.
      const isNeeded = !visited.has(subject) || watch.held().length > 0;
      visited.add(subject);
      const problems = isNeeded && !first.some(isLate) ? [...first, ...(await once('drawn'))] : first;
      if (problems.some(isLate)) lateSubjects.add(subject);
      return problems;
    } finally {
      globals.restore();
      watch.restore();
    }
  };

  const stepOf = (plan: Plan): InspectionStep => {
    const place = `${subjectOf(plan.scenario)}, ${plan.scenario.name}`;
    return {
      name: place,
      async inspect() {
        if (!isDeclared(declaration, plan.scenario))
          return findingsOf(`${name}, ${place}`, [
            { kind: 'undeclared', what: 'the scenario shows what is not declared' },
          ]);
        const missing: Problem[] = plan.isImplied ? [{ kind: 'missingScenario', what: 'it has no scenario' }] : [];
        const problems = await outsideAct(() => withConsole(() => visit(plan), plan));
        return findingsOf(`${name}, ${place}`, [...missing, ...problems]);
      },
    };
  };

  return [
    {
      name: 'declaration',
      inspect: async () => findingsOf(`${name}, declaration`, await checkDeclaration(declaration, turns)),
    },
    ...plansOf(declaration, scenarios).map(stepOf),
  ];
};

/**
 * Finds what is wrong with a remote. Ends in bounded time, unless a script of the remote runs without end: that is the
 * watchdog's to end.
 */
export const inspectRemote = async (
  declaration: RemoteDeclaration,
  options: ConformanceOptions,
): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const step of inspectionOf(declaration, options)) findings.push(...(await step.inspect()));
  return findings;
};
