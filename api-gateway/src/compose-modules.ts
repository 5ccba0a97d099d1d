import { createPictureRouter } from '../seeds/pictures/picture-router';
import type { Drawing } from './drawing';
import { createChatModule } from './modules/chat';
import { createContactsModule } from './modules/contacts';
import { createContentModule } from './modules/content';
import { createDiscoveryModule } from './modules/discovery';
import { createIdentityModule } from './modules/identity';
import type { IdentityDeps } from './modules/identity';
import {
  createInvitationModule,
  findOrderableMeetup,
  recordMeetupOrder,
  recordMeetupOrderGone,
  sharedInvitations,
} from './modules/invitations';
import type { InvitationModule } from './modules/invitations';
import { createMailModule } from './modules/mail';
import type { MailDeps } from './modules/mail';
import { createNotificationsModule } from './modules/notifications';
import { createOrderingModule } from './modules/ordering';
import { createReleasesModule } from './modules/releases';
import type { ReleasesDeps } from './modules/releases';
import { createReportModule } from './modules/reports';
import type { FindTokenRestaurant, GatewayModule, ModuleDeps, PaymentConfig, TokenVerifier } from './platform';
import { createPlatformPersonalData, personalDataProviders } from './platform/composition/personal-data';

/** All modules, and what the platform needs of them. */
export interface ComposedModules {
  readonly modules: readonly GatewayModule[];
  readonly tokenVerifier: TokenVerifier;
  readonly findTokenRestaurant: FindTokenRestaurant;
  /** Answers in the name of whom a seed speaks for. */
  readonly answerInvitation: InvitationModule['answer'];
  /** What each of them, and the platform itself, says of personal data. */
  readonly personalData: readonly GatewayModule['personalData'][];
}

interface ComposeDeps
  extends
    ModuleDeps,
    Pick<IdentityDeps, 'passwordCost' | 'signIn' | 'costlyWork'>,
    Pick<MailDeps, 'mailbox'>,
    Drawing,
    Pick<ReleasesDeps, 'googleMaps' | 'testPayments' | 'takesOrders' | 'foreignPages' | 'isSandbox'> {
  readonly payment: PaymentConfig;
  readonly more: readonly GatewayModule[];
}

/** The list of modules, wired; each gets other modules only by their front doors. */
export const composeModules = (deps: ComposeDeps): ComposedModules => {
  const { config, database, clock, log, live, jobs, address, createRateLimiter } = deps;
  const content = createContentModule(deps);
  const mail = createMailModule({ config, clock, log, jobs, mailbox: deps.mailbox });
  const platform = createPlatformPersonalData(() => modules.flatMap(({ jobs }) => jobs ?? []));
  const identity = createIdentityModule({
    ...deps,
    outbox: mail.outbox,
    policyVersion: content.policyVersion,
    personalData: () => personalDataProviders([platform, ...others.map(({ personalData }) => personalData)]),
    async onPersonChanged(tx, change) {
      for (const { onPersonChanged } of [contacts, chat, notifications, invitations]) await onPersonChanged(tx, change);
    },
  });
  const contacts = createContactsModule({
    database,
    clock,
    live,
    jobs,
    createRateLimiter,
    onBlocked: (tx, uid, others) => invitations.keepOut(tx, uid, others),
  });
  const chat = createChatModule({ database, clock, jobs, createRateLimiter, invitations: sharedInvitations });
  const invitations: InvitationModule = createInvitationModule({
    config,
    database,
    clock,
    jobs,
    address,
    createRateLimiter,
    outbox: mail.outbox,
  });
  const reports = createReportModule({ config, database, clock, createRateLimiter, outbox: mail.outbox });
  const ordering = createOrderingModule({
    ...deps,
    outbox: mail.outbox,
    findMeetup: findOrderableMeetup,
    onMeetupOrdered: recordMeetupOrder,
    onMeetupOrderGone: recordMeetupOrderGone,
  });
  const notifications = createNotificationsModule({ database, clock });
  const discovery = createDiscoveryModule(deps);
  const releases = createReleasesModule({
    ...deps,
    loadList: discovery.firstList,
    findPreview: (link, from) =>
      link.kind === 'place'
        ? discovery.previewPlace(link.routingName, from)
        : invitations.previewLink(link.token, from),
  });
  const pictures: GatewayModule = {
    router: createPictureRouter(deps),
    personalData: { storesNothingBecause: 'pictures are drawn from their address', impersonalTables: [] },
  };
  const others: readonly GatewayModule[] = [
    contacts,
    chat,
    invitations,
    reports,
    notifications,
    content,
    pictures,
    discovery,
    ordering,
    releases,
    ...deps.more,
    mail,
  ];
  const modules = [identity, ...others];
  return {
    modules,
    tokenVerifier: identity.tokenVerifier,
    findTokenRestaurant: discovery.findTokenRestaurant,
    answerInvitation: invitations.answer,
    personalData: [platform, ...modules.map(({ personalData }) => personalData)],
  };
};
