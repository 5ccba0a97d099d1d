import { createPictureRouter } from './seeds/pictures/picture-router';
import type { Drawing } from './drawing';
import { createChatModule } from './modules/chat';
import { createContactsModule } from './modules/contacts';
import { createContentModule } from './modules/content';
import { createDiscoveryModule } from './modules/discovery';
import type { DiscoveryModule } from './modules/discovery';
import { createAccountModeration, createIdentityModule } from './modules/identity';
import type { IdentityDeps } from './modules/identity';
import {
  createInvitationModule,
  findMeetupForOrder,
  recordMeetupOrder,
  removeMeetupOrder,
  sharedInvitations,
} from './modules/invitations';
import type { InvitationModule } from './modules/invitations';
import { createMailModule } from './modules/mail';
import type { MailModuleDeps } from './modules/mail';
import { createNotificationsModule } from './modules/notifications';
import { createOrderingModule } from './modules/ordering';
import type { OrderingDeps } from './modules/ordering';
import { createReleasesModule, createVisitorCookies } from './modules/releases';
import type { PageProviders, ReleasesDeps } from './modules/releases';
import { createReportModule } from './modules/reports';
import type {
  CreateRateLimiter,
  FindTokenRestaurant,
  GatewayModule,
  ModuleDeps,
  TeamVerifier,
  TokenVerifier,
} from './platform';
import { createPlatformPersonalData, personalDataProviders } from './platform/composition/personal-data';

/** All modules, and the functions of single modules that the platform needs. */
export interface ComposedModules {
  readonly modules: readonly GatewayModule[];
  readonly tokenVerifier: TokenVerifier;
  readonly findTokenRestaurant: FindTokenRestaurant;
  readonly teamVerifier: TeamVerifier;
  /** Answers an invitation in the name of a person from the seed data. */
  readonly answerInvitation: InvitationModule['answer'];
  /** Personal data of the modules and of the platform, for the erasure and export of a user. */
  readonly personalData: readonly GatewayModule['personalData'][];
}

/** External services: the real ones, or the sandbox's imitations. */
export interface Providers {
  readonly signIn: IdentityDeps['signIn'];
  readonly payment: OrderingDeps['payment'];
  readonly mailbox: MailModuleDeps['mailbox'];
  readonly pages: PageProviders;
}

interface ComposeDeps {
  readonly platform: ModuleDeps;
  readonly providers: Providers;
  readonly drawing: Drawing;
  readonly processorSemaphores: IdentityDeps['processorSemaphores'];
  readonly passwordCost: IdentityDeps['passwordCost'];
  readonly estimateGuesses: IdentityDeps['estimateGuesses'];
  /** Modules of a test, in addition to the product's modules. */
  readonly moreModules: readonly GatewayModule[];
}

const createPicturesModule = (
  createRateLimiter: CreateRateLimiter,
  { drawPicture }: Pick<Drawing, 'drawPicture'>,
): GatewayModule => ({
  router: createPictureRouter({ createRateLimiter, drawPicture }),
  personalData: { storesNothingBecause: 'pictures are drawn from their address', impersonalTables: [] },
});

/** Creates the function that finds the preview of a shared link: the preview of a place or of an invitation. */
const createFindPreview =
  (
    { previewPlace }: Pick<DiscoveryModule, 'previewPlace'>,
    { previewLink }: Pick<InvitationModule, 'previewLink'>,
  ): ReleasesDeps['findPreview'] =>
  (link, ipAddress) =>
    link.kind === 'place' ? previewPlace(link.routingName, ipAddress) : previewLink(link.token, ipAddress);

/** Creates all modules. A module gets functions of another module only as that module's `index.ts` exports them. */
export const composeModules = ({
  platform,
  providers,
  drawing,
  processorSemaphores,
  passwordCost,
  estimateGuesses,
  moreModules,
}: ComposeDeps): ComposedModules => {
  const { config, address, database, clock, log, tracer, live, jobs, secrets } = platform;
  const { createRateLimiter, createCache, createSharedResults } = platform;
  const contentModule = createContentModule({ database });
  const mail = createMailModule({ config, clock, log, tracer, jobs, secrets, mailbox: providers.mailbox });
  const { outbox } = mail;
  const platformPersonalData = createPlatformPersonalData(() =>
    modules.flatMap((gatewayModule) => gatewayModule.jobs ?? []),
  );
  const onPersonChanged: IdentityDeps['onPersonChanged'] = async (tx, personChange) => {
    for (const personHolder of [contactsModule, chat, notificationsModule, invitationModule])
      await personHolder.onPersonChanged(tx, personChange);
  };
  const identityModule = createIdentityModule({
    config,
    database,
    clock,
    log,
    address,
    live,
    secrets,
    createRateLimiter,
    createCache,
    outbox,
    signIn: providers.signIn,
    processorSemaphores,
    estimateGuesses,
    ...(passwordCost === undefined ? {} : { passwordCost }),
    policyVersion: contentModule.policyVersion,
    changeChannel: createVisitorCookies(address.publicUrl).changeChannel,
    personalData: () =>
      personalDataProviders([platformPersonalData, ...contentModules.map(({ personalData }) => personalData)]),
    onPersonChanged,
  });
  const contactsModule = createContactsModule({
    database,
    clock,
    live,
    jobs,
    createRateLimiter,
    onBlocked: (tx, uid, blockedUids) => invitationModule.removeBlocked(tx, uid, blockedUids),
  });
  const chat = createChatModule({ database, clock, jobs, createRateLimiter, invitations: sharedInvitations });
  const invitationModule: InvitationModule = createInvitationModule({
    config,
    database,
    clock,
    live,
    jobs,
    address,
    secrets,
    createRateLimiter,
    outbox,
  });
  const reportModule = createReportModule({
    config,
    database,
    clock,
    log,
    secrets,
    createRateLimiter,
    outbox,
    accounts: createAccountModeration({ clock, outbox, live, onPersonChanged }),
  });
  const orderingModule = createOrderingModule({
    config,
    database,
    clock,
    log,
    tracer,
    jobs,
    address,
    createRateLimiter,
    payment: providers.payment,
    outbox,
    drawReceipt: drawing.drawReceipt,
    findMeetup: findMeetupForOrder,
    onMeetupOrdered: recordMeetupOrder,
    onMeetupOrderGone: removeMeetupOrder,
  });
  const notificationsModule = createNotificationsModule({ database, clock });
  const discoveryModule = createDiscoveryModule({
    database,
    clock,
    address,
    createRateLimiter,
    createSharedResults,
    drawMap: drawing.drawMap,
  });
  const releasesModule = createReleasesModule({
    config,
    address,
    database,
    clock,
    log,
    createRateLimiter,
    outbox,
    providers: providers.pages,
    loadList: discoveryModule.firstList,
    secrets,
    findPreview: createFindPreview(discoveryModule, invitationModule),
  });
  const contentModules: readonly GatewayModule[] = [
    contactsModule,
    chat,
    invitationModule,
    reportModule,
    notificationsModule,
    contentModule,
    createPicturesModule(createRateLimiter, drawing),
    discoveryModule,
    orderingModule,
    releasesModule,
    ...moreModules,
    mail,
  ];
  const modules = [identityModule, ...contentModules];
  return {
    modules,
    tokenVerifier: identityModule.tokenVerifier,
    findTokenRestaurant: discoveryModule.findTokenRestaurant,
    teamVerifier: releasesModule.teamVerifier,
    answerInvitation: invitationModule.answer,
    personalData: [platformPersonalData, ...modules.map(({ personalData }) => personalData)],
  };
};
