import texts from '../../locales/de.json';
import { html, type Html } from '../page/html';
import type { Page } from '../page/page';
import { providerTitle, type ProviderName } from './provider';

/** What a sign-in page shows. */
export interface LoginView {
  readonly provider: ProviderName;
  /** Where the form goes: this page again, with its query. */
  readonly action: string;
  /** Origin that the answer leads to. */
  readonly returnsTo: string;
  readonly email: string;
  readonly name: string;
  readonly isEmailMissing: boolean;
}

const tickHtml = (provider: ProviderName): Html | null => {
  if (provider === 'google') return null;
  const label = provider === 'apple' ? texts.signInHideEmail : texts.signInKeepEmail;
  return html`<label class="tick"><input type="checkbox" name="hidesEmail" value="true">${label}</label>`;
};

/** The sign-in page of a provider: whoever types an address is its owner. */
export const loginPage = ({ provider, action, returnsTo, email, name, isEmailMissing }: LoginView): Page => {
  const title = texts.signInTitle.replace('{provider}', providerTitle[provider]);
  return {
    title,
    formsTo: [returnsTo],
    body: html`<main class="narrow"><section><h1>${title}</h1>
<p class="soft">${texts.signInApp.replace('{app}', 'Mahlzeit')}</p><p class="note">${texts.signInNote}</p>
<form method="post" action="${action}" novalidate>
<label>${texts.signInEmail}<input type="email" name="email" value="${email}" autocomplete="off" autofocus${isEmailMissing ? html` aria-invalid="true" aria-describedby="fault"` : null}></label>
${isEmailMissing ? html`<p id="fault" class="note" role="alert">${texts.signInEmailMissing}</p>` : null}
<label>${texts.signInName}<input name="name" value="${name}" autocomplete="off"></label>${tickHtml(provider)}
<div class="row"><button class="main" name="result" value="allow">${texts.signInAllow}</button><button name="result" value="cancel">${texts.signInCancel}</button></div>
</form></section></main>`,
  };
};

/** What a faulty request gets to see: nobody is led anywhere by it. */
export const refusedPage = (reason: string): Page => ({
  title: texts.signInRefusedTitle,
  body: html`<main class="narrow"><section><h1>${texts.signInRefusedTitle}</h1><p>${texts.signInRefused.replace('{reason}', () => reason)}</p></section></main>`,
});

/** Sends the answer in a form's body, as Apple does; the button is for who lets no script run. */
export const formPostPage = (redirectUri: string, fields: Readonly<Record<string, string>>): Page => ({
  title: texts.signInReturn,
  formsTo: [new URL(redirectUri).origin],
  script: 'document.forms[0].submit();',
  body: html`<main class="narrow"><form method="post" action="${redirectUri}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button class="main">${texts.signInReturn}</button></form></main>`,
});
