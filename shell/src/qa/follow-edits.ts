import { isObject } from '@mahlzeit/shared-ui/platform';
import { allowReinjection } from '@mahlzeit/shared-ui/platform/reinjection';

/**
 * Name of the event of a remote that a dev server serves: the remote has replaced its edited modules, or could not
 * (shared-ui/build/live-build.ts).
 */
const EDIT_EVENT = 'mahlzeit-remote-edited';

interface EditFollowerDeps {
  readonly browser: Pick<Window, 'addEventListener'>;
  /** Mounts all screens again, so that the page shows the edited modules. State outside of components stays. */
  remount(): void;
  reload(): void;
}

/**
 * Shows edits of remotes that a dev server serves. The page reloads only if the remote could not replace its modules.
 */
export const followEdits = ({ browser, remount, reload }: EditFollowerDeps): void => {
  allowReinjection();
  browser.addEventListener(EDIT_EVENT, (event) => {
    const detail: unknown = 'detail' in event ? event.detail : null;
    if (isObject(detail) && detail.isApplied === true) remount();
    else reload();
  });
};
