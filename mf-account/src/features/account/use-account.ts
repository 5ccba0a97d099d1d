import type { Account } from '@mahlzeit/contract';
import { useSession } from '@mahlzeit/shared-ui/platform';

/** The account as it stands now; null while nobody is known. */
export const useAccount = (): Account | null => {
  const session = useSession();
  return session.status === 'known' ? session.account : null;
};
