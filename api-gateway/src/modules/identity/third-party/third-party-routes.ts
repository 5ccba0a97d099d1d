import { completeThirdParty, getProviders, ok, ThirdParty } from '@mahlzeit/contract';
import { openRoute, route } from '../../../platform';
import type { BoundRoute, GatewayAddress, LivePort } from '../../../platform';
import { refreshCookie } from '../refresh-cookie';
import type { CompletionService } from './completion-service';
import type { ProviderClients } from './provider-clients';

export interface ThirdPartyRoutesDeps {
  readonly clients: ProviderClients;
  readonly completions: CompletionService;
  readonly address: GatewayAddress;
  readonly live: LivePort;
}

/** Whom one may sign in with, and the last step of doing so. */
export const thirdPartyRoutes = ({ clients, completions, address, live }: ThirdPartyRoutesDeps): readonly BoundRoute[] => [
  openRoute(getProviders, async () => ok(ThirdParty.options.map((provider) => ({ provider, enabled: clients[provider] !== null })))),

  route(completeThirdParty, async ({ params: { provider }, body, session, raw: { response } }) => {
    const completed = await completions.complete(body, { provider, caller: session });
    if (!completed.ok) return completed;
    if (completed.value.kind === 'proved') return ok(completed.value.session);
    // The visitor's own tokens count no longer; their open pages are notified.
    live.rightsChanged(session.uid);
    response.append('Set-Cookie', refreshCookie(address, completed.value.opened.refreshToken));
    return ok(completed.value.opened.answer);
  }),
];
