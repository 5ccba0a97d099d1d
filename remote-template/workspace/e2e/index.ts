import type { RemoteTests } from '../../e2e/remotes/remote-tests';
import { openScreen } from '../../e2e/remotes/screen-case';
import { createHashStop } from '../../e2e/remotes/walk-stop';
import { dialogOf } from '../../e2e/world/locators';

const TITLE = 'Beispielname';

export const remoteTests: RemoteTests = {
  hashes: ['examplekey'],
  landmark: {
    enter: (page) => openScreen('examplekey')(page),
    shown: (page) => dialogOf(page, TITLE),
    leave: (page) => page.keyboard.press('Escape'),
  },
  cases: {
    visitor: [
      {
        name: 'examplekey',
        open: openScreen('examplekey'),
        shown: (page) => dialogOf(page, TITLE),
      },
    ],
  },
  stops: [createHashStop('examplekey', 'examplekey')],
};
