import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { CONFORMANCE_RULES } from './finding';
import { inspectionStepsOf } from './inspect-remote';
import type { ConformanceOptions } from './inspect-remote';

export type { ConformanceOptions } from './inspect-remote';

interface Watchdog {
  /** Sets the name of the running step. The watchdog prints the name if the step never ends. */
  setPlace(scenarioName: string): void;
  stop(): Promise<void>;
}

interface WatchdogModule {
  startWatchdog(remote: string): Watchdog;
}

/** Result of the conformance suite for one remote, from which `npm run conformance` makes the report of a release. */
interface SuiteResult {
  readonly remote: string;
  /** Number of rules that the conformance suite checks. */
  readonly rules: number;
  /** Number of steps in which no problem was found. */
  readonly passed: number;
  readonly findings: readonly string[];
}

interface CheckoutModule {
  otherDeclarationFiles(testFile: string): readonly string[];
  writeSuiteResult(result: SuiteResult): void;
}

// Loads modules that need Node. `requireActual` hides them from the bundler, which also bundles this file's package for
// the page that runs a remote without the shell.
const readCheckout = (): CheckoutModule => jest.requireActual<CheckoutModule>('./checkout.cjs');

const readOtherRemotes = (): RemoteDeclaration[] =>
  readCheckout()
    .otherDeclarationFiles(expect.getState().testPath ?? '')
    .map((file) => jest.requireActual<{ readonly default: RemoteDeclaration }>(file).default);

/** Declares the test suite that every remote must pass: `describeConformance(declaration, { scenarios })`. */
export const describeConformance = (declaration: RemoteDeclaration, conformanceOptions: ConformanceOptions): void => {
  describe(`${declaration.name} conforms`, () => {
    const findings: string[] = [];
    let passedCount = 0;
    let watchdog: Watchdog | null = null;
    beforeAll(() => {
      watchdog = jest.requireActual<WatchdogModule>('./watchdog.cjs').startWatchdog(declaration.name);
    });
    afterAll(async () => {
      await watchdog?.stop();
      readCheckout().writeSuiteResult({
        remote: declaration.name,
        rules: CONFORMANCE_RULES.length,
        passed: passedCount,
        findings,
      });
    });

    const otherRemotes = readOtherRemotes();
    for (const inspectionStep of inspectionStepsOf(declaration, { otherRemotes, ...conformanceOptions })) {
      it(inspectionStep.name, async () => {
        watchdog?.setPlace(inspectionStep.name);
        const stepFindings = (await inspectionStep.inspect()).map(({ message }) => message);
        findings.push(...stepFindings);
        if (stepFindings.length === 0) passedCount += 1;
        expect(stepFindings).toEqual([]);
      });
    }
  });
};
