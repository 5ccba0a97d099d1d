import { casesFor } from './screen-cases';
import type { ScreenCase } from '../../remotes/screen-case';
import { WINDOWS } from './windows';

/**
 * Returns one line for each check of each screen: the visitor, the screen in its state, the window, the colour scheme,
 * and the check.
 */
const linesOf = (visitorKind: string, cases: readonly ScreenCase[]): string[] =>
  cases.flatMap(({ name }) =>
    WINDOWS.flatMap(({ name: window, width, height, schemes, checks }) =>
      schemes.flatMap((scheme) =>
        checks.map((check) => [visitorKind, name, `${width} × ${height} (${window})`, scheme, check].join('\t')),
      ),
    ),
  );

console.log(
  [
    ['who', 'screen and state', 'window', 'scheme', 'check'].join('\t'),
    ...linesOf('visitor', casesFor('visitor')),
    ...linesOf('member', casesFor('member')),
  ].join('\n'),
);
