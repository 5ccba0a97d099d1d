import { useObservable } from '../use-observable';
import { AccessDenied } from './access-denied';
import type { AccessWatch } from './watch-access';

interface AccessHostProps {
  readonly access: Pick<AccessWatch, 'get' | 'subscribe' | 'check'>;
  readonly onReload: () => void;
}

/** Covers everything else while the web app may not be used. */
export const AccessHost = ({ access, onReload }: AccessHostProps) => {
  const now = useObservable(access);
  if (now === 'unknown' || now === 'open') return null;
  return <AccessDenied access={now} onCheck={access.check} onReload={onReload} />;
};
