import type { Ms } from '@mahlzeit/contract';
import texts from '../../../locales/de.json';
import { fillText } from '../../platform';
import type { EmailParts } from './email-layout';

/** E-mails about the reader's account and its sign-in methods: their fields by their kind. */
interface AccountEmails {
  /**
   * E-mail with the code that verifies the reader's e-mail address: after registration, on request and for a new
   * address.
   */
  readonly verificationCode: { readonly code: string };
  /** E-mail with the link to the page on which the reader sets a new password. */
  readonly passwordReset: { readonly link: string };
  /** E-mail that informs the owner of an account about its new password. */
  readonly passwordChanged: { readonly at: Ms };
  /** E-mail to the present address of an account: somebody who knows the password has requested another address. */
  readonly emailChangeRequested: { readonly newEmail: string };
  /** E-mail to the old address of an account: the account has a new address. The link gives the account back. */
  readonly emailChanged: { readonly newEmail: string; readonly undoLink: string };
  /** E-mail to the new address of an account: from now on it is the account's address. */
  readonly emailConfirmed: object;
  /**
   * E-mail that informs the owner of an account about a sign-in from a new browser, with a link to the list of devices.
   */
  readonly newSignIn: { readonly device: DeviceFacts; readonly at: Ms; readonly securityLink: string };
  /**
   * E-mail that informs the owner of an account about an added or removed sign-in method (a third party or a passkey),
   * with a link to the list of methods.
   */
  readonly signInWayChanged: {
    readonly change: 'added' | 'removed';
    /** Name of the third party or of the passkey, for example `Google`. */
    readonly provider: string;
    readonly securityLink: string;
  };
  /**
   * E-mail that informs the owner of an account that logins need a code after the password from now on, or don't need
   * it any more.
   */
  readonly secondStepChanged: { readonly isOn: boolean; readonly securityLink: string };
  /**
   * E-mail that informs the owner of an account that a card can pay for their orders from now on, with a link to the
   * list of cards. The card is written so that its owner recognises it: `Visa … 4242`.
   */
  readonly cardAdded: { readonly card: string; readonly cardsLink: string };
  /**
   * E-mail that confirms the deletion of an account. It is erased at `erasedAt` of the gateway's clock, which tests can
   * move.
   */
  readonly accountDeleted: { readonly erasedAt: Ms };
  /** E-mail that confirms that a deleted account is restored. */
  readonly accountRestored: object;
}

/** Type of an e-mail about the reader's account, of one of the kinds in `AccountEmails`. */
export type AccountEmail<Kind extends keyof AccountEmails = keyof AccountEmails> = {
  [K in Kind]: { readonly kind: K; readonly to: string } & AccountEmails[K];
}[Kind];

/** Description of a browser for its owner; null for each part that is unknown. */
interface DeviceFacts {
  readonly browser: string | null;
  readonly system: string | null;
  /** Country from which the browser signed in, as its code of ISO 3166-1, for example `DE`. */
  readonly country: string | null;
}

const graphemeSegmenter = new Intl.Segmenter('de', { granularity: 'grapheme' });

/** Masks an e-mail address so that only its owner recognizes it: `a…@mahlzeit.test`. */
export const maskEmail = (email: string): string => {
  const [firstGrapheme] = graphemeSegmenter.segment(email);
  return `${firstGrapheme?.segment ?? ''}…${email.slice(email.lastIndexOf('@'))}`;
};

const dayFormat = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'Europe/Berlin' });

const momentFormat = new Intl.DateTimeFormat('de-DE', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Berlin',
});

const countryNames = new Intl.DisplayNames('de-DE', { type: 'region' });

const deviceText = ({ browser, system, country }: DeviceFacts): string => {
  const device =
    browser !== null && system !== null
      ? fillText(texts.mailDevice, { browser, system })
      : (browser ?? system ?? texts.mailDeviceUnknown);
  return country === null ? device : `${device}, ${countryNames.of(country) ?? country}`;
};

type PartsByKind = {
  readonly [K in keyof AccountEmails]: (
    fields: AccountEmails[K],
    help: { readonly supportEmail: string },
  ) => EmailParts;
};

