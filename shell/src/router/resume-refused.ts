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
  const resume = (): void => {
    const view = session.get();
    const step = router.missingStep();
    if (step === null || view.status !== 'known') return;
    if (step === 'login' ? view.account.loggedIn : view.account.verified) router.resume();
  };
  const stops = [session.subscribe(resume), router.subscribe(resume)];
  resume();
  return () => stops.forEach((stop) => stop());
};
