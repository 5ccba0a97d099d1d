import type { RemoteDeclaration } from '../../platform/shell-contract';
import type { Scenario } from '../scenario/scenario';
import { showsScreen } from '../scenario/scenario';
import { describeDeclaration } from './describe-declaration';
import { harnessOf } from './stage';
import type { ScreenHarness } from './stage';
import { foreignStyles } from './foreign-styles';
import { readPage, watchListeners, watchTimers } from './traces';

/** What the suite needs of a remote beside its declaration. */
export interface ConformanceOptions {
  /** Every screen and slot in every state; the same that the alone host shows. */
  readonly scenarios: readonly Scenario[];
}

// Names that packages put on window while they develop, and one of the web's own that jsdom lacks and React Aria brings; none of ours.
const packageGlobal = /^(__styled-components|styled-components|__REACT|IS_REACT_ACT|webpackChunk|visualViewport$)/;

const newGlobals = (before: readonly string[]): string[] =>
  Object.getOwnPropertyNames(window).filter((name) => !before.includes(name) && !packageGlobal.test(name));

const visit = async (harness: ScreenHarness): Promise<void> => {
  const screen = await harness.mount();
  await screen.leave();
};

const describeScenario = (declaration: RemoteDeclaration, scenario: Scenario): void => {
  describe(scenario.name, () => {
    it('mounts and leaves the page as it was', async () => {
      const before = readPage();
      const harness = harnessOf(declaration, scenario);
      const shown = await harness.mount();
      expect(foreignStyles()).toEqual([]);
      await shown.leave();
      expect(shown.container).toBeEmptyDOMElement();
      expect(readPage().attributes).toBe(before.attributes);
    });

    it('mounts a second time, and what it began it has ended', async () => {
      const timers = watchTimers();
      const listeners = watchListeners();
      await visit(harnessOf(declaration, scenario));
      // What packages set up once for the page stays; the second visit must add nothing.
      const afterFirst = { page: readPage(), listeners: listeners.held() };
      const harness = harnessOf(declaration, scenario);
      await visit(harness);
      expect({ page: readPage(), listeners: listeners.held() }).toEqual(afterFirst);
      expect({ subscriptions: harness.subscriptions(), timers: timers.held() }).toEqual({ subscriptions: 0, timers: 0 });
      timers.restore();
      listeners.restore();
    });
  });
};

/** The suite that every remote passes: `describeConformance(declaration, { scenarios })`. */
export const describeConformance = (declaration: RemoteDeclaration, { scenarios }: ConformanceOptions): void => {
  describe(`${declaration.name} conforms`, () => {
    const before = Object.getOwnPropertyNames(window);

    describeDeclaration(declaration);

    it('shows every screen and every slot in some scenario', () => {
      const shown = new Set(scenarios.map((scenario) => (showsScreen(scenario) ? scenario.screen : scenario.slot)));
      const offered = [...declaration.screens.map(({ key }) => key), ...Object.keys(declaration.slots)];
      expect(offered.filter((name) => !shown.has(name))).toEqual([]);
    });

    for (const scenario of scenarios) describeScenario(declaration, scenario);

    it('puts no name of its own on window', () => {
      expect(newGlobals(before)).toEqual([]);
    });
  });
};
