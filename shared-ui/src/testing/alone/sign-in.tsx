import { useState } from 'react';
import { errorText } from '../../platform/errors/error-text';
import type { SessionClient } from '../../platform/session/session-client';
import { useTexts } from './alone-texts';
import { PanelRow } from './alone-panel.styles';
import { Labelled } from './panel-field';

/** Signs in against a real gateway, for remotes that have no screen for it. */
export const SignIn = ({ session, name }: { readonly session: SessionClient; readonly name: string }) => {
  const t = useTexts();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const signIn = async (): Promise<void> => {
    const answer = await session.login({ email, password });
    setProblem(answer.ok ? null : errorText(answer.error));
  };
  return (
    <form onSubmit={(event) => { event.preventDefault(); void signIn(); }}>
      <p>{t('SignedInAs', { name })}</p>
      <Labelled label={t('Email')}>{(id) => <input id={id} type="email" autoComplete="username" value={email} onChange={(event) => setEmail(event.target.value)} />}</Labelled>
      <Labelled label={t('Password')}>{(id) => <input id={id} type="password" autoComplete="current-password" value={password} onChange={(event) => setPassword(event.target.value)} />}</Labelled>
      {problem !== null && <p role="alert">{problem}</p>}
      <PanelRow>
        <button type="submit">{t('Login')}</button>
        <button type="button" onClick={() => void session.logout()}>{t('Logout')}</button>
      </PanelRow>
    </form>
  );
};
