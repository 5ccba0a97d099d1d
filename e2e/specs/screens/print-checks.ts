import { casesFor } from './screen-cases';
import type { ScreenCase } from '../../remotes/screen-case';
import { WINDOWS } from './windows';

/**
 * Returns one line for each check of each screen: the visitor, the screen in its state, the window, the colour scheme,
 * and the check.
 */
const checkLinesOf = (visitorKind: string, screenCases: readonly ScreenCase[]): string[] =>
  screenCases.flatMap(({ name }) =>
    WINDOWS.flatMap(({ name: windowName, width, height, schemes, checks }) =>
      schemes.flatMap((scheme) =>
        checks.map((checkName) =>
          [visitorKind, name, `${width} × ${height} (${windowName})`, scheme, checkName].join('\t'),
        ),
      ),
    ),
  );

console.log(
  [
    ['who', 'screen and state', 'window', 'scheme', 'check'].join('\t'),
    ...checkLinesOf('visitor', casesFor('visitor')),
    ...checkLinesOf('member', casesFor('member')),
  ].join('\n'),
);
