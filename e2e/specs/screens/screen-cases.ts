import { remoteTests } from '../../remotes/load-remote-tests';
import type { ScreenCases } from '../../remotes/remote-tests';
import type { ScreenCase } from '../../remotes/screen-case';
import { shellCases } from './shell-cases';

/** Returns the screen states (test cases) of the shell and of all remotes for one kind of visitor. */
export const casesFor = (visitorKind: keyof ScreenCases): readonly ScreenCase[] =>
  [shellCases, ...[...remoteTests.values()].map(({ cases: screenCases }) => screenCases)].flatMap(
    (cases) => cases[visitorKind] ?? [],
  );
