import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { Router } from './router';

interface ResumeDeps {
  readonly session: Pick<ShellApi['session'], 'get' | 'subscribe'>;
  readonly router: Pick<Router, 'missingStep' | 'resume' | 'subscribe'>;
}

/**
 * Leads back to a refused screen once the user is logged in or verified, in this tab or another one. Runs from the
 * start of the page, because the user may enter the code on a reloaded page. Returns an unsubscribe function.
 */
export const resumeRefused = ({ session, router }: ResumeDeps): (() => void) => {
  const resumeWhenAllowed = (): void => {
    const view = session.get();
    const missingStep = router.missingStep();
    if (missingStep === null || view.status !== 'known') return;
    if (missingStep === 'login' ? view.account.loggedIn : view.account.verified) router.resume();
  };
  const stopFunctions = [session.subscribe(resumeWhenAllowed), router.subscribe(resumeWhenAllowed)];
  resumeWhenAllowed();
  return () => stopFunctions.forEach((stop) => stop());
};