const partsByKind: PartsByKind = {
  verificationCode: ({ code }) => ({
    subject: texts.mailCodeSubject,
    before: texts.mailCodeBefore,
    centre: { kind: 'code', code },
    after: texts.mailCodeAfter,
    // Uses a footer that doesn't address an owner, because nobody has shown yet that the e-mail address is theirs.
    footer: texts.mailCodeFooter,
  }),
  passwordReset: ({ link }) => ({
    subject: texts.mailResetSubject,
    before: texts.mailResetBefore,
    centre: { kind: 'link', href: link, label: texts.mailResetButton },
    after: texts.mailResetAfter,
  }),
  passwordChanged: ({ at }, help) => ({
    subject: texts.mailPasswordChangedSubject,
    before: fillText(texts.mailPasswordChangedBefore, { time: momentFormat.format(at) }),
    centre: null,
    after: fillText(texts.mailPasswordChangedAfter, help),
  }),
  emailChangeRequested: ({ newEmail }, help) => ({
    subject: texts.mailEmailChangeRequestedSubject,
    before: fillText(texts.mailEmailChangeRequestedBefore, { newEmail: maskEmail(newEmail) }),
    centre: null,
    after: fillText(texts.mailEmailChangeRequestedAfter, help),
  }),
  emailChanged: ({ newEmail, undoLink }, help) => ({
    subject: texts.mailEmailChangedSubject,
    before: fillText(texts.mailEmailChangedBefore, { newEmail: maskEmail(newEmail) }),
    centre: { kind: 'link', href: undoLink, label: texts.mailEmailChangedButton },
    after: fillText(texts.mailEmailChangedAfter, help),
  }),
  emailConfirmed: (_fields, help) => ({
    subject: texts.mailEmailConfirmedSubject,
    before: texts.mailEmailConfirmedBefore,
    centre: null,
    after: fillText(texts.mailEmailConfirmedAfter, help),
  }),
  newSignIn: ({ device, at, securityLink }, help) => ({
    subject: texts.mailSignInSubject,
    before: fillText(texts.mailSignInBefore, { device: deviceText(device), time: momentFormat.format(at) }),
    centre: { kind: 'link', href: securityLink, label: texts.mailSignInButton },
    after: fillText(texts.mailSignInAfter, help),
  }),
  signInWayChanged: ({ change, provider, securityLink }, help) => ({
    subject: fillText(change === 'added' ? texts.mailWayAddedSubject : texts.mailWayRemovedSubject, { provider }),
    before: fillText(change === 'added' ? texts.mailWayAddedBefore : texts.mailWayRemovedBefore, { provider }),
    centre: { kind: 'link', href: securityLink, label: texts.mailWayButton },
    after: fillText(texts.mailWayAfter, help),
  }),
  secondStepChanged: ({ isOn, securityLink }, help) => ({
    subject: isOn ? texts.mailSecondStepOnSubject : texts.mailSecondStepOffSubject,
    before: isOn ? texts.mailSecondStepOnBefore : texts.mailSecondStepOffBefore,
    centre: { kind: 'link', href: securityLink, label: texts.mailWayButton },
    after: fillText(texts.mailSecondStepAfter, help),
  }),
  cardAdded: ({ card, cardsLink }, help) => ({
    subject: texts.mailCardAddedSubject,
    before: fillText(texts.mailCardAddedBefore, { card }),
    centre: { kind: 'link', href: cardsLink, label: texts.mailCardAddedButton },
    after: fillText(texts.mailCardAddedAfter, help),
  }),
  accountDeleted: ({ erasedAt }, help) => ({
    subject: texts.mailDeletedSubject,
    before: fillText(texts.mailDeletedBefore, { day: dayFormat.format(erasedAt) }),
    centre: null,
    after: fillText(texts.mailDeletedAfter, help),
  }),
  accountRestored: (_fields, help) => ({
    subject: texts.mailRestoredSubject,
    before: texts.mailRestoredBefore,
    centre: null,
    after: fillText(texts.mailRestoredAfter, help),
  }),
};

/** Returns whether an e-mail is about the reader's account. */
export const isAccountEmail = <T extends { readonly kind: string }>(
  message: T | AccountEmail,
): message is AccountEmail => Object.hasOwn(partsByKind, message.kind);

/** Returns the parts of an e-mail about the reader's account. */
export const accountEmailParts = <K extends keyof AccountEmails>(
  message: AccountEmail<K>,
  supportEmail: string,
): EmailParts => partsByKind[message.kind](message, { supportEmail });
