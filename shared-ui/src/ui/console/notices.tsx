import { createContext, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { SnackbarRegion, SnackbarView } from '../snackbar-view';
import type { SnackbarTone } from '../snackbar-view';

/** Message at the top of a console's page. It disappears after 8 seconds. */
export interface Notice {
  readonly text: string;
  readonly tone?: SnackbarTone;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const ShowNoticeContext = createContext<(notice: Notice) => void>(() => undefined);

/** Returns the function that shows a message at the top of the page. */
export const useNotice = (): ((notice: Notice) => void) => useContext(ShowNoticeContext);

const NOTICE_DURATION_MS = 8_000;

/** Region that shows the messages, and the provider for `useNotice`. A new message replaces the previous one. */
export const NoticesProvider = ({ children }: { readonly children: ReactNode }) => {
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => {
    if (notice === null) return undefined;
    const closeTimer = setTimeout(() => setNotice(null), NOTICE_DURATION_MS);
    return () => clearTimeout(closeTimer);
  }, [notice]);
  const closeNotice = (): void => setNotice(null);
  const closeAfterAction = ({ label, run }: NonNullable<Notice['action']>) => ({
    label,
    run: () => {
      closeNotice();
      run();
    },
  });
  return (
    <ShowNoticeContext value={setNotice}>
      {children}
      <SnackbarRegion role="status">
        {notice !== null && (
          <SnackbarView
            text={notice.text}
            tone={notice.tone}
            action={notice.action === undefined ? undefined : closeAfterAction(notice.action)}
            onClose={closeNotice}
          />
        )}
      </SnackbarRegion>
    </ShowNoticeContext>
  );
};
