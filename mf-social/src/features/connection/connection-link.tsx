import { useLazyPart, useSession, useShell } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import { useTexts } from '../../social-texts';

interface OwnConnectionLink {
  readonly link: string;
  readonly code: string;
}

const useOwnConnectionLink = (): OwnConnectionLink | null => {
  const session = useSession();
  if (session.status !== 'known') return null;
  const { connectionLink, connectionCode } = session.account;
  return connectionLink === null || connectionCode === null ? null : { link: connectionLink, code: connectionCode };
};

/**
 * Returns a function that opens the sheet with the user's own connection link. Users without such a link see an error
 * message (S2§2: ErrorUnknown).
 */
export const useConnectionLink = () => {
  const t = useTexts();
  const { snackbar } = useShell();
  const ownConnectionLink = useOwnConnectionLink();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const { part, load } = useLazyPart(() => import('../links'));
  const openLinkSheet = async (): Promise<void> => {
    if (ownConnectionLink === null) snackbar({ tone: 'error', text: t('ErrorUnknown') });
    else setIsSheetOpen(await load());
  };
  return {
    open: () => void openLinkSheet(),
    sheet:
      isSheetOpen && ownConnectionLink !== null && part !== null ? (
        <part.OwnLinkSheet {...ownConnectionLink} onClose={() => setIsSheetOpen(false)} />
      ) : null,
  };
};
