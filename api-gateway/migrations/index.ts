import * as platform from './001-platform';
import * as identity from './002-identity';
import * as discovery from './003-discovery';
import * as content from './004-content';
import * as releases from './005-releases';
import * as search from './006-search';
import * as discounts from './007-discounts';
import * as gazetteer from './008-gazetteer';
import * as imports from './009-import';
import * as notifications from './010-notifications';
import * as account from './011-account';
import * as mail from './012-mail';
import * as thirdParty from './013-third-party';
import * as teaserWords from './014-teaser-words';
import * as requestSteps from './015-request-steps';
import * as jobs from './016-jobs';
import * as social from './017-social';
import * as chat from './018-chat';
import * as reports from './019-reports';
import * as periodicLease from './020-periodic-lease';
import * as invitation from './021-invitation';
import * as meetupMails from './022-meetup-mails';
import * as orders from './023-orders';
import * as requestPerson from './024-request-person';
import * as invitationMails from './025-invitation-mails';
import * as partner from './026-partner';
import * as refunds from './027-refunds';
import * as rating from './028-rating';
import * as cards from './029-cards';
import * as seller from './030-seller';
import * as orderRequest from './031-order-request';
import * as ownerMails from './032-owner-mails';
import * as chatSaid from './033-chat-said';
import * as releaseStore from './034-release-store';
import * as orderOfUse from './035-order-of-use';
import * as releaseRollout from './036-release-rollout';
import * as releaseHealth from './037-release-health';
import * as orderPromises from './038-order-promises';
import * as orderTaking from './040-order-taking';
import * as postcodes from './041-postcodes';
import * as accountChannel from './042-account-channel';
import * as emailChange from './043-email-change';
import * as chosenNames from './044-chosen-names';
import * as chatLists from './045-chat-lists';
import * as contactRemovals from './046-contact-removals';
import * as chatSeats from './047-chat-seats';
import * as revokedLinks from './048-revoked-links';
import * as chatLeavers from './049-chat-leavers';
import * as secrets from './050-secrets';
import * as sessionDevice from './053-session-device';
import * as emailUndo from './054-email-undo';
import * as signInWays from './055-sign-in-ways';
import * as passkeys from './056-passkeys';
import * as secondStep from './057-second-step';
import * as oldOrders from './059-old-orders';
import * as reportDecisions from './060-report-decisions';
import * as lostPayments from './062-lost-payments';
import * as jobOrigin from './065-job-origin';

/**
 * All migrations in the order of their execution. The list is written by hand, because the gateway runs from one bundle
 * and can't read a folder of migrations.
 */
export const migrations = [
  { name: '001-platform', up: platform.up, down: platform.down },
  { name: '002-identity', up: identity.up, down: identity.down },
  { name: '003-discovery', up: discovery.up, down: discovery.down },
  { name: '004-content', up: content.up, down: content.down },
  { name: '005-releases', up: releases.up, down: releases.down },
  { name: '006-search', up: search.up, down: search.down },
  { name: '007-discounts', up: discounts.up, down: discounts.down },
  { name: '008-gazetteer', up: gazetteer.up, down: gazetteer.down },
  { name: '009-import', up: imports.up, down: imports.down },
  { name: '010-notifications', up: notifications.up, down: notifications.down },
  { name: '011-account', up: account.up, down: account.down },
  { name: '012-mail', up: mail.up, down: mail.down },
  { name: '013-third-party', up: thirdParty.up, down: thirdParty.down },
  { name: '014-teaser-words', up: teaserWords.up, down: teaserWords.down },
  { name: '015-request-steps', up: requestSteps.up, down: requestSteps.down },
  { name: '016-jobs', up: jobs.up, down: jobs.down },
  { name: '017-social', up: social.up, down: social.down },
  { name: '018-chat', up: chat.up, down: chat.down },
  { name: '019-reports', up: reports.up, down: reports.down },
  { name: '020-periodic-lease', up: periodicLease.up, down: periodicLease.down },
  { name: '021-invitation', up: invitation.up, down: invitation.down },
  { name: '022-meetup-mails', up: meetupMails.up, down: meetupMails.down },
  { name: '023-orders', up: orders.up, down: orders.down },
  { name: '024-request-person', up: requestPerson.up, down: requestPerson.down },
  { name: '025-invitation-mails', up: invitationMails.up, down: invitationMails.down },
  { name: '026-partner', up: partner.up, down: partner.down },
  { name: '027-refunds', up: refunds.up, down: refunds.down },
  { name: '028-rating', up: rating.up, down: rating.down },
  { name: '029-cards', up: cards.up, down: cards.down },
  { name: '030-seller', up: seller.up, down: seller.down },
  { name: '031-order-request', up: orderRequest.up, down: orderRequest.down },
  { name: '032-owner-mails', up: ownerMails.up, down: ownerMails.down },
  { name: '033-chat-said', up: chatSaid.up, down: chatSaid.down },
  { name: '034-release-store', up: releaseStore.up, down: releaseStore.down },
  { name: '035-order-of-use', up: orderOfUse.up, down: orderOfUse.down },
  { name: '036-release-rollout', up: releaseRollout.up, down: releaseRollout.down },
  { name: '037-release-health', up: releaseHealth.up, down: releaseHealth.down },
  { name: '038-order-promises', up: orderPromises.up, down: orderPromises.down },
  { name: '040-order-taking', up: orderTaking.up, down: orderTaking.down },
  { name: '041-postcodes', up: postcodes.up, down: postcodes.down },
  { name: '042-account-channel', up: accountChannel.up, down: accountChannel.down },
  { name: '043-email-change', up: emailChange.up, down: emailChange.down },
  { name: '044-chosen-names', up: chosenNames.up, down: chosenNames.down },
  { name: '045-chat-lists', up: chatLists.up, down: chatLists.down },
  { name: '046-contact-removals', up: contactRemovals.up, down: contactRemovals.down },
  { name: '047-chat-seats', up: chatSeats.up, down: chatSeats.down },
  { name: '048-revoked-links', up: revokedLinks.up, down: revokedLinks.down },
  { name: '049-chat-leavers', up: chatLeavers.up, down: chatLeavers.down },
  { name: '050-secrets', up: secrets.up, down: secrets.down },
  { name: '053-session-device', up: sessionDevice.up, down: sessionDevice.down },
  { name: '054-email-undo', up: emailUndo.up, down: emailUndo.down },
  { name: '055-sign-in-ways', up: signInWays.up, down: signInWays.down },
  { name: '056-passkeys', up: passkeys.up, down: passkeys.down },
  { name: '057-second-step', up: secondStep.up, down: secondStep.down },
  { name: '059-old-orders', up: oldOrders.up, down: oldOrders.down },
  { name: '060-report-decisions', up: reportDecisions.up, down: reportDecisions.down },
  { name: '062-lost-payments', up: lostPayments.up, down: lostPayments.down },
  { name: '065-job-origin', up: jobOrigin.up, down: jobOrigin.down },
];
